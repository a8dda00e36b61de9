-- How each promise stood, from when until when: a row for as long as it stood so. When it was last tried, and how that came out, is the row's latest.
CREATE TABLE control_check (
  control text NOT NULL CHECK (control ~ '^[a-z]+\.[a-z_]+$' AND length(control) <= 63),
  since timestamptz(3) NOT NULL,
  state text NOT NULL CHECK (state IN ('proven', 'violated', 'unknown')),
  forbidden text NOT NULL CHECK (length(forbidden) BETWEEN 1 AND 200),
  allowed text NOT NULL CHECK (length(allowed) BETWEEN 1 AND 200),
  checked_at timestamptz(3) NOT NULL CHECK (checked_at >= since),
  PRIMARY KEY (control, since)
);
COMMENT ON TABLE control_check IS 'class: internal. Which promises were tried, and how that came out.';
ALTER TABLE control_check ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY probing ON control_check TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'control');
CREATE POLICY of_platform ON control_check FOR SELECT TO bailiwick_web USING ((SELECT current_setting('app.platform', true)) = 'on');
GRANT SELECT, INSERT, UPDATE (forbidden, allowed, checked_at) ON control_check TO bailiwick_engine;
GRANT SELECT ON control_check TO bailiwick_web;
