-- Whether the namespace that a link leads into is still there is asked when it is taken, as whether the tenant stands still is. PostgreSQL asks who may see a row in the order in which policies are called:
-- a lane, which reads both in every batch, is let in before anybody looks through the links of all tenants.
CREATE POLICY through_link ON namespace FOR SELECT TO bailiwick_engine USING ((tenant_id, id) IN (SELECT tenant_id, namespace_id FROM invitation));
ALTER POLICY of_invitation ON tenant RENAME TO through_link;
