-- How much of this second's requests was taken, by whom it is counted for. One short row each, changed a few times a second, and forgotten when nobody has asked for an hour.
-- The columns, and their order, are those of the library that counts.
CREATE TABLE rate (
  key text COLLATE "C" PRIMARY KEY CHECK (length(key) BETWEEN 3 AND 160),
  points integer NOT NULL CHECK (points > 0),
  -- In milliseconds since 1970.
  expire bigint NOT NULL
) WITH (fillfactor = 50);

ALTER TABLE rate ENABLE ROW LEVEL SECURITY;
ALTER TABLE rate FORCE ROW LEVEL SECURITY;
CREATE POLICY counting ON rate TO bailiwick_engine USING (true);
GRANT SELECT, INSERT, UPDATE (points, expire), DELETE ON rate TO bailiwick_engine;
COMMENT ON TABLE rate IS 'class: internal, personal, transient. How often somebody asked within the second: tenants, sessions, and addresses of whoever is nobody.';
