-- A request is answered by votes on its terms. Under which rule was settled when it was asked; what was asked for an allocation keeps that allocation's promise until it
-- is answered, and is carried out by a lane.
ALTER TABLE request
  ADD COLUMN level text NOT NULL DEFAULT 'platform' CHECK (level IN ('tenant', 'platform')),
  ADD COLUMN terms_body jsonb CHECK (jsonb_typeof(terms_body) = 'object' AND octet_length(terms_body::text) <= 32768),
  ADD COLUMN rule jsonb CHECK (jsonb_typeof(rule) = 'object' AND octet_length(rule::text) <= 4096),
  ADD COLUMN namespace_id text,
  ADD COLUMN allocation_id uuid REFERENCES allocation ON DELETE RESTRICT,
  ADD COLUMN deadline timestamptz(3),
  ADD COLUMN asked_at timestamptz(3),
  ADD COLUMN carried_out_at timestamptz(3),
  -- Who is asked, and who of them need not be any more: what lists are made from.
  ADD COLUMN asked_roles text[] NOT NULL DEFAULT '{approver,platform_admin}' CHECK (cardinality(asked_roles) > 0),
  ADD COLUMN said_yes uuid[] NOT NULL DEFAULT '{}',
  ADD COLUMN recused uuid[] NOT NULL DEFAULT '{}';
UPDATE request SET terms_body = payload, rule = '{"anyOf": [{"of": ["approver", "platform_admin"], "count": 1}], "factor": "any"}', carried_out_at = decided_at, deadline = requested_at + interval '7 days';
ALTER TABLE request ALTER COLUMN terms_body SET NOT NULL, ALTER COLUMN rule SET NOT NULL, ALTER COLUMN deadline SET NOT NULL, ALTER COLUMN asked_roles DROP DEFAULT,
  DROP CONSTRAINT request_state_check, DROP CONSTRAINT request_decided, DROP CONSTRAINT request_four_eyes,
  ADD CONSTRAINT request_state_check CHECK (state IN ('open', 'approved', 'refused', 'withdrawn', 'lapsed')),
  ADD CONSTRAINT request_decided CHECK ((state = 'open') = (decided_at IS NULL) AND (state IN ('open', 'lapsed')) = (decided_by IS NULL) AND (state = 'refused') = (decision_reason IS NOT NULL)),
  ADD CONSTRAINT request_carried_out CHECK (carried_out_at IS NULL OR state <> 'open'),
  ADD CONSTRAINT request_four_eyes CHECK (CASE state
    WHEN 'withdrawn' THEN decided_by = requested_by OR allocation_id IS NOT NULL
    WHEN 'open' THEN true WHEN 'lapsed' THEN true
    ELSE decided_by <> requested_by AND (state = 'refused' OR decided_by::text IS DISTINCT FROM payload ->> 'admin') END);
CREATE INDEX request_of_allocation ON request (allocation_id) WHERE allocation_id IS NOT NULL;
CREATE INDEX request_due ON request (deadline, id) WHERE state = 'open';
CREATE INDEX request_to_carry_out ON request (decided_at) WHERE state <> 'open' AND carried_out_at IS NULL;
-- Of what a tenant decides by itself the platform sees nothing.
ALTER POLICY of_platform ON request USING ((SELECT current_setting('app.platform', true)) = 'on' AND (level = 'platform' OR asked_roles && '{approver,platform_admin}'));

-- All that is said of a request: yes with what was signed, no, a question, its answer. Insert-only. A yes counts while its terms are the request's.
CREATE TABLE request_word (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  request_id uuid NOT NULL REFERENCES request ON DELETE RESTRICT,
  tenant_id text REFERENCES tenant ON DELETE RESTRICT ON UPDATE CASCADE,
  kind text NOT NULL CHECK (kind IN ('yes', 'no', 'question', 'answer', 'recusal', 'change')),
  person_id uuid REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  role text CHECK (role IN ('tenant_admin', 'approver', 'platform_admin')),
  terms text NOT NULL CHECK (length(terms) = 43),
  evidence jsonb CHECK (octet_length(evidence::text) <= 65536),
  says text CHECK (length(says) BETWEEN 1 AND 500),
  body jsonb CHECK (octet_length(body::text) <= 32768),
  at timestamptz(3) NOT NULL,
  CHECK ((kind = 'yes') = (evidence IS NOT NULL)),
  CHECK (kind = 'change' OR person_id IS NOT NULL),
  CHECK (kind NOT IN ('yes', 'no') OR role IS NOT NULL),
  CHECK (kind NOT IN ('no', 'question', 'answer') OR says IS NOT NULL)
);
CREATE UNIQUE INDEX request_word_once ON request_word (request_id, person_id, terms) WHERE kind = 'yes';
CREATE INDEX request_word_of ON request_word (request_id, at, id);
CREATE INDEX request_word_person ON request_word (person_id);
CREATE INDEX request_word_place ON request_word (tenant_id);
ALTER TABLE request_word ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
DO $$ BEGIN EXECUTE format($p$CREATE POLICY loading ON request_word TO %I USING ((SELECT current_setting('app.loading', true)) = 'on')$p$, current_user); END $$;
CREATE POLICY of_platform ON request_word FOR SELECT USING ((SELECT current_setting('app.platform', true)) = 'on' AND EXISTS (SELECT FROM request r WHERE r.id = request_id));
CREATE POLICY of_tenant ON request_word FOR SELECT USING (tenant_id = (SELECT current_setting('app.tenant_id', true)) AND (SELECT current_setting('app.namespaces', true)) = '*');
CREATE POLICY of_person ON request_word FOR SELECT USING (EXISTS (SELECT FROM request r WHERE r.id = request_id AND r.requested_by::text = (SELECT current_setting('app.person_id', true))));
-- Nobody speaks in another person's name, nor of a request that they do not see.
CREATE POLICY saying ON request_word FOR INSERT TO bailiwick_engine WITH CHECK (person_id::text = (SELECT current_setting('app.person_id', true)) AND EXISTS (SELECT FROM request r WHERE r.id = request_id));
CREATE POLICY of_lane ON request_word TO bailiwick_engine USING (tenant_id = ANY (string_to_array((SELECT current_setting('app.lane_tenants', true)), ',')));

