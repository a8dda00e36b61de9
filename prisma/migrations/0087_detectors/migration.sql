-- A case may also be of several tenants that look like one.
ALTER TABLE case_file DROP CONSTRAINT case_file_kind_check, ADD CONSTRAINT case_file_kind_check CHECK (kind ~ '^(allocations|tenants|tokens)\.[a-z_]+$');

-- What two tenants of different organisations have in common: of what kind, and how often. Nothing of whom or from where leaves the database.
CREATE FUNCTION links_between_tenants(a_since timestamptz) RETURNS TABLE (kind text, one text, other text, times int)
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
    near AS (SELECT c.* FROM came c WHERE (SELECT count(DISTINCT d.tenant) FROM came d WHERE d.range = c.range) <= 8),
    found AS (
      SELECT 'account' AS kind, x.tenant_id AS one, y.tenant_id AS other, x.cost_centre AS what FROM namespace x JOIN namespace y ON y.cost_centre = x.cost_centre AND y.tenant_id > x.tenant_id
        JOIN tenant tx ON tx.id = x.tenant_id JOIN tenant ty ON ty.id = y.tenant_id WHERE x.deleted_at IS NULL AND y.deleted_at IS NULL AND tx.organisation_id <> ty.organisation_id
      UNION SELECT 'person', x.tenant, y.tenant, x.person::text FROM held x JOIN held y ON y.person = x.person AND y.tenant > x.tenant AND y.organisation <> x.organisation
      UNION SELECT 'source', x.tenant, y.tenant, x.range::text FROM near x JOIN near y ON y.range = x.range AND y.tenant > x.tenant AND y.organisation <> x.organisation AND y.person <> x.person
      UNION SELECT 'invitation', least(x.tenant, y.tenant), greatest(x.tenant, y.tenant), y.person::text FROM held x JOIN admin y ON y.granted_by = x.person AND y.person <> x.person AND y.organisation <> x.organisation
      UNION SELECT 'invitation', least(x.tenant, y.tenant), greatest(x.tenant, y.tenant), y.person::text FROM held x JOIN invitation i ON i.invited_by = x.person JOIN held y ON y.person = i.used_by AND y.tenant = i.tenant_id AND y.organisation <> x.organisation)
    SELECT f.kind, f.one, f.other, count(*)::int FROM found f GROUP BY 1, 2, 3 ORDER BY 2, 3, 1;
  PERFORM set_config('app.loading', coalesce(before, ''), true);
