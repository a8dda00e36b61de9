-- What the record is searched by: a line for each record, behind the writer. It can be thrown away and made again from the record at any time, and nothing is ever decided by it.
CREATE TABLE record_line (
  tenant_id text NOT NULL,
  stream text NOT NULL CHECK (stream IN ('deed', 'access')),
  sequence bigint NOT NULL CHECK (sequence > 0),
  at timestamptz(6) NOT NULL,
  id uuid NOT NULL,
  actor text,
  behalf text,
  verb text NOT NULL,
  resource text NOT NULL,
  name text,
  namespace text,
  outcome text NOT NULL,
  reason text,
  level text NOT NULL,
  reference text NOT NULL,
  words tsvector NOT NULL,
  PRIMARY KEY (tenant_id, stream, sequence, at)
) PARTITION BY RANGE (at);
CREATE INDEX record_line_of_tenant ON record_line (tenant_id, at, id);
CREATE INDEX record_line_at ON record_line (at, id);
CREATE INDEX record_line_of_actor ON record_line (actor, at, id);
CREATE INDEX record_line_words ON record_line USING gin (words);
-- How many of a sort there were in an hour and in a day: of one tenant, and under `*` of all; of one verb of one resource, and under `*` of all.
CREATE TABLE record_tally (
  tenant_id text NOT NULL,
  span text NOT NULL CHECK (span IN ('hour', 'day')),
  since timestamptz(0) NOT NULL,
  resource text NOT NULL,
  verb text NOT NULL,
  outcome text NOT NULL,
  count bigint NOT NULL CHECK (count > 0),
  PRIMARY KEY (tenant_id, span, since, resource, verb, outcome)
);
CREATE INDEX record_tally_totals ON record_tally (span, since) INCLUDE (tenant_id, outcome, count) WHERE resource = '*';
-- How far each stream is in the lines: moved in the transaction that writes them, so that each record is there exactly once.
CREATE TABLE record_projected (
  tenant_id text NOT NULL,
  stream text NOT NULL,
  sequence bigint NOT NULL,
  PRIMARY KEY (tenant_id, stream)
);
COMMENT ON TABLE record_line IS 'class: highly sensitive. What the record is searched by: nothing personal but opaque ids.';
COMMENT ON TABLE record_tally IS 'class: sensitive. How much is recorded, by the hour and by the day.';
COMMENT ON TABLE record_projected IS 'class: internal. How far each stream is in the lines.';

-- A month of the record and of its lines. Nobody is granted a partition.
CREATE OR REPLACE FUNCTION make_record_partition(a_day date) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' AS $$
DECLARE start date := date_trunc('month', a_day); parent text; part text;
BEGIN
  IF a_day NOT BETWEEN date '2020-01-01' AND current_date + 400 THEN RAISE EXCEPTION 'no partition is made for %', a_day; END IF;
  FOREACH parent IN ARRAY ARRAY['record', 'record_line'] LOOP
    part := parent || '_' || to_char(start, 'YYYY_MM');
    CONTINUE WHEN to_regclass('public.' || part) IS NOT NULL;
    PERFORM pg_advisory_xact_lock(hashtext('make_record_partition'));
    EXECUTE format('CREATE TABLE IF NOT EXISTS public.%I PARTITION OF public.%I FOR VALUES FROM (%L) TO (%L)', part, parent, start, start + interval '1 month');
    EXECUTE format('ALTER TABLE public.%I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', part);
    EXECUTE format('COMMENT ON TABLE public.%I IS %L', part, 'class: highly sensitive. One month of the record, or of its lines.');
  END LOOP;
END $$;
SELECT make_record_partition(to_date(right(c.relname, 7), 'YYYY_MM')) FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'public.record'::regclass;

DO $$
DECLARE t regclass;
BEGIN
  FOREACH t IN ARRAY ARRAY['record_line', 'record_tally', 'record_projected']::regclass[] LOOP
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', t);
    EXECUTE format($p$CREATE POLICY projecting_as_owner ON %s TO %I USING ((SELECT current_setting('app.loop', true)) = 'project')$p$, t, current_user);
  END LOOP;
  FOREACH t IN ARRAY ARRAY['record', 'access_head']::regclass[] LOOP
    EXECUTE format($p$CREATE POLICY projecting_as_owner ON %s FOR SELECT TO %I USING ((SELECT current_setting('app.loop', true)) = 'project')$p$, t, current_user);
  END LOOP;
  -- A condition of row security that is not a constant forbids the index of words, because its operator may leak. The functions that search run as the owner and ask themselves whose rows they are.
  EXECUTE format('CREATE POLICY searching_as_owner ON record_line FOR SELECT TO %I USING (true)', current_user);
