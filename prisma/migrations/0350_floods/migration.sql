-- Who goes on asking though they are told no: in how many seconds of a minute, how often they were shut out for it, and until when they are now. Whichever door they flood counts it, so
-- that all of them know, whichever process was started again meanwhile. One short row for each who floods, and none for anybody else; forgotten after a quiet day (server/rates/decide-flood.ts).
CREATE TABLE flood (
  kind text NOT NULL CHECK (kind IN ('token', 'network')),
  -- The token's id, or the address or network of 64 bits.
  key text COLLATE "C" NOT NULL CHECK (length(key) BETWEEN 1 AND 150),
  since timestamptz(3) NOT NULL,
  seconds integer NOT NULL CHECK (seconds BETWEEN 0 AND 60),
  counted_at timestamptz(3) NOT NULL,
  step integer NOT NULL CHECK (step BETWEEN 0 AND 4),
  until timestamptz(3),
  -- Whether the engine has written down that they were shut out.
  noted boolean NOT NULL,
  PRIMARY KEY (kind, key)
) WITH (fillfactor = 50);
CREATE INDEX flood_counted ON flood (counted_at);
CREATE INDEX flood_to_note ON flood (counted_at) WHERE NOT noted;

ALTER TABLE flood ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
DO $$ BEGIN EXECUTE format($p$CREATE POLICY loading ON flood TO %I USING ((SELECT current_setting('app.loading', true)) = 'on')$p$, current_user); END $$;
CREATE POLICY counting ON flood TO bailiwick_engine USING (true);
CREATE POLICY counting_at_browsers ON flood TO bailiwick_web USING (true);
GRANT SELECT, INSERT, UPDATE (since, seconds, counted_at, step, until, noted) ON flood TO bailiwick_web, bailiwick_engine;
GRANT DELETE ON flood TO bailiwick_engine;
COMMENT ON TABLE flood IS 'class: internal, personal, transient. Who goes on asking though they are told no: tokens, and addresses of whoever is nobody.';
