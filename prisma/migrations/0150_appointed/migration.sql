-- Whose yes could count for a request, and by whose word they hold what makes it count. A role by a group is given by whoever bound the group, when they did; that somebody is in
-- it the provider says. Of those to whom nothing was given lately a few of each role are enough to know that there are others.
CREATE FUNCTION request_appointments(of_requests uuid[], span interval, few int) RETURNS TABLE (request_id uuid, person_id uuid, role text, given_by uuid, is_lately boolean, holds boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM set_config('app.loading', 'on', true);
  RETURN QUERY WITH
    asked AS (SELECT r.id, r.tenant_id, r.requested_at - span AS since FROM request r WHERE r.id = ANY (of_requests)),
    bound AS (
      SELECT a.id AS request, a.since, b.person_id AS person, b.role AS as_role, b.granted_by, b.valid_from, b.valid_to, b.through_group FROM asked a JOIN role_binding b ON b.tenant_id = a.tenant_id WHERE b.role = 'tenant_admin' AND b.namespace_id IS NULL
      UNION ALL SELECT a.id, a.since, b.person_id, b.role, b.granted_by, b.valid_from, b.valid_to, b.through_group FROM asked a CROSS JOIN role_binding b WHERE b.tenant_id IS NULL AND b.role IN ('approver', 'platform_admin')),
    given AS (
      SELECT b.request, b.person, b.as_role, coalesce(g.granted_by, b.granted_by) AS giver, coalesce(g.valid_from, b.valid_from) > b.since AS lately,
        p.disabled_at IS NULL AND b.valid_from <= now() AND (b.valid_to IS NULL OR b.valid_to > now()) AS held
      FROM bound b JOIN person p ON p.id = b.person LEFT JOIN group_binding g ON g.id = b.through_group),
    counted AS (SELECT g.*, bool_or(g.lately) OVER (PARTITION BY g.request, g.person) AS is_newer, row_number() OVER (PARTITION BY g.request, g.as_role, g.lately, g.held ORDER BY g.person) AS place FROM given g WHERE g.lately OR g.held)
    SELECT DISTINCT c.request, c.person, c.as_role, c.giver, c.lately, c.held FROM counted c WHERE c.is_newer OR c.place <= few;
  PERFORM set_config('app.loading', '', true);
END $$;
REVOKE ALL ON FUNCTION request_appointments(uuid[], interval, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION request_appointments(uuid[], interval, int) TO bailiwick_web, bailiwick_engine;
