-- Of those whose wishes a lane decides, who lost since they asked what they asked it by: their session or token is over, they are locked out, or a role by which they may is held no more. Which they
-- are, counted from one. `held` are such roles, as `tenant role namespace` with commas between. Of what was never there nothing is lost. A lane sees nobody's session: the owner looks for it.
CREATE FUNCTION over_in_lane(people uuid[], ways uuid[], actions text[], helds text[]) RETURNS SETOF int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  moment timestamptz := clock_timestamp();
  loads text := current_setting('app.loading', true);
  watches text := current_setting('app.watching', true);
BEGIN
  PERFORM set_config('app.loading', 'on', true), set_config('app.watching', 'on', true);
  RETURN QUERY
    SELECT w.n::int FROM unnest(people) WITH ORDINALITY AS w (id, n) JOIN person p ON p.id = w.id WHERE p.disabled_at IS NOT NULL
    UNION ALL SELECT w.n::int FROM unnest(ways) WITH ORDINALITY AS w (id, n) JOIN session s ON s.id = w.id WHERE s.ended_at IS NOT NULL
    UNION ALL SELECT w.n::int FROM unnest(ways) WITH ORDINALITY AS w (id, n) JOIN token t ON t.id = w.id WHERE t.ended_at IS NOT NULL
    UNION ALL SELECT w.n::int FROM unnest(people, actions, helds) WITH ORDINALITY AS w (person, action, held, n) CROSS JOIN LATERAL unnest(string_to_array(w.held, ',')) AS h (held)
      JOIN role_binding b ON b.person_id = w.person AND concat_ws(' ', coalesce(b.tenant_id, '-'), b.role, coalesce(b.namespace_id, '-')) = h.held GROUP BY w.n, w.action, h.held
      HAVING NOT bool_or(b.valid_from <= moment AND (b.valid_to IS NULL OR b.valid_to > moment) AND (b.custom_role IS NULL
        OR EXISTS (SELECT FROM custom_role_version v WHERE v.role_id = b.custom_role AND w.action = ANY (v.actions) AND v.valid_from <= moment AND (v.valid_to IS NULL OR v.valid_to > moment))));
  PERFORM set_config('app.loading', coalesce(loads, ''), true), set_config('app.watching', coalesce(watches, ''), true);
END $$;
REVOKE ALL ON FUNCTION over_in_lane(uuid[], uuid[], text[], text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION over_in_lane(uuid[], uuid[], text[], text[]) TO bailiwick_engine;
