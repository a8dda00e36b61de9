-- How long the record is kept: the months that are made ahead, and those that are written out and taken away.
-- Never less than a year, whoever writes the policy.
ALTER TABLE policy ADD CONSTRAINT policy_retention CHECK (tenant_id IS NOT NULL OR kind <> 'retention' OR coalesce((body ->> 'days')::int, 0) BETWEEN 365 AND 3650);

-- What is known of each month: of one that stands, as it was last looked at; of one that was taken away, what became of it, and nothing of that changes any more.
CREATE TABLE record_month (
  month date PRIMARY KEY CHECK (extract(day FROM month) = 1),
  records bigint NOT NULL CHECK (records >= 0),
  bytes bigint NOT NULL CHECK (bytes >= 0),
  sealed boolean NOT NULL,
  compared boolean NOT NULL,
  holds int NOT NULL CHECK (holds >= 0),
  kept_until timestamptz(3) NOT NULL,
  waits text CHECK (waits ~ '^[a-z_]{1,40}$'),
  looked_at timestamptz(3) NOT NULL,
  taken_at timestamptz(3),
  file text CHECK (length(file) BETWEEN 1 AND 200),
  digest bytea CHECK (length(digest) = 32),
  note text CHECK (octet_length(note) <= 4096),
  CONSTRAINT record_month_taken CHECK (num_nonnulls(taken_at, file, digest, note) IN (0, 4) AND (taken_at IS NULL OR taken_at >= kept_until))
);
-- Which numbers of which streams went with it. What a place is called stands here after the tenant is gone.
CREATE TABLE record_taken (
  place text NOT NULL,
  stream text NOT NULL CHECK (stream IN ('deed', 'access')),
  first bigint NOT NULL CHECK (first > 0),
  last bigint NOT NULL CHECK (last >= first),
  month date NOT NULL REFERENCES record_month ON DELETE RESTRICT,
  PRIMARY KEY (place, stream, first)
);
CREATE INDEX record_taken_month ON record_taken (month);
COMMENT ON TABLE record_month IS 'class: internal. How long each month of the record is kept, and where it went.';
COMMENT ON TABLE record_taken IS 'class: internal. Which numbers of the record were taken away with which month.';

-- Nothing fails for want of a month: what is of none stands here until its month is made.
CREATE TABLE record_rest PARTITION OF record DEFAULT;
CREATE TABLE record_line_rest PARTITION OF record_line DEFAULT;
COMMENT ON TABLE record_rest IS 'class: highly sensitive. What was recorded in a month that was not made ahead.';
COMMENT ON TABLE record_line_rest IS 'class: highly sensitive. The lines of what was recorded in a month that was not made ahead.';

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['record_month', 'record_taken', 'record_rest', 'record_line_rest'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', t);
  END LOOP;
  FOREACH t IN ARRAY ARRAY['record_month', 'record_taken', 'record_rest', 'record_line_rest', 'record_tally', 'feed_place'] LOOP
    EXECUTE format($p$CREATE POLICY months_as_owner ON %I TO %I USING ((SELECT current_setting('app.loop', true)) = 'months')$p$, t, current_user);
  END LOOP;
  FOREACH t IN ARRAY ARRAY['record', 'record_line'] LOOP
    EXECUTE format($p$CREATE POLICY months_as_owner ON %I FOR SELECT TO %I USING ((SELECT current_setting('app.loop', true)) = 'months')$p$, t, current_user);
    EXECUTE format($p$CREATE POLICY months_put_back ON %I FOR INSERT TO %I WITH CHECK ((SELECT current_setting('app.loop', true)) = 'months')$p$, t, current_user);
  END LOOP;
  FOREACH t IN ARRAY ARRAY['access_head', 'log_run', 'log_check', 'witness', 'tenant', 'feed'] LOOP
    EXECUTE format($p$CREATE POLICY months_as_owner ON %I FOR SELECT TO %I USING ((SELECT current_setting('app.loop', true)) = 'months')$p$, t, current_user);
  END LOOP;
END $$;
CREATE POLICY of_platform ON record_month FOR SELECT TO bailiwick_web, bailiwick_engine USING ((SELECT current_setting('app.platform', true)) = 'on');
CREATE POLICY looking ON record_month FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) IN ('months', 'seal'));
CREATE POLICY beginning ON record_month FOR INSERT TO bailiwick_engine WITH CHECK (taken_at IS NULL AND (SELECT current_setting('app.loop', true)) = 'months');
CREATE POLICY going_on ON record_month FOR UPDATE TO bailiwick_engine USING (taken_at IS NULL AND (SELECT current_setting('app.loop', true)) = 'months');
CREATE POLICY looking ON record_taken FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) IN ('months', 'seal'));
GRANT SELECT ON record_month TO bailiwick_web;
GRANT SELECT, INSERT (month, records, bytes, sealed, compared, holds, kept_until, waits, looked_at), UPDATE (records, bytes, sealed, compared, holds, kept_until, waits, looked_at) ON record_month TO bailiwick_engine;
GRANT SELECT ON record_taken TO bailiwick_engine;

