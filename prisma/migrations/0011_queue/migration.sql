-- What may wait for room keeps its wish, so that it can be decided again; while it waits it holds nothing, whether somebody is asked for a yes besides or not.
ALTER TABLE allocation ADD COLUMN waiting_since timestamptz(3), ADD COLUMN wish text, ADD COLUMN preemptions integer NOT NULL DEFAULT 0 CHECK (preemptions >= 0);
ALTER TABLE allocation ADD CONSTRAINT allocation_waiting CHECK (waiting_since IS NULL OR (state IN ('waiting', 'held') AND wish IS NOT NULL AND held_until IS NOT NULL));
DROP INDEX allocation_held;
CREATE INDEX allocation_held ON allocation (held_until) WHERE state IN ('held', 'waiting');

-- The queue of an organisation, in two orders: the highest classes first and in each the tenants beside one another, and the oldest first.
CREATE INDEX allocation_queue ON allocation (organisation_id, priority DESC, tenant_id, asked_at, id) WHERE state = 'waiting' AND waiting_since IS NOT NULL;
CREATE INDEX allocation_queue_age ON allocation (organisation_id, asked_at, id) WHERE state = 'waiting' AND waiting_since IS NOT NULL;
-- What is lent, in the order in which it goes.
CREATE INDEX allocation_lent ON allocation (organisation_id, priority, admitted_at DESC, id) WHERE burst AND NOT reserved AND state IN ('admitted', 'running');

-- A batch looks for what waits, and for what was lent, in all its organisation, and then says for whose it works.
CREATE POLICY of_queue ON allocation FOR SELECT TO bailiwick_engine USING (organisation_id = ANY (string_to_array((SELECT current_setting('app.lane', true)), ','))
  AND (state = 'waiting' AND waiting_since IS NOT NULL OR burst AND NOT reserved AND state IN ('admitted', 'running')));
CREATE POLICY queued ON allocation FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'queue' AND state = 'waiting' AND waiting_since IS NOT NULL);

GRANT UPDATE (waiting_since, preemptions) ON allocation TO bailiwick_engine;
