-- Whoever is told of ends is told of none that the request says already: that nobody decided it in its time.
CREATE POLICY reminding ON request FOR SELECT TO bailiwick_engine USING (kind = 'allocation.admit' AND state = 'lapsed' AND (SELECT current_setting('app.loop', true)) = 'lease');
