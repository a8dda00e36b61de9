-- What usually comes, for whoever runs the fleet: how often each shape was placed lately, and nothing of whose it was. It runs as the owner, because the platform reads no allocation,
-- and answers the platform alone.
CREATE FUNCTION shapes_placed(a_since timestamptz) RETURNS TABLE (cpu bigint, gpus integer, gpu_milli integer, times bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE before text := current_setting('app.loading', true);
BEGIN
  IF coalesce(current_setting('app.platform', true), '') <> 'on' THEN RETURN; END IF;
  PERFORM set_config('app.loading', 'on', true);
  RETURN QUERY SELECT (a.placement #>> '{each,cpuMilli}')::bigint, jsonb_array_length(a.placement #> '{pods,0,gpus}'), (a.placement #>> '{each,gpuMilli}')::int, sum(a.pods)::bigint
    FROM allocation a WHERE a.placement IS NOT NULL AND a.admitted_at >= a_since GROUP BY 1, 2, 3 ORDER BY 4 DESC, 1, 2, 3 LIMIT 500;
  PERFORM set_config('app.loading', coalesce(before, ''), true);
END $$;
REVOKE ALL ON FUNCTION shapes_placed(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION shapes_placed(timestamptz) TO bailiwick_web;
