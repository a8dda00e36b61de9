-- Whose session this is, and what they hold, in one question: a person asks it with every page, and with every deed twice. It runs as whoever asks, behind row security, which shows the
-- session whose hash is said, and of people and roles what it shows to everybody who looks one up. An elevation is of the role as it was held when it began, and break-glass is between two moments.
-- Whoever it is, they are found by the same indexes: a connection plans it once, and not for each of the first five anew.
CREATE FUNCTION session_shown(hash bytea, at timestamptz) RETURNS jsonb LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  PERFORM set_config('app.token_hash', encode(hash, 'hex'), true);
  RETURN (SELECT jsonb_build_object(
    'id', s.id, 'seal', encode(s.seal, 'hex'), 'methods', s.methods, 'signedInAt', s.signed_in_at, 'lastSeenAt', s.last_seen_at, 'powersSince', s.powers_since, 'powersSeenAt', s.powers_seen_at,
    'endedBecause', s.ended_because, 'elevationId', s.elevation_id,
    'person', jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'disabledAt', p.disabled_at),
    'elevation', CASE WHEN e.id IS NOT NULL THEN jsonb_build_object('until', e.until, 'endedAt', e.ended_at, 'isHeld', EXISTS (SELECT FROM role_binding b
      WHERE b.person_id = s.person_id AND b.tenant_id IS NULL AND b.role = 'platform_admin' AND b.valid_from <= e.began_at AND b.valid_from <= at AND (b.valid_to IS NULL OR b.valid_to > at))) END,
    'bindings', (SELECT coalesce(jsonb_agg(jsonb_build_object('role', b.role, 'tenant', b.tenant_id, 'namespace', b.namespace_id, 'until', b.valid_to, 'custom', CASE WHEN b.custom_role IS NOT NULL THEN
        coalesce((SELECT jsonb_build_object('title', v.title, 'actions', v.actions) FROM custom_role_version v WHERE v.role_id = b.custom_role AND v.valid_from <= at AND (v.valid_to IS NULL OR v.valid_to > at) LIMIT 1), '{"title": "", "actions": []}') END)
        ORDER BY b.tenant_id, b.namespace_id, b.role), '[]')
      FROM role_binding b WHERE b.person_id = s.person_id AND b.valid_from <= at AND (b.valid_to IS NULL OR b.valid_to > at)),
    'delegated', (SELECT coalesce(jsonb_agg(jsonb_build_object('through', d.giver, 'role', d.role, 'tenant', d.tenant_id, 'until', d.until) ORDER BY d.tenant_id, d.role, d.giver), '[]') FROM delegated_to(s.person_id, at) d),
    'breakGlass', (SELECT jsonb_build_object('id', g.id, 'until', g.until, 'tenants', g.tenants) FROM break_glass g WHERE g.person_id = s.person_id AND g.ended_at IS NULL AND g.opens_at <= at AND g.until > at LIMIT 1))
    FROM session s JOIN person p ON p.id = s.person_id LEFT JOIN elevation e ON e.id = s.elevation_id WHERE s.token_hash = hash);
END $$;
REVOKE EXECUTE ON FUNCTION session_shown FROM PUBLIC;
GRANT EXECUTE ON FUNCTION session_shown TO bailiwick_web, bailiwick_engine;
