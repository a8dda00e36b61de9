-- Roles that come by a group and end with it, and roles that a tenant composes itself.

-- What a provider says of a person at their sign-in: in which of its groups they are, from when until when.
CREATE TABLE person_group (
  id uuid PRIMARY KEY,
  person_id uuid NOT NULL REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  provider text NOT NULL CHECK (provider ~ '^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$'),
  group_name text NOT NULL CHECK (length(group_name) BETWEEN 1 AND 128),
  valid_from timestamptz(3) NOT NULL,
  valid_to timestamptz(3) CHECK (valid_to >= valid_from)
);
CREATE UNIQUE INDEX person_group_now ON person_group (person_id, provider, group_name) WHERE valid_to IS NULL;
CREATE INDEX person_group_members ON person_group (provider, group_name) WHERE valid_to IS NULL;
CREATE INDEX person_group_person ON person_group (person_id);

-- What everybody in a group holds in a tenant. There is no way to write a platform role here.
CREATE TABLE group_binding (
  id uuid PRIMARY KEY,
  tenant_id text NOT NULL REFERENCES tenant ON DELETE RESTRICT ON UPDATE CASCADE,
  provider text NOT NULL CHECK (provider ~ '^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$'),
  group_name text NOT NULL CHECK (length(group_name) BETWEEN 1 AND 128),
  role text NOT NULL,
  namespace_id text,
  valid_from timestamptz(6) NOT NULL,
  valid_to timestamptz(6) CHECK (valid_to >= valid_from),
  granted_by uuid NOT NULL REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  FOREIGN KEY (tenant_id, namespace_id) REFERENCES namespace (tenant_id, id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT group_binding_scope CHECK (CASE WHEN namespace_id IS NULL THEN role IN ('tenant_admin', 'approver', 'auditor', 'developer') ELSE role IN ('namespace_admin', 'developer') END),
  CONSTRAINT group_binding_once EXCLUDE USING gist (
    tenant_id WITH =, provider WITH =, group_name WITH =, role WITH =, coalesce(namespace_id, '') WITH =, tstzrange(valid_from, valid_to) WITH &&)
);
CREATE INDEX group_binding_group ON group_binding (provider, group_name);
CREATE INDEX group_binding_place ON group_binding (tenant_id, namespace_id);

-- A role that a tenant composed: a title and a list of actions, by version. Which actions there can be is decided where they are written, and again at every use.
CREATE TABLE custom_role (
  id uuid PRIMARY KEY,
  tenant_id text NOT NULL REFERENCES tenant ON DELETE RESTRICT ON UPDATE CASCADE,
  UNIQUE (tenant_id, id)
);
CREATE TABLE custom_role_version (
  role_id uuid NOT NULL,
  tenant_id text NOT NULL,
  version bigint NOT NULL CHECK (version > 0),
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
  actions text[] NOT NULL CHECK (cardinality(actions) BETWEEN 1 AND 200 AND is_sorted_set(actions)),
  valid_from timestamptz(3) NOT NULL,
  valid_to timestamptz(3) CHECK (valid_to >= valid_from),
  set_by uuid NOT NULL REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  PRIMARY KEY (role_id, version),
  FOREIGN KEY (tenant_id, role_id) REFERENCES custom_role (tenant_id, id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT custom_role_one_at_a_time EXCLUDE USING gist (role_id WITH =, tstzrange(valid_from, valid_to) WITH &&)
);
CREATE UNIQUE INDEX custom_role_title ON custom_role_version (tenant_id, lower(title)) WHERE valid_to IS NULL;

-- The same role may be held in one's own right and by any number of groups: each ends alone. Nobody holds what they gave themselves.
ALTER TABLE role_binding
  ADD through_group uuid REFERENCES group_binding ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD custom_role uuid,
  ADD FOREIGN KEY (tenant_id, custom_role) REFERENCES custom_role (tenant_id, id) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT role_binding_not_own CHECK (granted_by <> person_id),
  DROP CONSTRAINT role_binding_scope,
  ADD CONSTRAINT role_binding_scope CHECK ((role = 'custom') = (custom_role IS NOT NULL) AND CASE
    WHEN tenant_id IS NULL THEN namespace_id IS NULL AND role IN ('platform_admin', 'approver', 'auditor')
    WHEN namespace_id IS NULL THEN role IN ('tenant_admin', 'approver', 'auditor', 'developer', 'service_account', 'custom')
    ELSE role IN ('namespace_admin', 'developer', 'service_account', 'custom') END),
  DROP CONSTRAINT role_binding_once,
  ADD CONSTRAINT role_binding_once EXCLUDE USING gist (
    person_id WITH =, role WITH =, coalesce(tenant_id, '') WITH =, coalesce(namespace_id, '') WITH =,
    coalesce(through_group, custom_role, '00000000-0000-0000-0000-000000000000') WITH =, tstzrange(valid_from, valid_to) WITH &&);
CREATE INDEX role_binding_custom_role ON role_binding (custom_role) WHERE custom_role IS NOT NULL;
CREATE INDEX role_binding_through_group ON role_binding (through_group) WHERE through_group IS NOT NULL;

-- A role that comes by a group is the group's, and begins only while the group has it. The group's row is held until the end, so that whoever takes the role from
-- the group waits, and then finds the row that was made meanwhile; whoever comes after them makes none.
CREATE FUNCTION role_binding_of_group() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE bound group_binding;
BEGIN
  SELECT * INTO bound FROM group_binding WHERE id = NEW.through_group FOR SHARE;
  IF bound.valid_to <= NEW.valid_from THEN RETURN NULL; END IF;
  IF ROW (bound.tenant_id, bound.role, bound.namespace_id, bound.valid_to) IS DISTINCT FROM ROW (NEW.tenant_id, NEW.role, NEW.namespace_id, NEW.valid_to) THEN
    RAISE EXCEPTION 'role_binding %: not what its group has', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER role_binding_of_group BEFORE INSERT ON role_binding FOR EACH ROW WHEN (NEW.through_group IS NOT NULL) EXECUTE FUNCTION role_binding_of_group();

ALTER TABLE person_group ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE group_binding ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE custom_role ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE custom_role_version ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['person_group', 'group_binding', 'custom_role', 'custom_role_version'] LOOP
    EXECUTE format($p$CREATE POLICY loading ON %I TO %I USING ((SELECT current_setting('app.loading', true)) = 'on')$p$, t, current_user);
  END LOOP;
END $$;
CREATE POLICY of_tenant ON group_binding USING (tenant_id = (SELECT current_setting('app.tenant_id', true))
  AND ((SELECT current_setting('app.namespaces', true)) = '*' OR namespace_id = ANY (string_to_array((SELECT current_setting('app.namespaces', true)), ','))));
CREATE POLICY of_tenant ON custom_role USING (tenant_id = (SELECT current_setting('app.tenant_id', true)));
CREATE POLICY of_tenant ON custom_role_version USING (tenant_id = (SELECT current_setting('app.tenant_id', true)));
-- What somebody may do by a role is asked with whose session it is.
CREATE POLICY of_holder ON custom_role FOR SELECT TO bailiwick_web, bailiwick_engine USING (id IN (SELECT held.custom_role FROM role_binding held WHERE held.custom_role IS NOT NULL));
CREATE POLICY of_holder ON custom_role_version FOR SELECT TO bailiwick_web, bailiwick_engine USING (role_id IN (SELECT held.custom_role FROM role_binding held WHERE held.custom_role IS NOT NULL));
-- Whoever gives a group a role must know who is in it; of other groups a tenant knows nothing.
CREATE POLICY of_bound_group ON person_group FOR SELECT TO bailiwick_engine
  USING (EXISTS (SELECT FROM group_binding bound WHERE bound.provider = person_group.provider AND bound.group_name = person_group.group_name));

-- While somebody signs in by a provider (app.provider and app.person_id): what it says of this person, which of its groups are bound where, and this person's
-- roles that follow. Of a bound group nothing can be changed from there; its row can be held.
CREATE POLICY of_sign_in ON person_group TO bailiwick_engine USING (provider = (SELECT current_setting('app.provider', true)) AND person_id::text = (SELECT current_setting('app.person_id', true)));
CREATE POLICY of_sign_in ON group_binding FOR SELECT TO bailiwick_engine USING (provider = (SELECT current_setting('app.provider', true)));
CREATE POLICY held_at_sign_in ON group_binding FOR UPDATE TO bailiwick_engine USING (provider = (SELECT current_setting('app.provider', true))) WITH CHECK (false);
CREATE POLICY of_sign_in ON role_binding TO bailiwick_engine
  USING (person_id::text = (SELECT current_setting('app.person_id', true)) AND through_group IN (SELECT id FROM group_binding WHERE provider = (SELECT current_setting('app.provider', true))));

-- Whoever gives many a role at once knows their addresses.
CREATE POLICY of_emails ON person FOR SELECT TO bailiwick_engine USING (email = ANY (string_to_array((SELECT current_setting('app.emails', true)), ' ')));

GRANT SELECT ON group_binding, custom_role, custom_role_version TO bailiwick_web, bailiwick_engine;
GRANT SELECT ON person_group TO bailiwick_engine;
GRANT INSERT ON person_group, group_binding, custom_role, custom_role_version TO bailiwick_engine;
GRANT UPDATE (valid_to) ON person_group, group_binding, custom_role_version TO bailiwick_engine;

COMMENT ON TABLE person_group IS 'class: sensitive, personal. In which groups of a provider people are, as it said at their sign-ins.';
COMMENT ON TABLE custom_role IS 'class: internal. Which roles a tenant composed.';
COMMENT ON TABLE custom_role_version IS 'class: sensitive. What a composed role may do, from when until when.';
COMMENT ON TABLE group_binding IS 'class: sensitive. Which group holds which role where, from when until when.';

-- Who works on the platform, who may come in at all, and how somebody gets in whom nobody knows yet, or who lost their password.
-- Only deeds about people say app.staff: whatever else is done for the platform makes nobody anything.

-- A link that makes somebody known here, with one role. Without a tenant it is one on the platform. Nobody has invited the first person of all.
CREATE TABLE invitation (
  id uuid PRIMARY KEY,
  tenant_id text REFERENCES tenant ON DELETE RESTRICT ON UPDATE CASCADE,
  email text NOT NULL CHECK (length(email) <= 254 AND email = lower(email)),
  role text NOT NULL,
  namespace_id text,
  role_until timestamptz(3),
  token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  invited_by uuid REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  invited_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL CHECK (expires_at > invited_at AND expires_at <= invited_at + interval '7 days'),
  used_at timestamptz(3) CHECK (used_at >= invited_at),
  used_by uuid REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  withdrawn_at timestamptz(3) CHECK (withdrawn_at >= invited_at),
  FOREIGN KEY (tenant_id, namespace_id) REFERENCES namespace (tenant_id, id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT invitation_scope CHECK (CASE
    WHEN tenant_id IS NULL THEN namespace_id IS NULL AND role IN ('platform_admin', 'approver', 'auditor')
    WHEN namespace_id IS NULL THEN role IN ('tenant_admin', 'approver', 'auditor', 'developer')
    ELSE role IN ('namespace_admin', 'developer') END),
  CONSTRAINT invitation_ends CHECK ((used_at IS NULL) = (used_by IS NULL) AND (used_at IS NULL OR withdrawn_at IS NULL) AND (invited_by IS NOT NULL OR (tenant_id IS NULL AND role = 'platform_admin')))
);
CREATE INDEX invitation_place ON invitation (tenant_id, invited_at, id);
CREATE INDEX invitation_open ON invitation (email) WHERE used_at IS NULL AND withdrawn_at IS NULL;
CREATE UNIQUE INDEX invitation_first ON invitation ((true)) WHERE invited_by IS NULL AND used_at IS NULL AND withdrawn_at IS NULL;

-- A link by which somebody sets a password that nobody else has seen. Whoever lost their factors, too, enrols another.
CREATE TABLE password_reset (
  id uuid PRIMARY KEY,
  person_id uuid NOT NULL REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  factors boolean NOT NULL,
  token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  made_by uuid NOT NULL REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE CHECK (made_by <> person_id),
  made_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL CHECK (expires_at > made_at AND expires_at <= made_at + interval '1 hour'),
  used_at timestamptz(3) CHECK (used_at >= made_at),
  replaced_at timestamptz(3) CHECK (replaced_at >= made_at)
);
CREATE INDEX password_reset_person ON password_reset (person_id) WHERE used_at IS NULL AND replaced_at IS NULL;

ALTER TABLE invitation ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE password_reset ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['invitation', 'password_reset'] LOOP
    EXECUTE format($p$CREATE POLICY loading ON %I TO %I USING ((SELECT current_setting('app.loading', true)) = 'on')$p$, t, current_user);
  END LOOP;
END $$;
CREATE POLICY of_tenant ON invitation USING (tenant_id = (SELECT current_setting('app.tenant_id', true)) AND (SELECT current_setting('app.namespaces', true)) = '*');
CREATE POLICY of_platform ON invitation FOR SELECT USING (tenant_id IS NULL AND (SELECT current_setting('app.platform', true)) = 'on');
CREATE POLICY by_platform ON invitation TO bailiwick_engine USING (tenant_id IS NULL AND (SELECT current_setting('app.staff', true)) = 'on');
-- Whoever has the link, and whoever it is for.
CREATE POLICY of_token ON invitation TO bailiwick_engine USING (token_hash = decode((SELECT current_setting('app.token_hash', true)), 'hex'));
CREATE POLICY of_addressee ON invitation TO bailiwick_engine USING (email = (SELECT current_setting('app.own_email', true)));
-- Whether whoever invited may still give what they promised, and whether the place stands still, is asked when it is taken.
CREATE POLICY of_invitation ON role_binding FOR SELECT TO bailiwick_engine
  USING (EXISTS (SELECT FROM invitation i WHERE i.invited_by = role_binding.person_id AND i.tenant_id IS NOT DISTINCT FROM role_binding.tenant_id));
CREATE POLICY of_invitation ON person FOR SELECT TO bailiwick_engine USING (id IN (SELECT invited_by FROM invitation));
CREATE POLICY of_invitation ON tenant FOR SELECT TO bailiwick_engine USING (id IN (SELECT tenant_id FROM invitation));
-- What was promised to whoever took it just now, and nothing else.
CREATE POLICY by_invitation ON role_binding FOR INSERT TO bailiwick_engine WITH CHECK (person_id::text = (SELECT current_setting('app.person_id', true)) AND through_group IS NULL
  AND EXISTS (SELECT FROM invitation i WHERE i.used_by = role_binding.person_id AND i.used_at = role_binding.valid_from AND i.role = role_binding.role AND i.invited_by IS NOT DISTINCT FROM role_binding.granted_by
    AND i.tenant_id IS NOT DISTINCT FROM role_binding.tenant_id AND i.namespace_id IS NOT DISTINCT FROM role_binding.namespace_id AND i.role_until IS NOT DISTINCT FROM role_binding.valid_to));

CREATE POLICY by_platform ON password_reset TO bailiwick_engine USING ((SELECT current_setting('app.staff', true)) = 'on');
CREATE POLICY of_token ON password_reset TO bailiwick_engine USING (token_hash = decode((SELECT current_setting('app.token_hash', true)), 'hex'));

CREATE POLICY of_platform ON role_binding FOR SELECT TO bailiwick_web, bailiwick_engine USING (tenant_id IS NULL AND (SELECT current_setting('app.platform', true)) = 'on');
CREATE POLICY of_staff ON role_binding FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.staff', true)) = 'on');
CREATE POLICY by_staff ON role_binding FOR INSERT TO bailiwick_engine WITH CHECK ((SELECT current_setting('app.staff', true)) = 'on' AND tenant_id IS NULL
  AND granted_by::text = (SELECT current_setting('app.person_id', true)));
CREATE POLICY ended_by_staff ON role_binding FOR UPDATE TO bailiwick_engine USING ((SELECT current_setting('app.staff', true)) = 'on' AND tenant_id IS NULL);
CREATE POLICY by_staff ON person FOR UPDATE TO bailiwick_engine USING ((SELECT current_setting('app.staff', true)) = 'on' AND id::text <> (SELECT current_setting('app.person_id', true)));
CREATE POLICY of_staff ON session FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.staff', true)) = 'on');
CREATE POLICY ended_by_staff ON session FOR UPDATE TO bailiwick_engine USING ((SELECT current_setting('app.staff', true)) = 'on');
CREATE POLICY of_staff ON local_account FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.staff', true)) = 'on');

GRANT SELECT ON invitation TO bailiwick_web, bailiwick_engine;
GRANT SELECT ON password_reset TO bailiwick_engine;
GRANT INSERT ON invitation, password_reset TO bailiwick_engine;
GRANT UPDATE (used_at, used_by, withdrawn_at) ON invitation TO bailiwick_engine;
GRANT UPDATE (used_at, replaced_at) ON password_reset TO bailiwick_engine;
GRANT UPDATE (disabled_at) ON person TO bailiwick_engine;

COMMENT ON TABLE invitation IS 'class: sensitive, personal. Who was invited to which role; hashes of the links.';
COMMENT ON TABLE password_reset IS 'class: sensitive. Hashes of links by which a password is set.';
