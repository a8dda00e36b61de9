-- Searching the lines. These functions run as the owner, because under row security the index of words is not used; each begins with the same question, whose lines they are:
-- a tenant's reader names that tenant and no other, and the platform's names none or some.
CREATE FUNCTION lines_asked(tenants text[], a_stream text, since timestamptz, until timestamptz, actors text[], wanted text) RETURNS text
LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF (current_setting('app.platform', true) = 'on' OR (current_setting('app.namespaces', true) = '*' AND current_setting('app.tenant_id', true) <> '' AND tenants = ARRAY[current_setting('app.tenant_id', true)])) IS NOT TRUE THEN
    RAISE EXCEPTION 'these lines are not whose who asks' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN format('record_line WHERE at >= %L', since)
    -- Nothing is recorded in times to come: the months that are made ahead are not looked into.
    || format(' AND at < %L', coalesce(until, now() + interval '1 hour'))
    || CASE WHEN tenants IS NULL THEN '' WHEN cardinality(tenants) = 1 THEN format(' AND tenant_id = %L', tenants[1]) ELSE format(' AND tenant_id = ANY (%L::text[])', tenants) END
    || CASE WHEN a_stream IS NULL THEN '' ELSE format(' AND stream = %L', a_stream) END
    || CASE WHEN actors IS NULL THEN '' WHEN cardinality(actors) = 1 THEN format(' AND actor = %L', actors[1]) ELSE format(' AND actor = ANY (%L::text[])', actors) END
    || CASE WHEN wanted IS NULL THEN '' ELSE format(' AND words @@ %L::tsquery', wanted) END;
END $$;
-- So many of them from a key on, in the order of their time.
CREATE FUNCTION search_lines(tenants text[], a_stream text, since timestamptz, until timestamptz, actors text[], wanted text, key_at timestamptz, key_id uuid, newest_first boolean, most int)
RETURNS TABLE (tenant text, stream text, sequence text, at text, id text, actor text, behalf text, verb text, resource text, name text, namespace text, outcome text, reason text, level text, reference text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' AS $$
BEGIN
  RETURN QUERY EXECUTE 'SELECT tenant_id, stream, sequence::text, to_char(at, ''YYYY-MM-DD"T"HH24:MI:SS.US"Z"''), id::text, actor, behalf, verb, resource, name, namespace, outcome, reason, level, reference FROM '
    || lines_asked(tenants, a_stream, since, until, actors, wanted)
    || CASE WHEN key_at IS NULL THEN '' ELSE format(' AND (at, id) %s (%L, %L)', CASE WHEN newest_first THEN '<' ELSE '>' END, key_at, key_id) END
    || format(' ORDER BY record_line.at %1$s, record_line.id %1$s LIMIT %2$s', CASE WHEN newest_first THEN 'DESC' ELSE 'ASC' END, least(most, 501));
END $$;
-- How many there are, of the newest so many: by time and outcome, by what was done, and by tenant.
CREATE FUNCTION count_lines(tenants text[], a_stream text, since timestamptz, until timestamptz, actors text[], wanted text, bar_seconds int, most int)
RETURNS TABLE (bar timestamptz, tenant text, resource text, verb text, outcome text, count bigint, oldest timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' AS $$
BEGIN
  RETURN QUERY EXECUTE format('SELECT bar, tenant_id, resource, verb, outcome, count(*), min(at) FROM (SELECT date_bin(%L, at, %L) AS bar, at, tenant_id, resource, verb, outcome FROM ', make_interval(secs => bar_seconds), since)
    || lines_asked(tenants, a_stream, since, until, actors, wanted)
    || format(' ORDER BY at DESC LIMIT %s) AS newest GROUP BY GROUPING SETS ((bar, outcome), (resource, verb), (tenant_id), ())', least(most, 20000));
END $$;
REVOKE ALL ON FUNCTION lines_asked(text[], text, timestamptz, timestamptz, text[], text), search_lines(text[], text, timestamptz, timestamptz, text[], text, timestamptz, uuid, boolean, int),
  count_lines(text[], text, timestamptz, timestamptz, text[], text, int, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_lines(text[], text, timestamptz, timestamptz, text[], text, timestamptz, uuid, boolean, int), count_lines(text[], text, timestamptz, timestamptz, text[], text, int, int) TO bailiwick_auditor;
