-- Which GPUs a tenant may be given in these regions, the least memory that one of a model has, and whether any stand free: in words too coarse to tell what others do. The
-- figures behind them do not leave here, so that a reader of a tenant's, who reads no node, may ask. It runs as the owner, and only for the tenant whose transaction it is.
CREATE FUNCTION gpu_models(regions text[]) RETURNS TABLE (model text, gpu_memory bigint, free text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH seen AS (
    SELECT n.model, n.gpu_memory, CASE WHEN n.cordoned_at IS NULL AND n.reported_at > clock_timestamp() - interval '30 seconds' THEN (SELECT count(*) FROM unnest(n.gpu_free) AS gpu WHERE gpu = 1000) ELSE 0 END AS whole
    FROM tenant t JOIN pool p ON p.isolation_level >= t.isolation_level AND (p.owner_tenant = t.id OR (p.owner_tenant IS NULL AND p.taints = '{}'))
      JOIN cluster c ON c.id = p.cluster_id AND c.region_id = ANY (regions) JOIN node n ON n.pool_id = p.id
    WHERE t.id = current_setting('app.tenant_id', true) AND n.model IS NOT NULL)
  SELECT model, min(gpu_memory), CASE WHEN sum(whole) >= 64 THEN 'plenty' WHEN sum(whole) >= 8 THEN 'some' WHEN sum(whole) >= 1 THEN 'few' ELSE 'none' END FROM seen GROUP BY model ORDER BY model
$$;
REVOKE ALL ON FUNCTION gpu_models(text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION gpu_models(text[]) TO bailiwick_web;
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['cluster', 'pool', 'node'] LOOP EXECUTE format('CREATE POLICY words ON %I FOR SELECT TO %I USING (true)', t, current_user); END LOOP;
END $$;
