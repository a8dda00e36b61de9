-- By whose word one holds a role is one's own to know: the name of who gave it, and nothing else of theirs is asked for.
CREATE POLICY of_own_granter ON person FOR SELECT TO bailiwick_web USING (id IN (SELECT granted_by FROM role_binding WHERE person_id::text = (SELECT current_setting('app.person_id', true))));
