-- Policies are set through the door: by a tenant's admins their own, by the platform its own and what it allows a tenant. A version is never changed, only followed by the next.
GRANT INSERT, UPDATE (valid_to) ON policy TO bailiwick_engine;
CREATE POLICY by_platform ON policy TO bailiwick_engine USING (tenant_id IS NULL AND (SELECT current_setting('app.platform', true)) = 'on');
