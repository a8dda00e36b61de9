-- For whose wishes others gave their places: of each tenant how many did, where they are so many. What a step of a case took was nobody's wish. Whose places they were leaves the database with nobody.
CREATE FUNCTION pushed_by_tenant(a_since timestamptz, at_least int) RETURNS TABLE (tenant text, times int)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE before text := current_setting('app.loading', true);
BEGIN
  PERFORM set_config('app.loading', 'on', true);
  RETURN QUERY WITH pushed AS (SELECT d.organisation_id, d.allocation_id, d.at FROM decision d WHERE d.action = 'allocations.preempt' AND d.verdict = 'admit' AND d.at > a_since ORDER BY d.at DESC LIMIT 10000)
    SELECT b.tenant_id, count(*)::int FROM pushed d CROSS JOIN LATERAL (
        SELECT p.tenant_id FROM tenant t JOIN decision p ON p.tenant_id = t.id AND p.at = d.at
        WHERE t.organisation_id = d.organisation_id AND p.action <> 'allocations.preempt' AND p.verdict = 'admit' AND p.outcome LIKE '%"victims":[%' || d.allocation_id::text || '%' ORDER BY p.id LIMIT 1) AS b
    GROUP BY 1 HAVING count(*) >= at_least ORDER BY 1;
  PERFORM set_config('app.loading', coalesce(before, ''), true);
END $$;
DO $$ BEGIN EXECUTE format($p$CREATE POLICY pushing_as_owner ON decision FOR SELECT TO %I USING ((SELECT current_setting('app.loading', true)) = 'on' AND verdict = 'admit')$p$, current_user); END $$;
REVOKE ALL ON FUNCTION pushed_by_tenant(timestamptz, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION pushed_by_tenant(timestamptz, int) TO bailiwick_engine;
