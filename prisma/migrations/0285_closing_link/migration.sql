-- Whether the namespace that a link leads into is still there is asked when it is taken, as whether the tenant stands still is.
CREATE POLICY of_invitation ON namespace FOR SELECT TO bailiwick_engine USING ((tenant_id, id) IN (SELECT tenant_id, namespace_id FROM invitation));
