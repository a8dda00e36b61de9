-- When an event was noted and which comes first is for the database to say, and for the engine, which decides many at once: whoever else notes one says what happened and where. A moment that is none
-- kept every event after it from its number, a number that comes next turned away whoever looked at something, and a moment of long ago put what was done just now into a month that goes.
REVOKE INSERT ON access_inbox FROM bailiwick_web, bailiwick_engine, bailiwick_auditor;
GRANT INSERT (tenant_id, body) ON access_inbox TO bailiwick_web, bailiwick_engine, bailiwick_auditor;
GRANT INSERT (at) ON access_inbox TO bailiwick_engine;
