-- What usually comes is told by the newest of what was placed: of thousands that were, more say nothing that those do not, and each is read with all that was chosen for it.
CREATE INDEX allocation_placed ON allocation (admitted_at) WHERE placement IS NOT NULL;
CREATE OR REPLACE FUNCTION shapes_placed(a_since timestamptz) RETURNS TABLE (cpu bigint, gpus integer, gpu_milli integer, times bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_sort = off AS $$
DECLARE before text := current_setting('app.loading', true);
BEGIN
  IF coalesce(current_setting('app.platform', true), '') <> 'on' THEN RETURN; END IF;
  PERFORM set_config('app.loading', 'on', true);
  RETURN QUERY SELECT (a.placement #>> '{each,cpuMilli}')::bigint, jsonb_array_length(a.placement #> '{pods,0,gpus}'), (a.placement #>> '{each,gpuMilli}')::int, sum(a.pods)::bigint
    FROM (SELECT p.placement, p.pods FROM allocation p WHERE p.placement IS NOT NULL AND p.admitted_at >= a_since ORDER BY p.admitted_at DESC LIMIT 1000) a GROUP BY 1, 2, 3 ORDER BY 4 DESC, 1, 2, 3 LIMIT 500;
  PERFORM set_config('app.loading', coalesce(before, ''), true);
END $$;

-- Whoever held something within a day or a week is found by when it ended, of all that ever ended.
CREATE INDEX allocation_ended ON allocation (ended_at) WHERE ended_at IS NOT NULL;

-- How often a tenant asked, by the hour, of those that asked so often in the hour that began then: the week before it, too. Who did nothing that often in it is passed over by the totals.
DROP FUNCTION asked_by_hour(timestamptz);
CREATE FUNCTION asked_by_hour(a_hour timestamptz, at_least int) RETURNS TABLE (tenant text, since timestamptz, times bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE before text := current_setting('app.loop', true);
BEGIN
  PERFORM set_config('app.loop', 'project', true);
  RETURN QUERY WITH busy AS MATERIALIZED (
      SELECT t.tenant_id FROM record_tally t WHERE t.span = 'hour' AND t.since = a_hour AND t.resource = '*' AND t.tenant_id NOT IN ('*', 'platform') GROUP BY 1 HAVING sum(t.count) >= at_least),
    hot AS MATERIALIZED (
      SELECT b.tenant_id FROM busy b WHERE (SELECT sum(t.count) FROM record_tally t WHERE t.tenant_id = b.tenant_id AND t.span = 'hour' AND t.since = a_hour AND t.resource = 'allocations' AND t.verb = 'create') >= at_least)
    SELECT h.tenant_id, w.since, w.times FROM hot h CROSS JOIN LATERAL (
      SELECT t.since::timestamptz AS since, sum(t.count)::bigint AS times FROM record_tally t
      WHERE t.tenant_id = h.tenant_id AND t.span = 'hour' AND t.since >= a_hour - interval '7 days' AND t.since <= a_hour AND t.resource = 'allocations' AND t.verb = 'create' GROUP BY 1) w ORDER BY 1, 2;
  PERFORM set_config('app.loop', coalesce(before, ''), true);
END $$;
REVOKE ALL ON FUNCTION asked_by_hour(timestamptz, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION asked_by_hour(timestamptz, int) TO bailiwick_engine;
