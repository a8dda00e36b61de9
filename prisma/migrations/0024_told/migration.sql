-- What was told of a request, and of which word said of it: each thing once. What was there before it was told of is known.
CREATE TABLE request_told (
  request_id uuid NOT NULL REFERENCES request ON DELETE CASCADE,
  mark text NOT NULL CHECK (mark IN ('opened', 'half', 'day', 'decided') OR mark ~ '^word [0-9a-f-]{36}$'),
  at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (request_id, mark)
);
INSERT INTO request_told (request_id, mark) SELECT id, CASE state WHEN 'open' THEN 'opened' ELSE 'decided' END FROM request;
INSERT INTO request_told (request_id, mark) SELECT request_id, 'word ' || id FROM request_word WHERE kind IN ('question', 'change');
CREATE INDEX request_decided_at ON request (decided_at) WHERE state <> 'open';
CREATE INDEX request_word_to_tell ON request_word (at) WHERE kind IN ('question', 'change');
ALTER TABLE request_told ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
DO $$ BEGIN EXECUTE format($p$CREATE POLICY loading ON request_told TO %I USING ((SELECT current_setting('app.loading', true)) = 'on')$p$, current_user); END $$;
CREATE POLICY of_loop ON request_told TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'requests');
CREATE POLICY of_loop ON request_word FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'requests');
-- A day before a tenant's time is over its approvers of the platform are asked beside its own people: so many yeses as before, of more people.
CREATE POLICY asking_above ON request FOR UPDATE TO bailiwick_engine USING (state = 'open' AND level = 'tenant' AND (SELECT current_setting('app.loop', true)) = 'requests') WITH CHECK (state = 'open' AND asked_roles @> '{approver}');
ALTER POLICY writing ON outbox WITH CHECK (attempts = 0 AND ended_at IS NULL
  AND (tenant_id IS NULL OR tenant_id = (SELECT current_setting('app.tenant_id', true)) OR (SELECT current_setting('app.platform', true)) = 'on' OR (SELECT current_setting('app.person_id', true)) <> '' OR (SELECT current_setting('app.loop', true)) IN ('deliver', 'lease', 'requests')));
GRANT SELECT, INSERT ON request_told TO bailiwick_engine;
COMMENT ON TABLE request_told IS 'class: internal. What was told of which request.';

-- Whose yes a request could still use, and where they would say it: those who hold what it asks for, and those who decide for them.
CREATE FUNCTION request_askable(of_request uuid) RETURNS TABLE (person_id uuid, on_platform boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM set_config('app.loading', 'on', true);
  RETURN QUERY SELECT DISTINCT b.person_id, b.tenant_id IS NULL FROM request r JOIN role_binding b ON b.role = ANY (r.asked_roles) AND b.namespace_id IS NULL
      AND (CASE WHEN b.tenant_id IS NULL THEN b.role IN ('approver', 'platform_admin') ELSE b.role = 'tenant_admin' AND b.tenant_id = r.tenant_id END) JOIN person p ON p.id = b.person_id
    WHERE r.id = of_request AND p.disabled_at IS NULL AND b.valid_from <= now() AND (b.valid_to IS NULL OR b.valid_to > now())
      AND b.person_id <> r.requested_by AND b.person_id <> ALL (r.said_yes) AND b.person_id <> ALL (r.recused);
  RETURN QUERY SELECT DISTINCT d.delegate, d.tenant_id IS NULL FROM request r JOIN delegated_at(now()) d ON d.role = ANY (r.asked_roles) AND (d.tenant_id IS NULL OR d.tenant_id = r.tenant_id) JOIN person p ON p.id = d.delegate
    WHERE r.id = of_request AND p.disabled_at IS NULL AND r.requested_by NOT IN (d.giver, d.delegate) AND NOT ARRAY[d.giver, d.delegate] && (r.said_yes || r.recused);
  PERFORM set_config('app.loading', '', true);
END $$;
REVOKE ALL ON FUNCTION request_askable(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION request_askable(uuid) TO bailiwick_engine;
