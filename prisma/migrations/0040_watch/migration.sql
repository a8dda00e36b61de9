-- What the engine watches for in the lines of the record: how often somebody was told no, and how often a tenant asked, by the hour. Figures, and of people their ids.
CREATE FUNCTION many_denied(a_since timestamptz, at_least int) RETURNS TABLE (actor text, times timestamptz[])
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT actor, array_agg(at ORDER BY at) FROM (SELECT l.actor, l.at FROM record_line l WHERE l.at > a_since AND l.outcome = 'denied' AND l.actor IS NOT NULL ORDER BY l.at DESC LIMIT 20000) latest
  GROUP BY actor HAVING count(*) >= at_least ORDER BY actor
$$;
CREATE FUNCTION asked_by_hour(a_since timestamptz) RETURNS TABLE (tenant text, since timestamptz, times bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE before text := current_setting('app.loop', true);
BEGIN
  PERFORM set_config('app.loop', 'project', true);
  RETURN QUERY SELECT t.tenant_id, t.since::timestamptz, sum(t.count)::bigint FROM record_tally t
    WHERE t.span = 'hour' AND t.since >= a_since AND t.tenant_id NOT IN ('*', 'platform') AND t.resource = 'allocations' AND t.verb = 'create' GROUP BY 1, 2 ORDER BY 1, 2;
  PERFORM set_config('app.loop', coalesce(before, ''), true);
END $$;
REVOKE ALL ON FUNCTION many_denied(timestamptz, int), asked_by_hour(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION many_denied(timestamptz, int), asked_by_hour(timestamptz) TO bailiwick_engine;
