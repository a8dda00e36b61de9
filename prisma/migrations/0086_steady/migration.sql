-- What keeps its GPUs busy to the last percent with hardly anything else, and since when without a break; whatever else runs has no row.
CREATE TABLE steady_watch (
  allocation_id uuid PRIMARY KEY REFERENCES allocation ON DELETE CASCADE,
  since timestamptz(3) NOT NULL,
  seen_at timestamptz(3) NOT NULL CHECK (seen_at >= since)
);
ALTER TABLE steady_watch ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
DO $$ BEGIN
  EXECUTE format($p$CREATE POLICY loading ON steady_watch TO %I USING ((SELECT current_setting('app.loading', true)) = 'on')$p$, current_user);
END $$;
CREATE POLICY watching ON steady_watch TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'watch');
GRANT SELECT, INSERT, DELETE, UPDATE (since, seen_at) ON steady_watch TO bailiwick_engine;
COMMENT ON TABLE steady_watch IS 'class: internal. What uses all of its GPUs and little else, and since when.';