DROP POLICY deciding ON request;
CREATE POLICY deciding ON request FOR UPDATE TO bailiwick_engine USING (state = 'open' AND (SELECT current_setting('app.platform', true)) = 'on' AND (level = 'platform' OR asked_roles && '{approver,platform_admin}'))
  WITH CHECK (state IN ('open', 'approved', 'refused') AND (decided_by IS NULL OR decided_by::text = (SELECT current_setting('app.person_id', true))));
CREATE POLICY deciding_in_tenant ON request FOR UPDATE TO bailiwick_engine
  USING (state = 'open' AND level = 'tenant' AND tenant_id = (SELECT current_setting('app.tenant_id', true)) AND (SELECT current_setting('app.namespaces', true)) = '*')
  WITH CHECK (state IN ('open', 'approved', 'refused') AND (decided_by IS NULL OR decided_by::text = (SELECT current_setting('app.person_id', true))));
CREATE POLICY answering ON request FOR UPDATE TO bailiwick_engine USING (state = 'open' AND requested_by::text = (SELECT current_setting('app.person_id', true)))
  WITH CHECK (state = 'open');
CREATE POLICY of_lane ON request TO bailiwick_engine USING (organisation_id = ANY (string_to_array((SELECT current_setting('app.lane', true)), ','))
  AND tenant_id = ANY (string_to_array((SELECT current_setting('app.lane_tenants', true)), ',')));
CREATE POLICY of_loop ON request FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'requests');
-- What somebody is about to sign.
CREATE POLICY of_signer ON request FOR SELECT TO bailiwick_engine USING (id::text = (SELECT current_setting('app.request', true)));
-- Whoever has spoken of a tenant's request is known there by name.
CREATE POLICY of_word ON person FOR SELECT USING (id IN (SELECT person_id FROM request_word WHERE tenant_id = (SELECT current_setting('app.tenant_id', true))));

-- Who of those that said yes still holds a role by which they may: neither the platform nor the tenant sees the other's people, and both count.
CREATE FUNCTION request_holders(of_request uuid) RETURNS TABLE (person_id uuid, role text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM set_config('app.loading', 'on', true);
  RETURN QUERY SELECT DISTINCT b.person_id, b.role FROM request_word w JOIN request r ON r.id = w.request_id JOIN role_binding b ON b.person_id = w.person_id JOIN person p ON p.id = b.person_id
    WHERE w.request_id = of_request AND w.kind = 'yes' AND p.disabled_at IS NULL AND b.namespace_id IS NULL AND b.valid_from <= now() AND (b.valid_to IS NULL OR b.valid_to > now())
      AND CASE WHEN b.tenant_id IS NULL THEN b.role IN ('approver', 'platform_admin') ELSE b.tenant_id = r.tenant_id AND b.role = 'tenant_admin' END;
  PERFORM set_config('app.loading', '', true);
END $$;
REVOKE ALL ON FUNCTION request_holders(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION request_holders(uuid) TO bailiwick_web, bailiwick_engine;

GRANT SELECT ON request_word TO bailiwick_web, bailiwick_engine;
GRANT INSERT ON request_word TO bailiwick_engine;
GRANT UPDATE (pods, resources, amounts, devices, wish) ON allocation TO bailiwick_engine;
GRANT UPDATE (terms, terms_body, rule, payload, subject, deadline, asked_at, carried_out_at, asked_roles, said_yes, recused) ON request TO bailiwick_engine;
COMMENT ON TABLE request_word IS 'class: highly sensitive, personal. Who said what of a request, and what they signed.';
