-- Whose token this is, and what they hold, in one question: a machine asks it with every request. It runs as whoever asks, behind row security, which shows the token whose
-- hash is said, and of people and roles what it shows to everybody who looks up a session.
CREATE FUNCTION token_shown(hash bytea, at timestamptz) RETURNS jsonb LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM set_config('app.token_hash', encode(hash, 'hex'), true);
  RETURN (SELECT jsonb_build_object(
    'id', t.id, 'seal', encode(t.seal, 'hex'), 'actions', t.actions, 'expiresAt', t.expires_at, 'endedAt', t.ended_at, 'lastUsedAt', t.last_used_at,
    'person', jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'disabledAt', p.disabled_at),
    'bindings', (SELECT coalesce(jsonb_agg(jsonb_build_object('role', b.role, 'tenant', b.tenant_id, 'namespace', b.namespace_id, 'until', b.valid_to, 'custom', CASE WHEN b.custom_role IS NOT NULL THEN
        coalesce((SELECT jsonb_build_object('title', v.title, 'actions', v.actions) FROM custom_role_version v WHERE v.role_id = b.custom_role AND v.valid_from <= at AND (v.valid_to IS NULL OR v.valid_to > at) LIMIT 1), '{"title": "", "actions": []}') END)
        ORDER BY b.tenant_id, b.namespace_id, b.role), '[]')
      FROM role_binding b WHERE b.person_id = t.person_id AND b.valid_from <= at AND (b.valid_to IS NULL OR b.valid_to > at)))
    FROM token t JOIN person p ON p.id = t.person_id WHERE t.token_hash = hash);
END $$;
REVOKE EXECUTE ON FUNCTION token_shown FROM PUBLIC;
GRANT EXECUTE ON FUNCTION token_shown TO bailiwick_web, bailiwick_engine;
