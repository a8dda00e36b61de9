-- Whether anything was recorded that the record is not searched by yet: asked twice a second, and mostly there is nothing. It locks nothing and writes nothing.
CREATE FUNCTION to_be_projected() RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM (
    SELECT coalesce(a.tenant_id, 'platform') AS tenant_id, 'deed' AS stream, a.deed_sequence AS head FROM account a WHERE a.kind IN ('platform', 'tenant')
    UNION ALL SELECT a.tenant_id, 'access', a.sequence FROM access_head a) AS h
    LEFT JOIN record_projected p ON p.tenant_id = h.tenant_id AND p.stream = h.stream WHERE h.head > coalesce(p.sequence, 0))
$$;
REVOKE ALL ON FUNCTION to_be_projected() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION to_be_projected() TO bailiwick_engine;
