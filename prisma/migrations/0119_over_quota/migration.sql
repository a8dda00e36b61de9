-- Who asked for more than a quota has room for is told of: to whoever works on the platform, and to the admins of that tenant.
ALTER POLICY watching ON decision USING ((SELECT current_setting('app.loop', true)) = 'watch' AND (action = 'allocations.preempt' OR reason IN ('split_request', 'too_many_pending', 'quota_exceeded', 'quota_exceeded_above')));
CREATE POLICY telling_of_quota ON role_binding FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'watch' AND role = 'tenant_admin' AND namespace_id IS NULL);
ALTER POLICY writing ON outbox WITH CHECK (attempts = 0 AND ended_at IS NULL
  AND (tenant_id IS NULL OR tenant_id = (SELECT current_setting('app.tenant_id', true)) OR (SELECT current_setting('app.platform', true)) = 'on' OR (SELECT current_setting('app.person_id', true)) <> '' OR (SELECT current_setting('app.loop', true)) IN ('deliver', 'lease', 'requests', 'watch')));

-- What the security of the platform is watched by, by the hour or the day: figures, and nobody's name. Of no more than a month, so that no view of it reads a year.
CREATE OR REPLACE FUNCTION security_counts(a_span text, a_since timestamptz) RETURNS TABLE (what text, since timestamptz, times bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' AS $$
DECLARE before text := current_setting('app.loop', true);
BEGIN
  IF (current_setting('app.platform', true) = 'on') IS NOT TRUE THEN RAISE EXCEPTION 'these figures are not for who asks' USING ERRCODE = 'insufficient_privilege'; END IF;
  IF a_span NOT IN ('hour', 'day') OR a_since < now() - interval '32 days' THEN RAISE EXCEPTION 'no such span, or too much of it' USING ERRCODE = 'invalid_parameter_value'; END IF;
  PERFORM set_config('app.loop', 'project', true);
  RETURN QUERY
    SELECT CASE t.resource WHEN 'signIn' THEN 'sign_in' WHEN '*' THEN 'denied' ELSE 'asked' END, t.since::timestamptz, sum(t.count)::bigint FROM record_tally t
      WHERE t.tenant_id = '*' AND t.span = a_span AND t.since >= a_since
        AND (t.resource = 'signIn' AND t.outcome = 'denied' OR t.resource = '*' AND t.outcome = 'denied' OR t.resource = 'allocations' AND t.verb = 'create') GROUP BY 1, 2
    UNION ALL SELECT 'over_quota', date_trunc(a_span, d.at), count(*) FROM decision d WHERE d.reason IN ('quota_exceeded', 'quota_exceeded_above') AND d.at >= a_since GROUP BY 1, 2
    UNION ALL SELECT 'preempted', date_trunc(a_span, d.at), count(*) FROM decision d WHERE d.action = 'allocations.preempt' AND d.at >= a_since GROUP BY 1, 2
    UNION ALL SELECT s.kind, date_trunc(a_span, s.at), count(*) FROM signal s
      WHERE s.kind IN ('sign_in.source_blocked', 'authorization.many_denials', 'allocations.unusual_rate', 'allocations.many_preemptions', 'allocations.over_quota', 'node.impossible_report') AND s.at >= a_since GROUP BY 1, 2
    UNION ALL SELECT 'known', (SELECT min(t.since)::timestamptz FROM record_tally t WHERE t.tenant_id = '*' AND t.span = a_span), 0::bigint;
  PERFORM set_config('app.loop', coalesce(before, ''), true);
END $$;
