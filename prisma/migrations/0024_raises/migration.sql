-- Whoever asks the platform for more of something shows it what they hold; and what the other tenants of their organisation hold, of which it would be a part. Only while it is
-- asked, and only the accounts of organisations and tenants: what a tenant gave to which of its namespaces is its own.
CREATE POLICY of_raise ON account FOR SELECT TO bailiwick_web, bailiwick_engine USING ((SELECT current_setting('app.platform', true)) = 'on' AND kind IN ('organisation', 'tenant')
  AND organisation_id IN (SELECT r.organisation_id FROM request r WHERE r.kind = 'quota.raise' AND r.state = 'open'));
CREATE POLICY by_raise ON account FOR UPDATE TO bailiwick_engine USING ((SELECT current_setting('app.platform', true)) = 'on' AND kind IN ('organisation', 'tenant')
  AND id IN (SELECT unnest(ARRAY['platform/' || r.organisation_id, 'platform/' || r.organisation_id || '/' || r.tenant_id]) FROM request r WHERE r.kind = 'quota.raise' AND r.state = 'open'));
CREATE POLICY by_raise ON quota TO bailiwick_engine USING ((SELECT current_setting('app.platform', true)) = 'on' AND namespace_id IS NULL
  AND (tenant_id, resource) IN (SELECT r.tenant_id, r.subject FROM request r WHERE r.kind = 'quota.raise' AND r.state = 'open'));
CREATE INDEX request_open_raise ON request (organisation_id) WHERE kind = 'quota.raise' AND state = 'open';
