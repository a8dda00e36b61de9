-- Whether whoever made a link may still let somebody in anew is asked when it is opened, and when it is taken.
CREATE POLICY of_reset ON role_binding FOR SELECT TO bailiwick_engine USING (tenant_id IS NULL AND person_id IN (SELECT made_by FROM password_reset));
CREATE POLICY of_reset ON person FOR SELECT TO bailiwick_engine USING (id IN (SELECT made_by FROM password_reset));
