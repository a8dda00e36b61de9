-- Whose sessions whoever asks is shown, by each of the ways in which row security shows one, and found by the index of each: of all the sessions that ever were none is looked at besides.
-- It runs as whoever asks, behind the same row security. What is neither a session's nor a person's nor a provider's is a loop or a deed that may look at all of them.
CREATE FUNCTION people_in_session() RETURNS SETOF uuid LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  by_hash text := nullif(current_setting('app.token_hash', true), '');
  whose text := nullif(current_setting('app.person_id', true), '');
  by_provider text := nullif(current_setting('app.provider_session', true), '');
BEGIN
  IF by_hash IS NOT NULL THEN RETURN QUERY SELECT s.person_id FROM public.session s WHERE s.token_hash = decode(by_hash, 'hex'); END IF;
  IF whose IS NOT NULL THEN RETURN QUERY SELECT s.person_id FROM public.session s WHERE s.person_id = whose::uuid LIMIT 1; END IF;
  IF by_provider IS NOT NULL THEN RETURN QUERY SELECT s.person_id FROM public.session s WHERE s.provider = current_setting('app.provider', true) AND s.provider_session = by_provider; END IF;
  IF current_setting('app.loop', true) = 'expire' OR current_setting('app.staff', true) = 'on' OR current_setting('app.watching', true) = 'on' THEN RETURN QUERY SELECT s.person_id FROM public.session s; END IF;
END $$;
REVOKE ALL ON FUNCTION people_in_session() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION people_in_session() TO bailiwick_web, bailiwick_engine;
ALTER POLICY of_session ON person USING (id IN (SELECT people_in_session()));
ALTER POLICY of_session ON elevation USING (person_id IN (SELECT people_in_session()));
ALTER POLICY of_session ON role_binding USING (person_id IN (SELECT people_in_session()));
ALTER POLICY of_session ON break_glass USING (person_id IN (SELECT people_in_session()));
ALTER POLICY of_person ON step_up USING (EXISTS (SELECT FROM session WHERE session.id = step_up.session_id));
