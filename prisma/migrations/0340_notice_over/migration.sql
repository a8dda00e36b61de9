-- What a notice says waits for somebody is over when the request that it is about is decided, whoever decided it: nobody is told of it any more, whether they have read of it or not.
ALTER TABLE notice ADD COLUMN over_at timestamptz(3);
CREATE INDEX notice_unread ON notice (person_id, at DESC, id DESC) WHERE read_at IS NULL AND over_at IS NULL;
CREATE INDEX notice_of_what_waits ON notice (path) WHERE over_at IS NULL AND kind IN ('request_waits', 'request_question', 'request_terms_changed');

-- Whoever tells what became of requests ends what was told of their waiting, whomever that was told, and reads and changes no other notice.
CREATE POLICY waiting ON notice FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'requests' AND kind IN ('request_waits', 'request_question', 'request_terms_changed'));
CREATE POLICY ending ON notice FOR UPDATE TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'requests' AND kind IN ('request_waits', 'request_question', 'request_terms_changed'));
GRANT UPDATE (over_at) ON notice TO bailiwick_engine;