END $$;
DO $$
DECLARE t regclass;
BEGIN
  FOREACH t IN ARRAY ARRAY['record_line', 'record_tally', 'record_projected']::regclass[] LOOP
    EXECUTE format($p$CREATE POLICY of_tenant ON %s FOR SELECT TO bailiwick_auditor USING (tenant_id = (SELECT current_setting('app.tenant_id', true)) AND (SELECT current_setting('app.namespaces', true)) = '*')$p$, t);
    EXECUTE format($p$CREATE POLICY of_platform ON %s FOR SELECT TO bailiwick_auditor USING ((SELECT current_setting('app.platform', true)) = 'on')$p$, t);
  END LOOP;
END $$;
-- The platform's auditors read every tenant's record, as the deed of one of them that the tenant finds in its own.
CREATE POLICY of_platform ON record FOR SELECT TO bailiwick_auditor USING ((SELECT current_setting('app.platform', true)) = 'on');
CREATE POLICY of_platform ON log_run FOR SELECT TO bailiwick_auditor USING ((SELECT current_setting('app.platform', true)) = 'on');
GRANT SELECT ON record_line, record_tally TO bailiwick_auditor;

-- What bytes say, where they say anything: a record that somebody spoilt keeps none of the others from being found.
CREATE FUNCTION record_said(bytes bytea) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN convert_from(bytes, 'UTF8')::jsonb;
EXCEPTION WHEN OTHERS THEN
  RETURN '{}';
