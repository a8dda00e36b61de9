-- What lets one namespace of a tenant talk with one of another's. One tenant offers it, the other says yes, and either ends it. The other place is kept as it was typed and
-- refers to nothing: whoever offers learns by no key, no error and no waiting whether there is such a place.
CREATE TABLE pair (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  tenant_id text NOT NULL,
  namespace_id text NOT NULL,
  other_tenant text NOT NULL CHECK (other_tenant ~ '^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$'),
  other_namespace text NOT NULL CHECK (other_namespace ~ '^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$'),
  -- Which side opens the connection, as whoever offers sees it.
  way text NOT NULL CHECK (way IN ('in', 'out')),
  ports integer[] NOT NULL CHECK (cardinality(ports) BETWEEN 1 AND 20 AND 1 <= ALL (ports) AND 65535 >= ALL (ports)),
  until timestamptz(3) NOT NULL,
  purpose text NOT NULL CHECK (length(purpose) BETWEEN 1 AND 500),
  offered_by uuid NOT NULL REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  offered_at timestamptz(3) NOT NULL,
  lapses_at timestamptz(3) NOT NULL,
  answer text CHECK (answer IN ('yes', 'no')),
  answered_by uuid REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  answered_at timestamptz(3) CHECK (answered_at >= offered_at),
  reason text CHECK (length(reason) BETWEEN 1 AND 500),
  ended_at timestamptz(3) CHECK (ended_at >= offered_at),
  ended_by uuid REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  -- Which of the two ended it.
  ended_in text,
  ended_because text CHECK (ended_because IN ('ended', 'replaced', 'deleted')),
  version bigint NOT NULL DEFAULT 1 CHECK (version > 0),
  -- What was told of it to those whom it concerns: each thing once.
  told text[] NOT NULL DEFAULT '{}' CHECK (told <@ '{decided,ended,week,day}'),
  FOREIGN KEY (tenant_id, namespace_id) REFERENCES namespace (tenant_id, id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT pair_of_two CHECK (tenant_id <> other_tenant),
  CONSTRAINT pair_four_eyes CHECK (answered_by <> offered_by),
  CONSTRAINT pair_times CHECK (until > offered_at AND until <= offered_at + interval '365 days' AND lapses_at > offered_at AND lapses_at <= least(until, offered_at + interval '14 days')),
  CONSTRAINT pair_answered CHECK ((answer IS NULL) = (answered_at IS NULL) AND (answer IS NULL) = (answered_by IS NULL) AND (answer IS NOT DISTINCT FROM 'no') = (reason IS NOT NULL)),
  CONSTRAINT pair_ended CHECK ((ended_at IS NULL) = (ended_by IS NULL) AND (ended_at IS NULL) = (ended_in IS NULL) AND (ended_at IS NULL) = (ended_because IS NULL) AND (ended_in IS NULL OR ended_in IN (tenant_id, other_tenant)))
);
-- One in force from one place to another, whichever of the two offered it.
CREATE UNIQUE INDEX pair_in_force ON pair ((CASE way WHEN 'out' THEN tenant_id ELSE other_tenant END), (CASE way WHEN 'out' THEN namespace_id ELSE other_namespace END),
  (CASE way WHEN 'out' THEN other_tenant ELSE tenant_id END), (CASE way WHEN 'out' THEN other_namespace ELSE namespace_id END)) WHERE answer = 'yes' AND ended_at IS NULL;
CREATE INDEX pair_place ON pair (tenant_id, namespace_id, offered_at, id);
CREATE INDEX pair_offered ON pair (tenant_id, offered_at, id);
CREATE INDEX pair_other ON pair (other_tenant, other_namespace, offered_at, id);
CREATE INDEX pair_waiting ON pair (lapses_at) WHERE answer IS NULL AND ended_at IS NULL;
CREATE INDEX pair_until ON pair (until) WHERE answer = 'yes' AND ended_at IS NULL;
CREATE INDEX pair_answered_at ON pair (answered_at) WHERE answered_at IS NOT NULL;
CREATE INDEX pair_ended_at ON pair (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX pair_offered_by ON pair (offered_by);
CREATE INDEX pair_answered_by ON pair (answered_by) WHERE answered_by IS NOT NULL;
CREATE INDEX pair_ended_by ON pair (ended_by) WHERE ended_by IS NOT NULL;

ALTER TABLE pair ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
DO $$ BEGIN EXECUTE format($p$CREATE POLICY loading ON pair TO %I USING ((SELECT current_setting('app.loading', true)) = 'on')$p$, current_user); END $$;
CREATE POLICY of_tenant ON pair FOR SELECT USING (tenant_id = (SELECT current_setting('app.tenant_id', true))
  AND ((SELECT current_setting('app.namespaces', true)) = '*' OR namespace_id = ANY (string_to_array((SELECT current_setting('app.namespaces', true)), ','))));
CREATE POLICY of_other ON pair FOR SELECT USING (other_tenant = (SELECT current_setting('app.tenant_id', true))
  AND ((SELECT current_setting('app.namespaces', true)) = '*' OR other_namespace = ANY (string_to_array((SELECT current_setting('app.namespaces', true)), ','))));
CREATE POLICY of_loop ON pair FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'pairs');
-- Nobody offers in another person's name, nor for another tenant.
CREATE POLICY offering ON pair FOR INSERT TO bailiwick_engine WITH CHECK (answer IS NULL AND ended_at IS NULL AND offered_by::text = (SELECT current_setting('app.person_id', true))
  AND tenant_id = (SELECT current_setting('app.tenant_id', true)) AND (SELECT current_setting('app.namespaces', true)) = '*');
CREATE POLICY changing ON pair FOR UPDATE TO bailiwick_engine
  USING (ended_at IS NULL AND (SELECT current_setting('app.tenant_id', true)) IN (tenant_id, other_tenant) AND (SELECT current_setting('app.namespaces', true)) = '*')
  WITH CHECK ((SELECT current_setting('app.tenant_id', true)) IN (tenant_id, other_tenant));
CREATE POLICY telling ON pair FOR UPDATE TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'pairs');
GRANT SELECT ON pair TO bailiwick_web, bailiwick_engine;
GRANT INSERT, UPDATE (answer, answered_by, answered_at, reason, ended_at, ended_by, ended_in, ended_because, version, told) ON pair TO bailiwick_engine;
COMMENT ON TABLE pair IS 'class: sensitive, personal. Which namespaces of two tenants may talk, by whose word on each side, and until when.';

