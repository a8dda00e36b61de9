-- Of whom everything was answered with the same one's yes, and the other way round: on how many days each, and how many others say yes there as well.
CREATE FUNCTION answered_each_other(a_since timestamptz, days_least int) RETURNS TABLE (place text, one uuid, other uuid, days_of_one int, days_of_other int, others int)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE before text := current_setting('app.loading', true);
BEGIN
  PERFORM set_config('app.loading', 'on', true);
  RETURN QUERY WITH answered AS (
      SELECT coalesce(r.tenant_id, 'platform') AS place, r.requested_by AS asker, r.said_yes, date_trunc('day', r.decided_at, 'UTC') AS day FROM request r
      WHERE r.state = 'approved' AND r.decided_at > a_since AND cardinality(r.said_yes) > 0),
    whole AS (SELECT a.place, a.asker, count(*) AS times FROM answered a GROUP BY 1, 2),
    side AS (SELECT a.place, a.asker, y.yes, count(*) AS times, count(DISTINCT a.day)::int AS days FROM answered a CROSS JOIN LATERAL unnest(a.said_yes) AS y (yes) GROUP BY 1, 2, 3),
    always AS (SELECT s.place, s.asker, s.yes, s.days FROM side s JOIN whole w USING (place, asker) WHERE s.times = w.times AND s.days >= days_least)
    SELECT x.place, x.asker, x.yes, x.days, y.days, (SELECT count(DISTINCT z.yes)::int FROM side z WHERE z.place = x.place AND z.yes NOT IN (x.asker, x.yes))
    FROM always x JOIN always y ON y.place = x.place AND y.asker = x.yes AND y.yes = x.asker WHERE x.asker < x.yes ORDER BY 1, 2, 3;
  PERFORM set_config('app.loading', coalesce(before, ''), true);
END $$;
REVOKE ALL ON FUNCTION answered_each_other(timestamptz, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION answered_each_other(timestamptz, int) TO bailiwick_engine;