END $$;
-- By which words it is found: what it is, as `verb/approve`, and the names in it, as machines write them. Never prose, and no addresses of people: those are personal.
CREATE FUNCTION line_words(said jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  WITH named AS (
    SELECT lower(v) AS name FROM unnest(ARRAY[said #>> '{action,verb}', said #>> '{action,resource}', said #>> '{action,namespace}', said #>> '{action,name}', said ->> 'reason', said #>> '{metadata,tenant}']) AS v WHERE v IS NOT NULL
    UNION SELECT lower(v) FROM (SELECT b #>> '{}' AS v FROM jsonb_path_query(jsonb_build_array(said -> 'request', said -> 'response', said -> 'context'), '$.** ? (@.type() == "string")') AS b LIMIT 200) AS bodies
      WHERE v ~ '^[a-z0-9][a-z0-9./_-]{1,62}$')
  SELECT array_agg(DISTINCT left(word, 200)) FROM (
    SELECT CASE WHEN name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN 'id/' || name ELSE part END AS word
    FROM named, LATERAL regexp_split_to_table(CASE WHEN name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN 'id' ELSE name END, '[^a-z0-9]+') AS part
    UNION SELECT lower(kind || '/' || value) FROM (VALUES ('tenant', said #>> '{metadata,tenant}'), ('verb', said #>> '{action,verb}'), ('resource', said #>> '{action,resource}'), ('namespace', said #>> '{action,namespace}'),
      ('name', said #>> '{action,name}'), ('outcome', said ->> 'outcome'), ('reason', said ->> 'reason'), ('level', said ->> 'level'), ('reference', said #>> '{metadata,reference}')) AS chips (kind, value)
    UNION SELECT 'role/' || lower(role) FROM jsonb_array_elements_text(CASE jsonb_typeof(said #> '{actor,groups}') WHEN 'array' THEN said #> '{actor,groups}' ELSE '[]' END) AS role) AS words
  WHERE word <> ''
$$;

-- The next of each stream that moved. One at a time of all who do this: the numbers in `record_projected` say from where.
CREATE FUNCTION project_records(most int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' AS $$
DECLARE many int;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('project_records'));
  WITH moved AS (
    SELECT h.tenant_id, h.stream, h.head, coalesce(p.sequence, 0) AS done FROM (
      SELECT coalesce(a.tenant_id, 'platform') AS tenant_id, 'deed' AS stream, a.deed_sequence AS head FROM account a WHERE a.kind IN ('platform', 'tenant')
      UNION ALL SELECT a.tenant_id, 'access', a.sequence FROM access_head a) AS h
    LEFT JOIN record_projected p ON p.tenant_id = h.tenant_id AND p.stream = h.stream WHERE h.head > coalesce(p.sequence, 0)),
  taken AS MATERIALIZED (
    SELECT m.tenant_id, m.stream, r.sequence, r.at, record_said(r.bytes) AS said FROM moved m CROSS JOIN LATERAL (
      SELECT r.sequence, r.at, r.bytes FROM record r WHERE r.tenant_id = m.tenant_id AND r.stream = m.stream AND r.sequence > m.done AND r.sequence <= m.head ORDER BY r.sequence LIMIT most) AS r LIMIT most),
  written AS (
    INSERT INTO record_line (tenant_id, stream, sequence, at, id, actor, behalf, verb, resource, name, namespace, outcome, reason, level, reference, words)
    SELECT tenant_id, stream, sequence, at, coalesce(substring(said ->> 'auditId' FROM '^audit-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$')::uuid, md5(tenant_id || stream || sequence)::uuid),
      left(coalesce(said #>> '{actor,userId}', said #>> '{actor,serviceAccount}'), 200), left(said #>> '{actor,onBehalfOf}', 200),
      coalesce(substring(said #>> '{action,verb}' FROM '^[A-Za-z][A-Za-z0-9._-]{0,62}$'), 'unreadable'), coalesce(substring(said #>> '{action,resource}' FROM '^[A-Za-z][A-Za-z0-9._-]{0,62}$'), 'record'),
      left(said #>> '{action,name}', 200), left(said #>> '{action,namespace}', 200), coalesce(substring(said ->> 'outcome' FROM '^(?:done|refused|denied|fault)$'), 'fault'),
      left(said ->> 'reason', 200), coalesce(left(said ->> 'level', 20), 'Metadata'), coalesce(left(said #>> '{metadata,reference}', 200), ''), array_to_tsvector(coalesce(line_words(said), '{}') || ARRAY['tenant/' || tenant_id])
    FROM taken ON CONFLICT DO NOTHING RETURNING tenant_id, at, resource, verb, outcome),
  tallied AS (
    INSERT INTO record_tally AS tally (tenant_id, span, since, resource, verb, outcome, count)
    SELECT coalesce(tenant_id, '*'), span, since, coalesce(resource, '*'), coalesce(verb, '*'), outcome, count(*)
    FROM (SELECT w.*, span, date_trunc(span, at) AS since FROM written w CROSS JOIN (VALUES ('hour'), ('day')) AS spans (span)) AS spanned
    GROUP BY GROUPING SETS ((tenant_id, span, since, resource, verb, outcome), (tenant_id, span, since, outcome), (span, since, resource, verb, outcome), (span, since, outcome))
    ON CONFLICT (tenant_id, span, since, resource, verb, outcome) DO UPDATE SET count = tally.count + excluded.count),
  -- Where nothing stands up to the head, somebody took it out: the seal says so, and what comes after it is found all the same.
  came AS (SELECT m.tenant_id, m.stream, coalesce(max(t.sequence), CASE WHEN (SELECT count(*) FROM taken) < most THEN m.head END) AS sequence
    FROM moved m LEFT JOIN taken t ON t.tenant_id = m.tenant_id AND t.stream = m.stream GROUP BY m.tenant_id, m.stream, m.head),
  kept AS (
    INSERT INTO record_projected (tenant_id, stream, sequence) SELECT tenant_id, stream, sequence FROM came WHERE sequence IS NOT NULL
    ON CONFLICT (tenant_id, stream) DO UPDATE SET sequence = excluded.sequence RETURNING 1)
  SELECT count(*) INTO many FROM taken;
  RETURN many;
END $$;
-- Forgets what is searched, so that it is made again from the record.
CREATE FUNCTION forget_lines() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('project_records'));
  TRUNCATE record_line, record_tally, record_projected;
END $$;
-- What is recorded and not yet found, of those streams that whoever asks may search, and since when the oldest of it waits.
CREATE FUNCTION lines_waiting() RETURNS TABLE (waiting bigint, since timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE whole boolean := current_setting('app.platform', true) = 'on'; own text := CASE WHEN current_setting('app.namespaces', true) = '*' THEN current_setting('app.tenant_id', true) END; before text := current_setting('app.loop', true);
BEGIN
  PERFORM set_config('app.loop', 'project', true);
  RETURN QUERY SELECT coalesce(sum(h.head - coalesce(p.sequence, 0)), 0)::bigint, min(r.at) FROM (
      SELECT coalesce(a.tenant_id, 'platform') AS tenant_id, 'deed' AS stream, a.deed_sequence AS head FROM account a WHERE a.kind IN ('platform', 'tenant') AND (whole OR a.tenant_id = own)
      UNION ALL SELECT a.tenant_id, 'access', a.sequence FROM access_head a WHERE whole OR a.tenant_id = own) AS h
    LEFT JOIN record_projected p ON p.tenant_id = h.tenant_id AND p.stream = h.stream
    LEFT JOIN LATERAL (SELECT r.at FROM record r WHERE r.tenant_id = h.tenant_id AND r.stream = h.stream AND r.sequence > coalesce(p.sequence, 0) ORDER BY r.sequence LIMIT 1) r ON true
    WHERE h.head > coalesce(p.sequence, 0);
  PERFORM set_config('app.loop', coalesce(before, ''), true);
END $$;
REVOKE ALL ON FUNCTION record_said(bytea), line_words(jsonb), project_records(int), forget_lines(), lines_waiting() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION project_records(int), forget_lines() TO bailiwick_engine;
GRANT EXECUTE ON FUNCTION lines_waiting() TO bailiwick_auditor;
