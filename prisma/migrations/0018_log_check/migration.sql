-- What came of it when the record was last compared with what was sealed of it, from the first leaf to the last.
CREATE TABLE log_check (
  id smallint PRIMARY KEY CHECK (id = 1),
  size bigint NOT NULL CHECK (size >= 0),
  faults jsonb NOT NULL,
  began_at timestamptz(3) NOT NULL,
  at timestamptz(3) NOT NULL
);
COMMENT ON TABLE log_check IS 'class: internal. What came of comparing the record with the log.';
ALTER TABLE log_check ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY sealing ON log_check TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'seal');
CREATE POLICY of_everyone ON log_check FOR SELECT TO bailiwick_web USING (true);
GRANT SELECT, INSERT, UPDATE (size, faults, began_at, at) ON log_check TO bailiwick_engine;
GRANT SELECT ON log_check TO bailiwick_web;
