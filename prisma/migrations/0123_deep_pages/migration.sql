-- Where a page begins bounds the time as well: beside another bound of it the index is walked from that one, past all that came between.
CREATE OR REPLACE FUNCTION search_lines(tenants text[], a_stream text, since timestamptz, until timestamptz, actors text[], wanted text, key_at timestamptz, key_id uuid, newest_first boolean, most int)
RETURNS TABLE (tenant text, stream text, sequence text, at text, id text, actor text, behalf text, verb text, resource text, name text, namespace text, outcome text, reason text, level text, reference text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' AS $$
BEGIN
  RETURN QUERY EXECUTE 'SELECT tenant_id, stream, sequence::text, to_char(at, ''YYYY-MM-DD"T"HH24:MI:SS.US"Z"''), id::text, actor, behalf, verb, resource, name, namespace, outcome, reason, level, reference FROM '
    || lines_asked(tenants, a_stream, CASE WHEN newest_first THEN since ELSE greatest(since, key_at) END, CASE WHEN newest_first THEN least(until, key_at + interval '1 microsecond') ELSE until END, actors, wanted)
    || CASE WHEN key_at IS NULL THEN '' ELSE format(' AND (at, id) %s (%L, %L)', CASE WHEN newest_first THEN '<' ELSE '>' END, key_at, key_id) END
    || format(' ORDER BY record_line.at %1$s, record_line.id %1$s LIMIT %2$s', CASE WHEN newest_first THEN 'DESC' ELSE 'ASC' END, least(most, 501));
END $$;
