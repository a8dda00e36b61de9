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

-- All that is held in a place when its review begins, found by the place: what else the owner of a token holds is asked of those who hold something there, and not of everybody who has a token.
CREATE OR REPLACE FUNCTION review_begins() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE said text := current_setting('app.loading', true);
BEGIN
  PERFORM set_config('app.loading', 'on', true);
  INSERT INTO review_line (review_id, tenant_id, asked, kind, role_binding_id, group_binding_id, token_id, person_id, since, evidence)
  SELECT NEW.id, NEW.tenant_id, CASE WHEN NEW.tenant_id IS NULL THEN 'platform' ELSE 'tenant' END, held.kind, held.role_binding_id, held.group_binding_id, held.token_id, held.person_id, held.since,
    held.evidence || CASE WHEN held.person_id IS NULL THEN '{}'::jsonb ELSE jsonb_build_object(
      'signedInAt', (SELECT to_char(max(s.at), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') FROM sign_in s WHERE s.person_id = held.person_id AND s.outcome = 'done'),
      'factors', (SELECT coalesce(jsonb_agg(DISTINCT f.kind), '[]') FROM factor f WHERE f.person_id = held.person_id AND f.removed_at IS NULL),
      'isDisabled', (SELECT p.disabled_at IS NOT NULL FROM person p WHERE p.id = held.person_id)) END
  FROM (
    SELECT 'role' AS kind, b.id AS role_binding_id, NULL::uuid AS group_binding_id, NULL::uuid AS token_id, b.person_id, b.valid_from AS since, b.person_id::text AS named,
      jsonb_build_object('role', b.role, 'namespace', b.namespace_id, 'grantedBy', b.granted_by, 'until', to_char(b.valid_to, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'title', (SELECT v.title FROM custom_role_version v WHERE v.role_id = b.custom_role ORDER BY v.version DESC LIMIT 1)) AS evidence
    FROM role_binding b WHERE (b.tenant_id = NEW.tenant_id OR b.tenant_id IS NULL AND NEW.tenant_id IS NULL) AND b.through_group IS NULL AND b.valid_from <= NEW.began_at AND (b.valid_to IS NULL OR b.valid_to > NEW.began_at)
    UNION ALL SELECT 'group', NULL, g.id, NULL, NULL, g.valid_from, g.group_name,
      jsonb_build_object('role', g.role, 'namespace', g.namespace_id, 'grantedBy', g.granted_by, 'until', to_char(g.valid_to, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'group', g.group_name, 'provider', g.provider,
        'people', (SELECT count(*) FROM role_binding b WHERE b.through_group = g.id AND (b.valid_to IS NULL OR b.valid_to > NEW.began_at)))
    FROM group_binding g WHERE g.tenant_id = NEW.tenant_id AND g.valid_from <= NEW.began_at AND (g.valid_to IS NULL OR g.valid_to > NEW.began_at)
    UNION ALL SELECT 'token', NULL, NULL, t.id, t.person_id, t.made_at, t.person_id::text,
      jsonb_build_object('title', t.title, 'actions', cardinality(t.actions), 'until', to_char(t.expires_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'usedAt', to_char(t.last_used_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    FROM token t WHERE t.made_at <= NEW.began_at AND t.ended_at IS NULL AND t.expires_at > NEW.began_at
      AND (NEW.tenant_id IS NULL OR t.person_id IN (SELECT b.person_id FROM role_binding b WHERE b.tenant_id = NEW.tenant_id AND b.valid_from <= NEW.began_at AND (b.valid_to IS NULL OR b.valid_to > NEW.began_at)))
      AND NEW.tenant_id IS NOT DISTINCT FROM (SELECT CASE WHEN count(DISTINCT b.tenant_id) = 1 AND bool_and(b.tenant_id IS NOT NULL) THEN min(b.tenant_id) END
        FROM role_binding b WHERE b.person_id = t.person_id AND b.valid_from <= NEW.began_at AND (b.valid_to IS NULL OR b.valid_to > NEW.began_at))
  ) AS held LEFT JOIN person p ON p.id = held.person_id ORDER BY coalesce(p.name, held.named), held.person_id, held.since;
  PERFORM set_config('app.loading', coalesce(said, ''), true);
  PERFORM review_ask_above(NEW.id);
  RETURN NULL;
END $$;

-- What is to be seen of each month that stands. Under row security a moment is compared with a date in every row, and with a moment in the index.
CREATE OR REPLACE FUNCTION months_standing() RETURNS TABLE (month date, records bigint, bytes bigint, sealed boolean, compared boolean, holds int, kept_until timestamptz, is_past boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' AS $$
DECLARE before text := current_setting('app.loop', true); unsealed timestamptz; compared_since timestamptz;
BEGIN
  PERFORM set_config('app.loop', 'months', true);
  SELECT min(r.at) INTO unsealed FROM stream_heads() h CROSS JOIN LATERAL (SELECT r.at FROM record r WHERE r.tenant_id = h.tenant_id AND r.stream = h.stream AND r.sequence > h.sealed ORDER BY r.sequence LIMIT 1) r WHERE h.head > h.sealed;
  SELECT c.began_at INTO compared_since FROM log_check c WHERE c.id = 1 AND c.faults = '[]';
  RETURN QUERY SELECT m.month,
    coalesce((SELECT sum(t.count)::bigint FROM record_tally t WHERE t.tenant_id = '*' AND t.span = 'day' AND t.resource = '*' AND t.verb = '*' AND t.since >= m.month::timestamptz AND t.since < (m.month + interval '1 month')::timestamptz), 0),
    pg_total_relation_size(to_regclass('public.record_' || to_char(m.month, 'YYYY_MM'))) + coalesce(pg_total_relation_size(to_regclass('public.record_line_' || to_char(m.month, 'YYYY_MM'))), 0),
    m.month + interval '1 month' <= now() AND coalesce(unsealed >= m.month + interval '1 month', true),
    m.month + interval '1 month' <= now() AND coalesce(unsealed >= m.month + interval '1 month', true) AND coalesce(compared_since >= m.month + interval '1 month', false),
    holds_of_month(m.month), kept_until(m.month), kept_until(m.month) <= now()
    FROM record_months_there() m ORDER BY m.month;
  PERFORM set_config('app.loop', coalesce(before, ''), true);
END $$;

-- Where each stream was sealed to is the last of its runs. With row security the planner takes few of them to be seen, and would read them all to find it.
ALTER FUNCTION stream_heads() SET enable_sort = off;
