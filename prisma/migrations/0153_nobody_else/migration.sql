-- By whose word those hold what makes them one of two, of anything that takes two people, by the place it is of and when it was asked for: a request, and what is signed by a second one. A role by a
-- group is given by whoever bound the group, when they did; that somebody is in it the provider says. Of those to whom nothing was given lately a few of each role are enough to know that there are
-- others; and whoever was put out lately, or kept out, is one of them for as long as what they hold would be new.
CREATE FUNCTION appointments(things uuid[], tenants text[], moments timestamptz[], span interval, few int) RETURNS TABLE (thing uuid, person_id uuid, role text, given_by uuid, is_lately boolean, holds boolean, has_left boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM set_config('app.loading', 'on', true);
  RETURN QUERY WITH
    asked AS (SELECT t.id, t.tenant_id, t.at - span AS since FROM unnest(things, tenants, moments) AS t (id, tenant_id, at)),
    bound AS (
      SELECT a.id AS of_thing, a.since, b.person_id AS person, b.role AS as_role, b.granted_by, b.valid_from, b.valid_to, b.through_group FROM asked a JOIN role_binding b ON b.tenant_id = a.tenant_id WHERE b.role = 'tenant_admin' AND b.namespace_id IS NULL
      UNION ALL SELECT a.id, a.since, b.person_id, b.role, b.granted_by, b.valid_from, b.valid_to, b.through_group FROM asked a CROSS JOIN role_binding b WHERE b.tenant_id IS NULL AND b.role IN ('approver', 'platform_admin')),
    given AS (
      SELECT b.of_thing, b.person, b.as_role, coalesce(g.granted_by, b.granted_by) AS giver, coalesce(g.valid_from, b.valid_from) > b.since AS lately,
        p.disabled_at IS NULL AND b.valid_from <= now() AND (b.valid_to IS NULL OR b.valid_to > now()) AS held, least(b.valid_to, p.disabled_at) AS gone_at
      FROM bound b JOIN person p ON p.id = b.person LEFT JOIN group_binding g ON g.id = b.through_group),
    judged AS (SELECT g.*, NOT g.held AND NOT g.lately AND coalesce(g.gone_at > now() - span, false) AS gone FROM given g),
    counted AS (
      SELECT j.*, bool_or(j.lately) OVER (PARTITION BY j.of_thing, j.person) AS is_newer, row_number() OVER (PARTITION BY j.of_thing, j.as_role, j.lately, j.held ORDER BY j.person) AS place
      FROM judged j WHERE j.lately OR j.held OR j.gone)
    SELECT DISTINCT c.of_thing, c.person, c.as_role, c.giver, c.lately, c.held, c.gone FROM counted c WHERE c.is_newer OR c.place <= few;
  PERFORM set_config('app.loading', '', true);
END $$;
REVOKE ALL ON FUNCTION appointments(uuid[], text[], timestamptz[], interval, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION appointments(uuid[], text[], timestamptz[], interval, int) TO bailiwick_engine;

-- The same of requests, for whoever reads them.
DROP FUNCTION request_appointments(uuid[], interval, int);
CREATE FUNCTION request_appointments(of_requests uuid[], span interval, few int) RETURNS TABLE (request_id uuid, person_id uuid, role text, given_by uuid, is_lately boolean, holds boolean, has_left boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  things uuid[];
  tenants text[];
  moments timestamptz[];
BEGIN
  PERFORM set_config('app.loading', 'on', true);
  SELECT array_agg(r.id), array_agg(r.tenant_id), array_agg(r.requested_at) INTO things, tenants, moments FROM request r WHERE r.id = ANY (of_requests);
  RETURN QUERY SELECT * FROM appointments(things, tenants, moments, span, few);
END $$;
REVOKE ALL ON FUNCTION request_appointments(uuid[], interval, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION request_appointments(uuid[], interval, int) TO bailiwick_web, bailiwick_engine;
