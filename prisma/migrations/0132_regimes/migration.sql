-- Which regimes a tenant is under can be changed, and is told to whoever records something there: also of a tenant that they see nothing else of, because who was turned away is recorded as much as whoever was let in.
GRANT UPDATE (compliance) ON tenant TO bailiwick_engine;
CREATE FUNCTION regimes_of(a_tenant text) RETURNS text[]
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE before text := current_setting('app.loading', true); found text[];
BEGIN
  PERFORM set_config('app.loading', 'on', true);
  SELECT t.compliance INTO found FROM tenant t WHERE t.id = a_tenant;
  PERFORM set_config('app.loading', coalesce(before, ''), true);
  RETURN coalesce(found, '{}');
END $$;
REVOKE ALL ON FUNCTION regimes_of(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION regimes_of(text) TO bailiwick_web, bailiwick_engine, bailiwick_auditor;
