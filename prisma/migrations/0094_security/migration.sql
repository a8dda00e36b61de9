-- Who failed too often and may not try for a while: written with the block itself, so that somebody can see whom it concerns and let them in again. The block stands in `try`, by hash alone.
CREATE TABLE shut_out (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  scope text NOT NULL,
  key bytea NOT NULL,
  -- Of these what the block is by.
  source_address text CHECK (length(source_address) <= 200),
  email text CHECK (length(email) <= 320),
  person_id uuid REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  since timestamptz(3) NOT NULL,
  until timestamptz(3) NOT NULL CHECK (until > since),
  let_in_at timestamptz(3) CHECK (let_in_at >= since),
  let_in_by uuid REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  let_in_for text CHECK (length(let_in_for) BETWEEN 1 AND 1000),
  CONSTRAINT shut_out_let_in CHECK (num_nonnulls(let_in_at, let_in_by, let_in_for) IN (0, 3))
);
CREATE INDEX shut_out_since ON shut_out (since DESC, id DESC);
CREATE INDEX shut_out_until ON shut_out (until);
CREATE INDEX shut_out_person ON shut_out (person_id) WHERE person_id IS NOT NULL;
CREATE INDEX shut_out_let_in_by ON shut_out (let_in_by) WHERE let_in_by IS NOT NULL;
ALTER TABLE shut_out ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
DO $$ BEGIN EXECUTE format($p$CREATE POLICY loading ON shut_out TO %I USING ((SELECT current_setting('app.loading', true)) = 'on')$p$, current_user); END $$;
-- Who fails is nobody yet, so whoever counts the failures writes it.
CREATE POLICY counting ON shut_out FOR INSERT TO bailiwick_engine WITH CHECK (let_in_at IS NULL);
CREATE POLICY of_platform ON shut_out FOR SELECT TO bailiwick_web, bailiwick_engine USING ((SELECT current_setting('app.platform', true)) = 'on');
CREATE POLICY letting_in ON shut_out FOR UPDATE TO bailiwick_engine USING (let_in_at IS NULL AND (SELECT current_setting('app.platform', true)) = 'on')
  WITH CHECK (let_in_by::text = (SELECT current_setting('app.person_id', true)));
CREATE POLICY clearing ON shut_out FOR DELETE TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'expire');
GRANT SELECT ON shut_out TO bailiwick_web, bailiwick_engine;
GRANT INSERT, DELETE, UPDATE (let_in_at, let_in_by, let_in_for) ON shut_out TO bailiwick_engine;
COMMENT ON TABLE shut_out IS 'class: sensitive, personal. Who failed too often and may not try for a while, and who let them in again.';

CREATE INDEX decision_over_quota ON decision (at) WHERE reason IN ('quota_exceeded', 'quota_exceeded_above');
DO $$ BEGIN EXECUTE format($p$CREATE POLICY counting_as_owner ON decision FOR SELECT TO %I USING ((SELECT current_setting('app.loop', true)) = 'project' AND (action = 'allocations.preempt' OR reason IN ('quota_exceeded', 'quota_exceeded_above')))$p$, current_user); END $$;
-- What the security of the platform is watched by, by the hour or the day: figures, and nobody's name. Of no more than a month, so that no view of it reads a year.
CREATE FUNCTION security_counts(a_span text, a_since timestamptz) RETURNS TABLE (what text, since timestamptz, times bigint)
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
      WHERE s.kind IN ('sign_in.source_blocked', 'authorization.many_denials', 'allocations.unusual_rate', 'allocations.many_preemptions', 'node.impossible_report') AND s.at >= a_since GROUP BY 1, 2
    UNION ALL SELECT 'known', (SELECT min(t.since)::timestamptz FROM record_tally t WHERE t.tenant_id = '*' AND t.span = a_span), 0::bigint;
  PERFORM set_config('app.loop', coalesce(before, ''), true);
END $$;
REVOKE ALL ON FUNCTION security_counts(text, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION security_counts(text, timestamptz) TO bailiwick_web;
