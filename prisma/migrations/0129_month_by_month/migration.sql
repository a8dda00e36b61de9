-- A page is looked for month by month, from where it begins, and no further than until it is full. Asked of all months at once, what a word or an outcome finds was gathered from a whole year to show its newest fifty.
CREATE OR REPLACE FUNCTION search_lines(tenants text[], a_stream text, since timestamptz, until timestamptz, actors text[], wanted text, key_at timestamptz, key_id uuid, newest_first boolean, most int)
RETURNS TABLE (tenant text, stream text, sequence text, at text, id text, actor text, behalf text, verb text, resource text, name text, namespace text, outcome text, reason text, level text, reference text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' AS $$
DECLARE
  -- Where a page begins bounds the time as well: beside another bound of it the index is walked from that one, past all that came between.
  low timestamptz := CASE WHEN newest_first THEN since ELSE greatest(since, key_at) END;
  high timestamptz := least(coalesce(until, 'infinity'), now() + interval '1 hour', CASE WHEN newest_first THEN key_at + interval '1 microsecond' END);
  wanting int := least(most, 501);
  found int;
  month timestamptz;
  month_end timestamptz;
BEGIN
  -- Whoever may not ask is told so also where nothing is recorded.
  PERFORM lines_asked(tenants, a_stream, low, high, actors, wanted);
  -- What no month is kept for lies between them, and is looked for there.
  FOR month, month_end IN
    WITH months AS (SELECT to_date(right(part, 7), 'YYYY_MM')::timestamptz AS m FROM (SELECT inhrelid::regclass::text AS part FROM pg_inherits WHERE inhparent = 'public.record_line'::regclass) AS parts WHERE part ~ '_[0-9]{4}_[0-9]{2}$'),
    spans AS (SELECT m, lead(m, 1, 'infinity') OVER (ORDER BY m) AS ends FROM (SELECT m FROM months UNION SELECT m + interval '1 month' FROM months UNION SELECT '-infinity') AS begins)
    SELECT m, ends FROM spans WHERE m < high AND ends > low ORDER BY CASE WHEN newest_first THEN -extract(epoch FROM m) ELSE extract(epoch FROM m) END
  LOOP
    RETURN QUERY EXECUTE 'SELECT tenant_id, stream, sequence::text, to_char(at, ''YYYY-MM-DD"T"HH24:MI:SS.US"Z"''), id::text, actor, behalf, verb, resource, name, namespace, outcome, reason, level, reference FROM '
      || lines_asked(tenants, a_stream, greatest(low, month), least(high, month_end), actors, wanted)
      || CASE WHEN key_at IS NULL THEN '' ELSE format(' AND (at, id) %s (%L, %L)', CASE WHEN newest_first THEN '<' ELSE '>' END, key_at, key_id) END
      || format(' ORDER BY record_line.at %1$s, record_line.id %1$s LIMIT %2$s', CASE WHEN newest_first THEN 'DESC' ELSE 'ASC' END, wanting);
    GET DIAGNOSTICS found = ROW_COUNT;
    wanting := wanting - found;
    EXIT WHEN wanting <= 0;
  END LOOP;
END $$;
