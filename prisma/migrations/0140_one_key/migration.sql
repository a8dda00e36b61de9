-- Whoever comes again comes with a key, and a key is of one thing, whatever that is: a deed's stands in `answered`, a decision's in `decision`. What goes by one of them
-- asks for both here, and until it is over nothing goes by the other with the same key. A deed waits for a lane, because it holds nothing yet; a lane holds accounts, and waits for nobody.
-- Of two deeds the table's own index lets one in.
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['answered', 'decision'] LOOP EXECUTE format($p$CREATE POLICY keyed_as_owner ON %I FOR SELECT TO %I USING ((SELECT current_setting('app.keyed', true)) = 'on')$p$, t, current_user); END LOOP;
END $$;

-- Each statement here sees what was committed until it begins, so that what is looked for is looked for when the key is held.
CREATE FUNCTION key_of_deed(a_person uuid, a_key uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
DECLARE is_free boolean;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended(a_person::text || ' ' || a_key::text, 0));
  PERFORM set_config('app.keyed', 'on', true);
  is_free := NOT EXISTS (SELECT FROM decision WHERE person_id = a_person AND idempotency_key = a_key);
  PERFORM set_config('app.keyed', '', true);
  RETURN is_free;
END $$;

-- What these keys were used for. One that somebody else holds now is used for something that is not known yet.
CREATE FUNCTION keys_of_lane(people uuid[], keys uuid[]) RETURNS TABLE (person_id uuid, idempotency_key uuid, action text, input_digest text, answer text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
DECLARE own boolean[];
BEGIN
  SELECT array_agg(pg_try_advisory_xact_lock(hashtextextended(w.person::text || ' ' || w.key::text, 0)) ORDER BY w.n) INTO own FROM unnest(people, keys) WITH ORDINALITY AS w (person, key, n);
  PERFORM set_config('app.keyed', 'on', true);
  RETURN QUERY SELECT w.person, w.key, coalesce(used.action, ''), coalesce(used.input_digest, ''), used.answer FROM unnest(people, keys, own) AS w (person, key, own)
    LEFT JOIN LATERAL (SELECT d.action, d.input_digest, d.answer FROM decision d WHERE d.person_id = w.person AND d.idempotency_key = w.key
      UNION ALL SELECT a.action, a.input_digest, a.answer::text FROM answered a WHERE a.person_id = w.person AND a.idempotency_key = w.key LIMIT 1) used ON true
    WHERE used.action IS NOT NULL OR NOT w.own;
  PERFORM set_config('app.keyed', '', true);
END $$;
REVOKE ALL ON FUNCTION key_of_deed(uuid, uuid), keys_of_lane(uuid[], uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION key_of_deed(uuid, uuid), keys_of_lane(uuid[], uuid[]) TO bailiwick_engine;

-- What changed nothing is no decision; what it was answered is kept like a deed's.
CREATE POLICY of_lane ON answered FOR INSERT TO bailiwick_engine WITH CHECK ((SELECT current_setting('app.lane', true)) <> '');
