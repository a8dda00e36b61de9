-- Of which models of GPU a wish that names none could be given one, for what it would cost: to its own tenant, and to whoever says yes to it on the platform. It is names and nothing more. It runs as
-- the owner, because a tenant reads no fleet; whatever asks for another tenant than its own, and is not the platform, is told none.
CREATE FUNCTION models_given(a_tenant text, regions text[], level integer) RETURNS TABLE (model text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT DISTINCT n.model FROM pool p JOIN cluster c ON c.id = p.cluster_id AND c.region_id = ANY (regions) JOIN node n ON n.pool_id = p.id
  WHERE (a_tenant = current_setting('app.tenant_id', true) OR current_setting('app.platform', true) = 'on') AND p.isolation_level >= level AND p.taints = '{}' AND (p.owner_tenant = a_tenant OR p.owner_tenant IS NULL) AND n.model IS NOT NULL
  ORDER BY n.model
$$;
REVOKE ALL ON FUNCTION models_given(text, text[], integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION models_given(text, text[], integer) TO bailiwick_web;
