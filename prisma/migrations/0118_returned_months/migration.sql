-- Months that were taken away, as the log's key says, and stand in the database again, as after a restore: which they are is said wherever the record is read.
ALTER TABLE log_check ADD COLUMN returned jsonb NOT NULL DEFAULT '[]';
ALTER TABLE log_check ALTER COLUMN returned DROP DEFAULT;
GRANT UPDATE (returned) ON log_check TO bailiwick_engine;

-- A month in which nothing was recorded goes as any other does: it stands for nothing that could be missed, and says so, signed.
-- Takes a month away for good, of the record and of all that it is searched by. It asks for itself whether it may go, whoever calls it: it is past retention, nothing holds it, and every record of it
-- is sealed, was compared since and found whole, and is with every witness that is set. Which numbers go is written down; whoever calls adds what was signed of them, and what they were written out to.
CREATE OR REPLACE FUNCTION take_record_month(a_month date, a_records bigint, a_file text, a_digest bytea, a_note text) RETURNS void
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
    GROUP BY i.tenant_id, i.stream, i.island
    -- One that was taken before and stands again goes as what it was then, or not at all: anything else comes to another number.
    ON CONFLICT DO NOTHING;
  SELECT coalesce(sum(t.last - t.first + 1), 0), coalesce(max(l.first + t.last - l.sequence + 1), 0), count(*) FILTER (WHERE l.first IS NULL) INTO there, sealed_to, not_sealed
    FROM record_taken t LEFT JOIN LATERAL (SELECT l.first, l.sequence FROM log_run l WHERE l.tenant_id = t.place AND l.stream = t.stream AND l.sequence <= t.last AND t.last < l.sequence + l.count) l ON true WHERE t.month = a_month;
  IF there <> a_records THEN RAISE EXCEPTION 'month_written_out: the month % has % records, and not %', a_month, there, a_records USING ERRCODE = 'check_violation', CONSTRAINT = 'month_written_out'; END IF;
  IF not_sealed > 0 THEN RAISE EXCEPTION 'month_sealed: the month % is not sealed', a_month USING ERRCODE = 'check_violation', CONSTRAINT = 'month_sealed'; END IF;
  IF NOT EXISTS (SELECT FROM log_check c WHERE c.id = 1 AND c.faults = '[]' AND c.size >= sealed_to AND c.began_at >= ends) THEN RAISE EXCEPTION 'month_compared: the month % was not compared', a_month USING ERRCODE = 'check_violation', CONSTRAINT = 'month_compared'; END IF;
  IF EXISTS (SELECT FROM witness w WHERE w.ended_at IS NULL AND w.size < sealed_to) THEN RAISE EXCEPTION 'month_witnessed: the month % is not with its witnesses', a_month USING ERRCODE = 'check_violation', CONSTRAINT = 'month_witnessed'; END IF;
  -- Whoever follows the record goes on behind what is gone.
  UPDATE feed_place p SET sequence = t.last FROM record_taken t WHERE t.month = a_month AND p.tenant_id = t.place AND p.stream = t.stream AND p.sequence >= t.first - 1 AND p.sequence < t.last;
  INSERT INTO feed_place (feed_id, tenant_id, stream, sequence) SELECT f.id, t.place, t.stream, t.last FROM record_taken t JOIN feed f ON f.ended_at IS NULL AND (f.tenant_id IS NULL OR f.tenant_id = t.place) WHERE t.month = a_month AND t.first = 1 ON CONFLICT DO NOTHING;
  DELETE FROM record_tally t WHERE t.since >= a_month AND t.since < ends;
  EXECUTE format('DROP TABLE IF EXISTS public.%I', lines);
  EXECUTE format('DROP TABLE public.%I', part);
  UPDATE record_month m SET records = there, waits = NULL, holds = 0, sealed = true, compared = true, kept_until = kept_until(a_month), looked_at = now(), taken_at = now(), file = a_file, digest = a_digest, note = a_note WHERE m.month = a_month;
END $$;
