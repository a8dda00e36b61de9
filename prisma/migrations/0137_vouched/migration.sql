-- Whose word it is that an address is somebody's: of whoever came in by an invitation, the tenant's that invited them. Without one it is the platform's, or the operator's.
ALTER TABLE local_account ADD invited_to text REFERENCES tenant (id);
SELECT set_config('app.loading', 'on', true);
UPDATE local_account a SET invited_to = (SELECT i.tenant_id FROM invitation i WHERE i.used_by = a.person_id ORDER BY i.used_at, i.id LIMIT 1);
SELECT set_config('app.loading', '', true);

-- Who has one of these addresses, as far as that may be believed here: a provider says so, the platform does, whoever this is asked for invited them or gave them a role before, or
-- a tenant of that organisation did. Anybody could have invited an address to a tenant of their own and come in as whoever it names.
CREATE FUNCTION people_vouched(addresses text[], organisation text) RETURNS TABLE (id uuid, email text, name text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE before text := current_setting('app.loading', true); place text := nullif(current_setting('app.tenant_id', true), ''); is_platform boolean := coalesce(current_setting('app.platform', true) = 'on', false);
BEGIN
  IF place IS NULL AND NOT is_platform THEN RETURN; END IF;
  PERFORM set_config('app.loading', 'on', true);
  RETURN QUERY SELECT p.id, p.email, p.name FROM person p LEFT JOIN local_account a ON a.person_id = p.id
    WHERE p.email = ANY (addresses) AND p.email <> '' AND p.disabled_at IS NULL AND (a.invited_to IS NULL OR a.invited_to = place
      OR EXISTS (SELECT FROM role_binding b WHERE b.person_id = p.id AND (b.tenant_id IS NULL OR b.tenant_id = place))
      OR (is_platform AND EXISTS (SELECT FROM tenant t WHERE t.id = a.invited_to AND t.organisation_id = organisation)));
  PERFORM set_config('app.loading', coalesce(before, ''), true);
END $$;
REVOKE ALL ON FUNCTION people_vouched(text[], text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION people_vouched(text[], text) TO bailiwick_engine;

-- By an address nobody is found otherwise, but whoever comes in by one; and whoever has none is found by nothing.
DROP POLICY of_emails ON person;
ALTER POLICY of_email ON person TO bailiwick_engine USING (email <> '' AND email = (SELECT current_setting('app.email', true)));
