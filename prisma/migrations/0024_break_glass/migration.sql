-- What can be done where nobody else is there to say yes: for an hour at most, by whoever asked, seen by everybody it concerns, and not again until it was looked at.
-- The power is in no other row: it is there between these two moments, whatever is running then.
ALTER TABLE request ALTER COLUMN organisation_id DROP NOT NULL, ADD CONSTRAINT request_place CHECK (organisation_id IS NOT NULL OR (tenant_id IS NULL AND level = 'platform')),
  ADD CONSTRAINT request_stays CHECK (kind <> 'breakglass.review' OR state IN ('open', 'approved', 'refused'));
CREATE TABLE break_glass (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  person_id uuid NOT NULL REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  -- Which tenants it may touch, and whose admins are told.
  tenants text[] NOT NULL CHECK (cardinality(tenants) <= 20),
  minutes int NOT NULL CHECK (minutes BETWEEN 1 AND 60),
  asked_at timestamptz(3) NOT NULL,
  opens_at timestamptz(3) NOT NULL CHECK (opens_at >= asked_at),
  until timestamptz(3) NOT NULL,
  signed_by uuid REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  ended_at timestamptz(3) CHECK (ended_at >= asked_at),
  ended_by uuid REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  request_id uuid NOT NULL UNIQUE REFERENCES request ON DELETE RESTRICT,
  reviewed_at timestamptz(3),
  reviewed_by uuid REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  told text[] NOT NULL DEFAULT '{}' CHECK (told <@ '{asked,opened,over}'),
  CHECK (until = opens_at + make_interval(mins => minutes)),
  CHECK (signed_by <> person_id), CHECK (reviewed_by <> person_id),
  CHECK ((ended_at IS NULL) = (ended_by IS NULL)), CHECK ((reviewed_at IS NULL) = (reviewed_by IS NULL))
);
CREATE INDEX break_glass_person ON break_glass (person_id, until);
CREATE INDEX break_glass_signed_by ON break_glass (signed_by) WHERE signed_by IS NOT NULL;
CREATE INDEX break_glass_asked ON break_glass (asked_at, id);
ALTER TABLE break_glass ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
DO $$ BEGIN EXECUTE format($p$CREATE POLICY loading ON break_glass TO %I USING ((SELECT current_setting('app.loading', true)) = 'on')$p$, current_user); END $$;
CREATE POLICY of_session ON break_glass FOR SELECT TO bailiwick_web, bailiwick_engine USING (person_id IN (SELECT person_id FROM session));
CREATE POLICY of_platform ON break_glass FOR SELECT USING ((SELECT current_setting('app.platform', true)) = 'on');
CREATE POLICY of_tenant ON break_glass FOR SELECT USING ((SELECT current_setting('app.tenant_id', true)) = ANY (tenants));
CREATE POLICY asking ON break_glass FOR INSERT TO bailiwick_engine WITH CHECK ((SELECT current_setting('app.platform', true)) = 'on' AND person_id::text = (SELECT current_setting('app.person_id', true)) AND ended_at IS NULL AND reviewed_at IS NULL AND signed_by IS NULL);
CREATE POLICY by_platform ON break_glass FOR UPDATE TO bailiwick_engine USING ((SELECT current_setting('app.platform', true)) = 'on');
-- While it has not opened whoever it would concern can stop it.
CREATE POLICY stopping ON break_glass FOR UPDATE TO bailiwick_engine USING ((SELECT current_setting('app.tenant_id', true)) = ANY (tenants) AND ended_at IS NULL)
  WITH CHECK (ended_by::text = (SELECT current_setting('app.person_id', true)));
CREATE POLICY of_loop ON break_glass TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'break-glass');
CREATE POLICY telling_of_glass ON role_binding FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'break-glass' AND namespace_id IS NULL);
GRANT SELECT ON break_glass TO bailiwick_web, bailiwick_engine;
GRANT INSERT, UPDATE (opens_at, until, signed_by, ended_at, ended_by, reviewed_at, reviewed_by, told) ON break_glass TO bailiwick_engine;
COMMENT ON TABLE break_glass IS 'class: sensitive, personal. Who did what nobody else was there to allow, when, why, and who looked at it since.';
