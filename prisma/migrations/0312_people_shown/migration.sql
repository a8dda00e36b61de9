-- Who is shown because of what one is shown, by each of the ways there are. Row security had each way planned with every question that names a person, and with it what that way may be looked at by:
-- some hundred and seventy parts, of which one or two hold. Now a way is planned when it is first gone, once for a connection, and the others cost nothing. Each runs as whoever asks, behind the same
-- row security, and whoever is no way further is shown nobody. The members of a tenant come first, and who merely stands beside something in it is looked for when somebody is none of them:
-- policies are asked from the last name to the first.
CREATE FUNCTION people_in_token() RETURNS SETOF uuid LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  by_hash text := nullif(current_setting('app.token_hash', true), '');
  whose text := nullif(current_setting('app.person_id', true), '');
BEGIN
  IF by_hash IS NOT NULL THEN RETURN QUERY SELECT t.person_id FROM public.token t WHERE t.token_hash = decode(by_hash, 'hex'); END IF;
  IF whose IS NOT NULL THEN RETURN QUERY SELECT t.person_id FROM public.token t WHERE t.person_id = whose::uuid LIMIT 1; END IF;
  IF current_setting('app.staff', true) = 'on' THEN RETURN QUERY SELECT t.person_id FROM public.token t; END IF;
END $$;
CREATE FUNCTION people_in_tenant() RETURNS SETOF uuid LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  tenant text := nullif(current_setting('app.tenant_id', true), '');
BEGIN
  IF tenant IS NOT NULL THEN RETURN QUERY SELECT b.person_id FROM public.role_binding b WHERE b.tenant_id = tenant; END IF;
END $$;
CREATE FUNCTION people_beside() RETURNS SETOF uuid LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  tenant text := nullif(current_setting('app.tenant_id', true), '');
  whose text := nullif(current_setting('app.person_id', true), '');
  by_hash text := nullif(current_setting('app.token_hash', true), '');
  own_email text := nullif(current_setting('app.own_email', true), '');
  by_provider text := nullif(current_setting('app.provider_session', true), '');
  of_loop text := current_setting('app.loop', true);
  is_staff boolean := current_setting('app.staff', true) = 'on';
BEGIN
  IF tenant IS NOT NULL THEN
    RETURN QUERY SELECT b.granted_by FROM public.role_binding b WHERE b.tenant_id = tenant AND b.granted_by IS NOT NULL;
    RETURN QUERY SELECT r.decided_by FROM public.request r WHERE r.tenant_id = tenant AND r.decided_by IS NOT NULL;
    RETURN QUERY SELECT unnest(ARRAY[w.person_id, w.through]) FROM public.request_word w WHERE w.tenant_id = tenant;
  END IF;
  IF current_user IN ('bailiwick_web', 'bailiwick_engine') THEN
    IF tenant IS NOT NULL THEN RETURN QUERY SELECT p.offered_by FROM public.pair p WHERE tenant IN (p.tenant_id, p.other_tenant); END IF;
    IF of_loop = 'pairs' THEN RETURN QUERY SELECT p.offered_by FROM public.pair p; END IF;
  END IF;
  IF current_user = 'bailiwick_web' AND whose IS NOT NULL THEN RETURN QUERY SELECT b.granted_by FROM public.role_binding b WHERE b.person_id = whose::uuid AND b.granted_by IS NOT NULL; END IF;
  IF current_user = 'bailiwick_engine' THEN
    IF by_hash IS NOT NULL THEN
      RETURN QUERY SELECT s.person_id FROM public.sign_in s WHERE s.token_hash = decode(by_hash, 'hex');
      RETURN QUERY SELECT i.invited_by FROM public.invitation i WHERE i.token_hash = decode(by_hash, 'hex');
      RETURN QUERY SELECT r.made_by FROM public.password_reset r WHERE r.token_hash = decode(by_hash, 'hex');
    END IF;
    IF by_provider IS NOT NULL THEN RETURN QUERY SELECT s.person_id FROM public.sign_in s WHERE s.provider = current_setting('app.provider', true) AND s.provider_session = by_provider; END IF;
    IF own_email IS NOT NULL THEN RETURN QUERY SELECT i.invited_by FROM public.invitation i WHERE i.email = own_email; END IF;
    IF tenant IS NOT NULL THEN RETURN QUERY SELECT i.invited_by FROM public.invitation i WHERE i.tenant_id = tenant; END IF;
    IF is_staff OR of_loop = 'expire' THEN RETURN QUERY SELECT s.person_id FROM public.sign_in s; END IF;
    IF is_staff THEN
      RETURN QUERY SELECT i.invited_by FROM public.invitation i WHERE i.tenant_id IS NULL;
      RETURN QUERY SELECT r.made_by FROM public.password_reset r;
    END IF;
  END IF;
END $$;
CREATE FUNCTION custom_roles_held() RETURNS SETOF uuid LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN QUERY SELECT b.custom_role FROM public.role_binding b WHERE b.custom_role IS NOT NULL;
END $$;
REVOKE ALL ON FUNCTION people_in_token(), people_in_tenant(), people_beside(), custom_roles_held() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION people_in_token(), people_in_tenant(), people_beside(), custom_roles_held() TO bailiwick_web, bailiwick_engine;
ALTER POLICY of_token ON person USING (id IN (SELECT people_in_token()));
ALTER POLICY of_token ON role_binding USING (person_id IN (SELECT people_in_token()));
ALTER POLICY of_tenant ON person USING (id IN (SELECT people_in_tenant()));
CREATE POLICY beside ON person FOR SELECT USING (id IN (SELECT people_beside()));
DROP POLICY of_granter ON person;
DROP POLICY of_own_granter ON person;
DROP POLICY of_request ON person;
DROP POLICY of_word ON person;
DROP POLICY of_pair ON person;
DROP POLICY of_entering ON person;
DROP POLICY of_invitation ON person;
DROP POLICY of_reset ON person;
ALTER POLICY of_holder ON custom_role USING (id IN (SELECT custom_roles_held()));
ALTER POLICY of_holder ON custom_role_version USING (role_id IN (SELECT custom_roles_held()));
-- Whoever asks is found by the same indexes, whoever they are.
ALTER FUNCTION token_shown(bytea, timestamptz) SET plan_cache_mode = force_generic_plan;
ALTER FUNCTION grounds_of(bytea) SET plan_cache_mode = force_generic_plan;
