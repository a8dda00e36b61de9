-- What tenants have in common, found in one pass: who came from a range, and who is charged to a cost centre, is put together once, and pairs are looked for within it alone. Asked of everybody for each, it took as long as there are pairs of all who came.
CREATE OR REPLACE FUNCTION links_between_tenants(a_since timestamptz) RETURNS TABLE (kind text, one text, other text, times int)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE before text := current_setting('app.loading', true);
BEGIN
  PERFORM set_config('app.loading', 'on', true);
  RETURN QUERY WITH admin AS (
      SELECT DISTINCT t.id AS tenant, t.organisation_id AS organisation, b.person_id AS person, b.granted_by FROM role_binding b JOIN tenant t ON t.id = b.tenant_id
      WHERE b.role = 'tenant_admin' AND b.namespace_id IS NULL AND (b.valid_to IS NULL OR b.valid_to > a_since)),
    held AS (SELECT DISTINCT tenant, organisation, person FROM admin),
    came AS (
      SELECT DISTINCT h.tenant, h.organisation, h.person, CASE family(s.at_address) WHEN 4 THEN network(set_masklen(s.at_address, 24)) ELSE network(set_masklen(s.at_address, 48)) END AS range
      FROM held h JOIN (SELECT person_id, CASE WHEN pg_input_is_valid(source_address, 'inet') THEN source_address::inet END AS at_address FROM sign_in WHERE at > a_since AND outcome = 'done') s ON s.person_id = h.person
      -- What is nobody's own address says nothing of who came from it.
      WHERE NOT (s.at_address <<= ANY ('{127.0.0.0/8,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,100.64.0.0/10,169.254.0.0/16,::1/128,fc00::/7,fe80::/10,::ffff:0:0/96}'::inet[]))),
    -- Nor does a range that half of everybody shares: an office, a provider, a network behind one address.
    ranges AS (SELECT range, array_agg(tenant) AS tenants, array_agg(organisation) AS organisations, array_agg(person) AS people FROM came GROUP BY range HAVING count(DISTINCT tenant) BETWEEN 2 AND 8),
    charged AS (SELECT DISTINCT t.id AS tenant, t.organisation_id AS organisation, n.cost_centre FROM namespace n JOIN tenant t ON t.id = n.tenant_id WHERE n.deleted_at IS NULL AND n.cost_centre IS NOT NULL),
    centres AS (SELECT cost_centre, array_agg(tenant) AS tenants, array_agg(organisation) AS organisations FROM charged GROUP BY cost_centre HAVING count(*) > 1),
    found AS (
      SELECT 'account' AS kind, x.tenant AS one, y.tenant AS other, c.cost_centre AS what FROM centres c, unnest(c.tenants, c.organisations) AS x (tenant, organisation), unnest(c.tenants, c.organisations) AS y (tenant, organisation)
        WHERE y.tenant > x.tenant AND y.organisation <> x.organisation
      UNION SELECT 'person', x.tenant, y.tenant, x.person::text FROM held x JOIN held y ON y.person = x.person AND y.tenant > x.tenant AND y.organisation <> x.organisation
      UNION SELECT 'source', x.tenant, y.tenant, r.range::text FROM ranges r, unnest(r.tenants, r.organisations, r.people) AS x (tenant, organisation, person), unnest(r.tenants, r.organisations, r.people) AS y (tenant, organisation, person)
        WHERE y.tenant > x.tenant AND y.organisation <> x.organisation AND y.person <> x.person
      UNION SELECT 'invitation', least(x.tenant, y.tenant), greatest(x.tenant, y.tenant), y.person::text FROM held x JOIN admin y ON y.granted_by = x.person AND y.person <> x.person AND y.organisation <> x.organisation
      UNION SELECT 'invitation', least(x.tenant, y.tenant), greatest(x.tenant, y.tenant), y.person::text FROM held x JOIN invitation i ON i.invited_by = x.person JOIN held y ON y.person = i.used_by AND y.tenant = i.tenant_id AND y.organisation <> x.organisation)
    SELECT f.kind, f.one, f.other, count(*)::int FROM found f GROUP BY 1, 2, 3 ORDER BY 2, 3, 1;
  PERFORM set_config('app.loading', coalesce(before, ''), true);
END $$;
