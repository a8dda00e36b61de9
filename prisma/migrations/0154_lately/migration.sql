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
