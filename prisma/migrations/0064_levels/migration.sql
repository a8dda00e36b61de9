-- Whoever notes something for the record asks how much of it is to be kept: the auditor's own role does, too, when somebody reads the record.
GRANT SELECT (id, tenant_id, kind, version, body, valid_to) ON policy TO bailiwick_auditor;
-- What was recorded lately, by sort: who it was, by name or by id, and what was in it, it does not say. So the platform may look at how its rules meet what happens without reading the record.
CREATE FUNCTION lines_by_kind(a_since timestamptz, lines_most int, sorts_most int)
RETURNS TABLE (tenant text, namespace text, resource text, verb text, outcome text, level text, actors text[], many bigint, newest timestamptz, looked bigint, oldest timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' AS $$
BEGIN
  IF (current_setting('app.platform', true) = 'on') IS NOT TRUE THEN RAISE EXCEPTION 'what was recorded is not for who asks' USING ERRCODE = 'insufficient_privilege'; END IF;
  RETURN QUERY
    WITH lately AS MATERIALIZED (
      SELECT l.tenant_id, l.namespace, l.resource, l.verb, l.outcome, l.level, l.at,
        ARRAY(SELECT substr(w.lexeme, 6) FROM unnest(l.words) AS w WHERE w.lexeme LIKE 'role/%' ORDER BY 1)
          || CASE WHEN l.actor = 'engine' THEN ARRAY['engine'] WHEN l.actor IS NULL THEN ARRAY['nobody'] ELSE '{}' END || CASE WHEN l.behalf LIKE 'token %' THEN ARRAY['token'] ELSE '{}' END AS actors
      FROM record_line l WHERE l.at >= a_since AND l.at < now() + interval '1 hour' ORDER BY l.at DESC LIMIT least(lines_most, 20000))
    SELECT tenant_id, lately.namespace, lately.resource, lately.verb, lately.outcome, lately.level, lately.actors, count(*), max(lately.at), (SELECT count(*) FROM lately), (SELECT min(lately.at) FROM lately)
    FROM lately GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 8 DESC, 9 DESC LIMIT least(sorts_most, 1000);
END $$;
REVOKE ALL ON FUNCTION lines_by_kind(timestamptz, int, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lines_by_kind(timestamptz, int, int) TO bailiwick_web;
