-- Whoever keeps somebody out ends their sign-ins that wait for their second step, too; and does nothing else to them.
CREATE POLICY of_staff ON sign_in FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.staff', true)) = 'on');
CREATE POLICY ended_by_staff ON sign_in FOR UPDATE TO bailiwick_engine USING (outcome = 'waits' AND (SELECT current_setting('app.staff', true)) = 'on') WITH CHECK (outcome = 'denied');
