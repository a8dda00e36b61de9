-- By which key of the log each next one went on with it, and how much of the log there was then: signed by both, so that whoever knows one of them knows the other.
CREATE TABLE log_handover (
  name text PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 200),
  -- A key lets one other go on, and signs no more.
  before text NOT NULL UNIQUE CHECK (before <> name AND length(before) BETWEEN 1 AND 200),
  size bigint NOT NULL CHECK (size > 0),
  note text NOT NULL CHECK (octet_length(note) <= 4096),
  at timestamptz(3) NOT NULL
);
COMMENT ON TABLE log_handover IS 'class: public. By which key of the log each next one went on with it.';
ALTER TABLE log_handover ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY sealing ON log_handover TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'seal');
CREATE POLICY of_everyone ON log_handover FOR SELECT TO bailiwick_web, bailiwick_engine USING (true);
GRANT SELECT, INSERT ON log_handover TO bailiwick_engine;
GRANT SELECT ON log_handover TO bailiwick_web;