-- A month of the record and of its lines; what stood in neither for want of it moves there. A month that was taken away is not made again.
CREATE OR REPLACE FUNCTION make_record_partition(a_day date) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' SET lock_timeout = '5s' AS $$
DECLARE start date := date_trunc('month', a_day); parent text; part text; before text := current_setting('app.loop', true);
BEGIN
  IF a_day NOT BETWEEN date '2020-01-01' AND current_date + 400 THEN RAISE EXCEPTION 'no partition is made for %', a_day; END IF;
  PERFORM set_config('app.loop', 'months', true);
  FOREACH parent IN ARRAY ARRAY['record', 'record_line'] LOOP
    part := parent || '_' || to_char(start, 'YYYY_MM');
    CONTINUE WHEN to_regclass('public.' || part) IS NOT NULL OR EXISTS (SELECT FROM record_month m WHERE m.month = start AND m.taken_at IS NOT NULL);
    PERFORM pg_advisory_xact_lock(hashtext('make_record_partition'));
    CONTINUE WHEN to_regclass('public.' || part) IS NOT NULL;
    EXECUTE format('LOCK TABLE public.%I IN ACCESS EXCLUSIVE MODE', parent || '_rest');
    EXECUTE format('CREATE TEMP TABLE put_back ON COMMIT DROP AS SELECT * FROM public.%I WHERE at >= %L AND at < %L', parent || '_rest', start, start + interval '1 month');
    EXECUTE format('DELETE FROM public.%I WHERE at >= %L AND at < %L', parent || '_rest', start, start + interval '1 month');
    EXECUTE format('CREATE TABLE public.%I PARTITION OF public.%I FOR VALUES FROM (%L) TO (%L)', part, parent, start, start + interval '1 month');
    EXECUTE format('ALTER TABLE public.%I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', part);
    EXECUTE format('COMMENT ON TABLE public.%I IS %L', part, 'class: highly sensitive. One month of the record, or of its lines.');
    EXECUTE format('INSERT INTO public.%I SELECT * FROM pg_temp.put_back', parent);
    DROP TABLE pg_temp.put_back;
  END LOOP;
  PERFORM set_config('app.loop', coalesce(before, ''), true);
END $$;

-- The months that stand.
CREATE FUNCTION record_months_there() RETURNS TABLE (month date) LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT to_date(right(c.relname, 7), 'YYYY_MM') FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'public.record'::regclass AND c.relname ~ '^record_\d{4}_\d{2}$'
$$;
-- Every month from the last that stands, or from that of the oldest that has none, until three ahead.
CREATE FUNCTION make_record_months() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' AS $$
DECLARE this_month date := date_trunc('month', now()); since date; before text := current_setting('app.loop', true);
BEGIN
  PERFORM set_config('app.loop', 'months', true);
  SELECT least(this_month, (SELECT max(m.month) FROM record_months_there() m), (SELECT date_trunc('month', min(r.at))::date FROM record_rest r WHERE r.at >= '2020-01-01')) INTO since;
  PERFORM make_record_partition(n::date) FROM generate_series(since::timestamp, this_month + interval '3 months', interval '1 month') AS n;
  PERFORM set_config('app.loop', coalesce(before, ''), true);
END $$;
CREATE FUNCTION months_ahead() RETURNS int LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' AS $$
  SELECT count(*)::int FROM record_months_there() m WHERE m.month > date_trunc('month', now())
$$;

-- How many days the record is kept: what the policy says, and a year where it says nothing that can be read.
CREATE FUNCTION retention_days() RETURNS int LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT greatest(365, coalesce((SELECT (p.body ->> 'days')::int FROM policy p WHERE p.tenant_id IS NULL AND p.kind = 'retention' AND p.valid_to IS NULL), 365))
$$;
CREATE FUNCTION kept_until(a_month date) RETURNS timestamptz LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' AS $$
  SELECT ((a_month + interval '1 month') + make_interval(days => retention_days()))::timestamptz
$$;
-- A hold on a tenant keeps each month that it was there in, and one of the platform every month.
CREATE FUNCTION holds_of_month(a_month date) RETURNS int LANGUAGE sql SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' AS $$
  SELECT count(*)::int FROM holds_of(NULL) h LEFT JOIN tenant t ON t.id = h.of_tenant WHERE h.of_tenant IS NULL OR t.created_at < a_month + interval '1 month'