-- The other side answers, once, and nobody answers for it; either side ends it, once, as itself.
CREATE FUNCTION pair_of_both() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NEW.answer IS DISTINCT FROM OLD.answer AND NOT coalesce(OLD.answer IS NULL AND OLD.ended_at IS NULL AND OLD.lapses_at > NEW.answered_at
    AND OLD.other_tenant = current_setting('app.tenant_id', true) AND NEW.answered_by::text = current_setting('app.person_id', true), false) THEN
    RAISE EXCEPTION 'pair % is not answered by this', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.ended_at IS DISTINCT FROM OLD.ended_at AND NOT coalesce(OLD.ended_at IS NULL AND NEW.ended_in = current_setting('app.tenant_id', true), false) THEN
    RAISE EXCEPTION 'pair % is not ended by this', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER of_both BEFORE UPDATE ON pair FOR EACH ROW EXECUTE FUNCTION pair_of_both();

-- Where there is such a place it is asked of that tenant's own admins, and of nobody else, ever. To whoever offered it the request is not there: that there is one would say that
-- there is such a place.
ALTER TABLE request ADD CONSTRAINT request_of_pair CHECK (kind <> 'pair.allow' OR level = 'tenant' AND asked_roles = '{tenant_admin}');
CREATE UNIQUE INDEX request_pair_once ON request ((payload ->> 'pair')) WHERE kind = 'pair.allow';
ALTER POLICY of_person ON request USING (requested_by::text = (SELECT current_setting('app.person_id', true)) AND kind <> 'pair.allow');
ALTER POLICY asking_above ON request USING (state = 'open' AND level = 'tenant' AND kind <> 'pair.allow' AND (SELECT current_setting('app.loop', true)) = 'requests');
CREATE POLICY of_pairs ON request FOR SELECT TO bailiwick_engine USING (kind = 'pair.allow' AND (SELECT current_setting('app.loop', true)) = 'pairs');
CREATE POLICY delivering ON request FOR INSERT TO bailiwick_engine WITH CHECK (kind = 'pair.allow' AND state = 'open' AND (SELECT current_setting('app.loop', true)) = 'pairs'
  AND EXISTS (SELECT FROM pair p WHERE p.id::text = payload ->> 'pair' AND p.other_tenant = request.tenant_id AND p.offered_by = request.requested_by));
CREATE POLICY over_with_pair ON request FOR UPDATE TO bailiwick_engine USING (kind = 'pair.allow' AND state = 'open' AND (SELECT current_setting('app.loop', true)) = 'pairs')
  WITH CHECK (state = 'lapsed' AND decided_by IS NULL);
CREATE POLICY of_pairs ON namespace FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'pairs');
CREATE POLICY of_pairs ON tenant FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'pairs');
-- Whoever offers is named to whom it is offered.
CREATE POLICY of_pair ON person FOR SELECT TO bailiwick_web, bailiwick_engine USING (id IN (SELECT offered_by FROM pair));
