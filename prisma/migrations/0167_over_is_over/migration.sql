-- A session that is over stays so. The web process notes when one was used and that it ended, so it may write both; with that grant it could have taken back the end of one that its owner, or an
-- operator after a theft, had ended, and the engine would have believed the row. Nobody who works by the tables has a reason to change one again.
CREATE POLICY stays_over ON session AS RESTRICTIVE FOR UPDATE TO bailiwick_web, bailiwick_engine USING (ended_at IS NULL) WITH CHECK (true);
