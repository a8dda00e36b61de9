-- How far the deeds of these places have come: for `platform`, of all of them together. A number that grows when something was done, and nothing of what it was.
-- It runs as the owner, because one question a second asks for every place that anybody watches, and no one of them may see the others' accounts. It is for the
-- web process alone, which asks it only for places whose watchers it let in. Nothing waits: no row is locked, and no writer says more than it does anyway.
CREATE FUNCTION deed_heads(places text[]) RETURNS TABLE (place text, head bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT tenant_id, deed_sequence FROM account WHERE kind = 'tenant' AND tenant_id = ANY (places) AND namespace_id IS NULL
  UNION ALL SELECT 'platform', sum(deed_sequence)::bigint FROM account WHERE kind IN ('platform', 'tenant') AND 'platform' = ANY (places)
  GROUP BY 1 HAVING count(*) > 0
$$;
REVOKE ALL ON FUNCTION deed_heads(text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION deed_heads(text[]) TO bailiwick_web;