END $$;
-- How many GPUs, in thousandths, each of these tenants and its organisation may have; and what each of them used in an hour.
CREATE FUNCTION shares_of_tenants(a_tenants text[]) RETURNS TABLE (tenant text, organisation text, share bigint, cap bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE before text := current_setting('app.loading', true);
BEGIN
  PERFORM set_config('app.loading', 'on', true);
  RETURN QUERY WITH gpus AS (
      SELECT a.id, a.kind, a.tenant_id, a.organisation_id, coalesce(sum(CASE WHEN r.resource LIKE '%/gpu' THEN r.nominal * 1000 WHEN r.resource LIKE '%/gpu-milli' THEN r.nominal END), 0)::bigint AS milli
      FROM account a CROSS JOIN LATERAL unnest(a.resources, a.nominal) AS r (resource, nominal) WHERE a.kind IN ('organisation', 'tenant') GROUP BY a.id)
    SELECT t.tenant_id, t.organisation_id, t.milli, o.milli FROM gpus t JOIN gpus o ON o.kind = 'organisation' AND o.organisation_id = t.organisation_id WHERE t.kind = 'tenant' AND t.tenant_id = ANY (a_tenants) ORDER BY 1;
  PERFORM set_config('app.loading', coalesce(before, ''), true);
END $$;
CREATE FUNCTION used_by_hour(a_tenants text[], a_since timestamptz) RETURNS TABLE (tenant text, since timestamptz, used bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE before text := current_setting('app.loading', true);
BEGIN
  PERFORM set_config('app.loading', 'on', true);
  RETURN QUERY SELECT u.tenant_id, u.since::timestamptz, sum(u.gpu_used)::bigint FROM use_span u WHERE u.span = 'hour' AND u.tenant_id = ANY (a_tenants) AND u.since >= a_since AND u.gpu_measured > 0 GROUP BY 1, 2 ORDER BY 1, 2;
  PERFORM set_config('app.loading', coalesce(before, ''), true);
END $$;
-- How often a token asked for something that is recorded, by the hour, of those that asked so often in the hour that began then: the week before it, too. Its person is who made it.
CREATE FUNCTION asked_by_token(a_hour timestamptz, at_least int) RETURNS TABLE (tenant text, person text, token text, since timestamptz, times bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE before text := current_setting('app.loop', true);
BEGIN
  PERFORM set_config('app.loop', 'project', true);
  RETURN QUERY WITH latest AS (SELECT l.tenant_id, l.actor, l.behalf FROM record_line l WHERE l.at >= a_hour AND l.at < a_hour + interval '1 hour' AND l.behalf LIKE 'token %' ORDER BY l.at DESC LIMIT 100000),
    hot AS (SELECT actor, behalf, mode() WITHIN GROUP (ORDER BY tenant_id) AS place FROM latest WHERE actor IS NOT NULL AND tenant_id <> 'platform' GROUP BY 1, 2 HAVING count(*) >= at_least)
    SELECT h.place, h.actor, substr(h.behalf, 7), date_trunc('hour', l.at, 'UTC'), count(*) FROM hot h JOIN record_line l ON l.actor = h.actor AND l.behalf = h.behalf AND l.at >= a_hour - interval '7 days' AND l.at < a_hour + interval '1 hour'
    WHERE l.tenant_id <> 'platform' GROUP BY 1, 2, 3, 4 ORDER BY 3, 4;
  PERFORM set_config('app.loop', coalesce(before, ''), true);
END $$;
-- Of whoever acted in so many places within an hour: in how many they had not in four weeks, in how many they had, and since when they are known.
CREATE FUNCTION reached_by_person(a_hour timestamptz, at_least int) RETURNS TABLE (person text, fresh int, known int, since timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE before text := current_setting('app.loop', true);
BEGIN
  PERFORM set_config('app.loop', 'project', true);
  RETURN QUERY WITH latest AS (SELECT l.tenant_id, l.namespace, l.actor FROM record_line l WHERE l.at >= a_hour AND l.at < a_hour + interval '1 hour' AND l.actor IS NOT NULL AND l.actor <> 'engine' ORDER BY l.at DESC LIMIT 100000),
    place AS (SELECT DISTINCT actor, tenant_id, coalesce(namespace, '') AS namespace FROM latest),
    wide AS (SELECT actor FROM place GROUP BY 1 HAVING count(*) >= at_least),
    earlier AS (SELECT l.actor, l.tenant_id, coalesce(l.namespace, '') AS namespace, min(l.at) AS first FROM wide w JOIN record_line l ON l.actor = w.actor AND l.at >= a_hour - interval '28 days' AND l.at < a_hour GROUP BY 1, 2, 3)
    SELECT p.actor, count(*) FILTER (WHERE e.first IS NULL)::int, (SELECT count(*)::int FROM earlier k WHERE k.actor = p.actor), (SELECT min(k.first) FROM earlier k WHERE k.actor = p.actor)
    FROM place p JOIN wide w ON w.actor = p.actor LEFT JOIN earlier e ON e.actor = p.actor AND e.tenant_id = p.tenant_id AND e.namespace = p.namespace GROUP BY 1 ORDER BY 1;
  PERFORM set_config('app.loop', coalesce(before, ''), true);
END $$;
REVOKE ALL ON FUNCTION asked_by_token(timestamptz, int), reached_by_person(timestamptz, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION asked_by_token(timestamptz, int), reached_by_person(timestamptz, int) TO bailiwick_engine;
REVOKE ALL ON FUNCTION links_between_tenants(timestamptz), shares_of_tenants(text[]), used_by_hour(text[], timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION links_between_tenants(timestamptz), shares_of_tenants(text[]), used_by_hour(text[], timestamptz) TO bailiwick_engine;