$$;

-- What is to be seen of each month that stands. How many records there are is told by the tallies, because counting them would read the month.
CREATE FUNCTION months_standing() RETURNS TABLE (month date, records bigint, bytes bigint, sealed boolean, compared boolean, holds int, kept_until timestamptz, is_past boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' AS $$
DECLARE before text := current_setting('app.loop', true); unsealed timestamptz; compared_since timestamptz;
BEGIN
  PERFORM set_config('app.loop', 'months', true);
  SELECT min(r.at) INTO unsealed FROM stream_heads() h CROSS JOIN LATERAL (SELECT r.at FROM record r WHERE r.tenant_id = h.tenant_id AND r.stream = h.stream AND r.sequence > h.sealed ORDER BY r.sequence LIMIT 1) r WHERE h.head > h.sealed;
  SELECT c.began_at INTO compared_since FROM log_check c WHERE c.id = 1 AND c.faults = '[]';
  RETURN QUERY SELECT m.month,
    coalesce((SELECT sum(t.count)::bigint FROM record_tally t WHERE t.tenant_id = '*' AND t.span = 'day' AND t.resource = '*' AND t.verb = '*' AND t.since >= m.month AND t.since < m.month + interval '1 month'), 0),
    pg_total_relation_size(to_regclass('public.record_' || to_char(m.month, 'YYYY_MM'))) + coalesce(pg_total_relation_size(to_regclass('public.record_line_' || to_char(m.month, 'YYYY_MM'))), 0),
    m.month + interval '1 month' <= now() AND coalesce(unsealed >= m.month + interval '1 month', true),
    m.month + interval '1 month' <= now() AND coalesce(unsealed >= m.month + interval '1 month', true) AND coalesce(compared_since >= m.month + interval '1 month', false),
    holds_of_month(m.month), kept_until(m.month), kept_until(m.month) <= now()
    FROM record_months_there() m ORDER BY m.month;
  PERFORM set_config('app.loop', coalesce(before, ''), true);
END $$;

-- A month's records after one of them, in the order of their streams, each with its place in the log: of a month that is past retention, and of no other.
CREATE FUNCTION records_of_month(a_month date, after_place text, after_stream text, after_sequence bigint, most int) RETURNS TABLE (place text, stream text, sequence bigint, bytes bytea, index bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' AS $$
BEGIN
  IF (current_setting('app.loop', true) = 'months') IS NOT TRUE OR kept_until(a_month) > now() THEN RAISE EXCEPTION 'the month % is not to be taken away', a_month USING ERRCODE = 'insufficient_privilege'; END IF;
  RETURN QUERY SELECT r.tenant_id, r.stream, r.sequence, r.bytes, l.first + r.sequence - l.sequence
    FROM record r LEFT JOIN LATERAL (SELECT l.first, l.sequence, l.count FROM log_run l WHERE l.tenant_id = r.tenant_id AND l.stream = r.stream AND l.sequence <= r.sequence ORDER BY l.sequence DESC LIMIT 1) l ON r.sequence < l.sequence + l.count
    WHERE r.at >= a_month AND r.at < a_month + interval '1 month' AND (r.tenant_id, r.stream, r.sequence) > (after_place, after_stream, after_sequence)
    ORDER BY r.tenant_id, r.stream, r.sequence LIMIT least(most, 5000);
END $$;

-- Takes a month away for good, of the record and of all that it is searched by. It asks for itself whether it may go, whoever calls it: it is past retention, nothing holds it, and every record of it
-- is sealed, was compared since and found whole, and is with every witness there is. Which numbers go is written down; whoever calls adds what was signed of them, and what they were written out to.
CREATE FUNCTION take_record_month(a_month date, a_records bigint, a_file text, a_digest bytea, a_note text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' SET lock_timeout = '5s' AS $$
DECLARE ends timestamptz := a_month + interval '1 month'; part text := 'record_' || to_char(a_month, 'YYYY_MM'); lines text := 'record_line_' || to_char(a_month, 'YYYY_MM'); before text := current_setting('app.loop', true);
  there bigint; sealed_to bigint; not_sealed bigint;
BEGIN
  IF (before = 'months') IS NOT TRUE THEN RAISE EXCEPTION 'months are taken away by their loop' USING ERRCODE = 'insufficient_privilege'; END IF;
  IF to_regclass('public.' || part) IS NULL OR a_month <> date_trunc('month', a_month) THEN RAISE EXCEPTION 'there is no month %', a_month; END IF;
  IF kept_until(a_month) > now() THEN RAISE EXCEPTION 'month_past_retention: the month % is kept until %', a_month, kept_until(a_month) USING ERRCODE = 'object_not_in_prerequisite_state', CONSTRAINT = 'month_past_retention'; END IF;
  IF holds_of_month(a_month) > 0 THEN RAISE EXCEPTION 'month_not_held: the month % is held', a_month USING ERRCODE = 'check_violation', CONSTRAINT = 'month_not_held'; END IF;
  PERFORM pg_advisory_xact_lock(hashtext('make_record_partition'));
  -- From here on nothing is added to it.
  EXECUTE format('LOCK TABLE public.%I IN SHARE MODE', part);
  INSERT INTO record_month (month, records, bytes, sealed, compared, holds, kept_until, looked_at) VALUES (a_month, 0, 0, true, true, 0, kept_until(a_month), now()) ON CONFLICT (month) DO NOTHING;
  INSERT INTO record_taken (place, stream, first, last, month)
    SELECT i.tenant_id, i.stream, min(i.sequence), max(i.sequence), a_month
    FROM (SELECT r.tenant_id, r.stream, r.sequence, r.sequence - row_number() OVER (PARTITION BY r.tenant_id, r.stream ORDER BY r.sequence) AS island FROM record r WHERE r.at >= a_month AND r.at < ends) i
    GROUP BY i.tenant_id, i.stream, i.island;
  SELECT coalesce(sum(t.last - t.first + 1), 0), max(l.first + t.last - l.sequence + 1), count(*) FILTER (WHERE l.first IS NULL) INTO there, sealed_to, not_sealed
    FROM record_taken t LEFT JOIN LATERAL (SELECT l.first, l.sequence FROM log_run l WHERE l.tenant_id = t.place AND l.stream = t.stream AND l.sequence <= t.last AND t.last < l.sequence + l.count) l ON true WHERE t.month = a_month;
  IF there = 0 OR there <> a_records THEN RAISE EXCEPTION 'month_written_out: the month % has % records, and not %', a_month, there, a_records USING ERRCODE = 'check_violation', CONSTRAINT = 'month_written_out'; END IF;
  IF not_sealed > 0 THEN RAISE EXCEPTION 'month_sealed: the month % is not sealed', a_month USING ERRCODE = 'check_violation', CONSTRAINT = 'month_sealed'; END IF;
  IF NOT EXISTS (SELECT FROM log_check c WHERE c.id = 1 AND c.faults = '[]' AND c.size >= sealed_to AND c.began_at >= ends) THEN RAISE EXCEPTION 'month_compared: the month % was not compared', a_month USING ERRCODE = 'check_violation', CONSTRAINT = 'month_compared'; END IF;
  IF EXISTS (SELECT FROM witness w WHERE w.size < sealed_to) THEN RAISE EXCEPTION 'month_witnessed: the month % is not with its witnesses', a_month USING ERRCODE = 'check_violation', CONSTRAINT = 'month_witnessed'; END IF;
  -- Whoever follows the record goes on behind what is gone.
  UPDATE feed_place p SET sequence = t.last FROM record_taken t WHERE t.month = a_month AND p.tenant_id = t.place AND p.stream = t.stream AND p.sequence >= t.first - 1 AND p.sequence < t.last;
  INSERT INTO feed_place (feed_id, tenant_id, stream, sequence) SELECT f.id, t.place, t.stream, t.last FROM record_taken t JOIN feed f ON f.ended_at IS NULL AND (f.tenant_id IS NULL OR f.tenant_id = t.place) WHERE t.month = a_month AND t.first = 1 ON CONFLICT DO NOTHING;
  DELETE FROM record_tally t WHERE t.since >= a_month AND t.since < ends;
  EXECUTE format('DROP TABLE IF EXISTS public.%I', lines);
  EXECUTE format('DROP TABLE public.%I', part);
  UPDATE record_month m SET records = there, waits = NULL, holds = 0, sealed = true, compared = true, kept_until = kept_until(a_month), looked_at = now(), taken_at = now(), file = a_file, digest = a_digest, note = a_note WHERE m.month = a_month;
END $$;
REVOKE ALL ON FUNCTION record_months_there(), make_record_months(), months_ahead(), retention_days(), kept_until(date), holds_of_month(date), months_standing(), records_of_month(date, text, text, bigint, int), take_record_month(date, bigint, text, bytea, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION make_record_months(), months_ahead(), months_standing(), records_of_month(date, text, text, bigint, int), take_record_month(date, bigint, text, bytea, text) TO bailiwick_engine;
