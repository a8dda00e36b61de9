-- What is kept of somebody is theirs to take out: the engine reads it for whom it works, and for nobody else.
CREATE POLICY of_own ON person_group FOR SELECT TO bailiwick_engine USING (person_id::text = (SELECT current_setting('app.person_id', true)));
CREATE POLICY of_own ON request_word FOR SELECT TO bailiwick_engine USING (person_id::text = (SELECT current_setting('app.person_id', true)));
CREATE POLICY of_own ON delegation FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.person_id', true)) IN (giver::text, delegate::text));
GRANT SELECT (created_at) ON person TO bailiwick_engine;

-- What somebody did, wherever that was, the oldest first: what the record says of each, and who it was as it is kept, ciphertext beside its hash. Never what a deed changed, which is the place's.
CREATE FUNCTION own_records(after_at timestamptz, after_id uuid, most int) RETURNS TABLE (
  place text, at timestamptz, id uuid, resource text, verb text, name text, namespace text, outcome text, reason text, reference text, username jsonb, "sourceIP" jsonb, "userAgent" jsonb)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE own text := nullif(current_setting('app.person_id', true), ''); before text := current_setting('app.loop', true);
BEGIN
  PERFORM set_config('app.loop', 'open', true);
  RETURN QUERY SELECT l.tenant_id, l.at, l.id, l.resource, l.verb, l.name, l.namespace, l.outcome, l.reason, l.reference, k.said #> '{actor,username}', k.said #> '{actor,sourceIP}', k.said #> '{actor,userAgent}'
    FROM (SELECT * FROM record_line r WHERE r.actor = own AND (after_at IS NULL OR (r.at, r.id) > (after_at, after_id)) ORDER BY r.at, r.id LIMIT most) AS l
    JOIN record r ON r.tenant_id = l.tenant_id AND r.stream = l.stream AND r.sequence = l.sequence AND r.at = l.at
    CROSS JOIN LATERAL (SELECT record_said(r.bytes) AS said) AS k ORDER BY l.at, l.id;
  PERFORM set_config('app.loop', coalesce(before, ''), true);
END $$;
REVOKE ALL ON FUNCTION own_records(timestamptz, uuid, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION own_records(timestamptz, uuid, int) TO bailiwick_engine;
