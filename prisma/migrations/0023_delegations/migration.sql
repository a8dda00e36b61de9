-- Who decides for whom while they are away: for all that somebody could be asked in one place, until a day, and no longer than a month. What a delegate may do stands in no
-- row of theirs: it is asked for each time, of the roles that whoever is away holds then.
CREATE TABLE delegation (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  tenant_id text REFERENCES tenant ON DELETE RESTRICT ON UPDATE CASCADE,
  giver uuid NOT NULL REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  delegate uuid NOT NULL REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  began_at timestamptz(3) NOT NULL,
  until timestamptz(3) NOT NULL,
  ended_at timestamptz(3) CHECK (ended_at >= began_at),
  ended_by uuid REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  CHECK (giver <> delegate),
  CHECK (until > began_at AND until <= began_at + interval '30 days'),
  CHECK ((ended_at IS NULL) = (ended_by IS NULL))
);
CREATE INDEX delegation_delegate ON delegation (delegate, until) WHERE ended_at IS NULL;
CREATE INDEX delegation_giver ON delegation (giver, until);
CREATE INDEX delegation_place ON delegation (tenant_id, began_at, id);
CREATE INDEX delegation_ended_by ON delegation (ended_by) WHERE ended_by IS NOT NULL;

ALTER TABLE delegation ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
DO $$ BEGIN EXECUTE format($p$CREATE POLICY loading ON delegation TO %I USING ((SELECT current_setting('app.loading', true)) = 'on')$p$, current_user); END $$;
CREATE POLICY of_tenant ON delegation FOR SELECT USING (tenant_id = (SELECT current_setting('app.tenant_id', true)));
CREATE POLICY of_platform ON delegation FOR SELECT USING (tenant_id IS NULL AND (SELECT current_setting('app.platform', true)) = 'on');
-- Nobody leaves another person's decisions to anybody.
CREATE POLICY beginning ON delegation FOR INSERT TO bailiwick_engine WITH CHECK (ended_at IS NULL AND giver::text = (SELECT current_setting('app.person_id', true))
  AND CASE WHEN tenant_id IS NULL THEN (SELECT current_setting('app.platform', true)) = 'on' ELSE tenant_id = (SELECT current_setting('app.tenant_id', true)) END);
CREATE POLICY ending ON delegation FOR UPDATE TO bailiwick_engine
  USING (ended_at IS NULL AND CASE WHEN tenant_id IS NULL THEN (SELECT current_setting('app.platform', true)) = 'on' ELSE tenant_id = (SELECT current_setting('app.tenant_id', true)) END)
  WITH CHECK (ended_by::text = (SELECT current_setting('app.person_id', true)));
GRANT SELECT ON delegation TO bailiwick_web, bailiwick_engine;
GRANT INSERT, UPDATE (ended_at, ended_by) ON delegation TO bailiwick_engine;
COMMENT ON TABLE delegation IS 'class: sensitive, personal. Who decides for whom while they are away, and why.';

-- In whose place somebody spoke.
ALTER TABLE request_word ADD COLUMN through uuid REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CHECK (through <> person_id), ADD CHECK (through IS NULL OR kind IN ('yes', 'no', 'question', 'recusal'));
CREATE INDEX request_word_through ON request_word (through) WHERE through IS NOT NULL;
DROP POLICY of_word ON person;
CREATE POLICY of_word ON person FOR SELECT USING (id IN (SELECT unnest(ARRAY[person_id, through]) FROM request_word WHERE tenant_id = (SELECT current_setting('app.tenant_id', true))));

-- What the delegations of a moment give, and to whom: what whoever is away holds themselves, to somebody who has a place there and does not audit it. It sees what its caller does.
CREATE FUNCTION delegated_at(moment timestamptz) RETURNS TABLE (giver uuid, delegate uuid, role text, tenant_id text, until timestamptz) LANGUAGE sql STABLE AS $$
  SELECT d.giver, d.delegate, b.role, d.tenant_id, least(d.until, b.valid_to) FROM delegation d JOIN person p ON p.id = d.giver JOIN role_binding b ON b.person_id = d.giver
  WHERE d.ended_at IS NULL AND d.began_at <= moment AND d.until > moment AND p.disabled_at IS NULL
    AND b.namespace_id IS NULL AND b.tenant_id IS NOT DISTINCT FROM d.tenant_id AND b.valid_from <= moment AND (b.valid_to IS NULL OR b.valid_to > moment)
    AND CASE WHEN d.tenant_id IS NULL THEN b.role IN ('approver', 'platform_admin') ELSE b.role = 'tenant_admin' END
    AND 'auditor' <> ALL (SELECT m.role FROM role_binding m WHERE m.person_id = d.delegate AND m.tenant_id IS NOT DISTINCT FROM d.tenant_id AND m.valid_from <= moment AND (m.valid_to IS NULL OR m.valid_to > moment))
    AND EXISTS (SELECT FROM role_binding m WHERE m.person_id = d.delegate AND m.tenant_id IS NOT DISTINCT FROM d.tenant_id AND m.valid_from <= moment AND (m.valid_to IS NULL OR m.valid_to > moment))
$$;
REVOKE ALL ON FUNCTION delegated_at(timestamptz) FROM PUBLIC;

-- For whom somebody decides now. The givers' roles are not theirs to see.
CREATE FUNCTION delegated_to(of_person uuid, moment timestamptz) RETURNS TABLE (giver uuid, role text, tenant_id text, until timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM set_config('app.loading', 'on', true);
  RETURN QUERY SELECT d.giver, d.role, d.tenant_id, d.until FROM delegated_at(moment) d WHERE d.delegate = of_person ORDER BY d.tenant_id, d.role, d.giver;
  PERFORM set_config('app.loading', '', true);
END $$;
REVOKE ALL ON FUNCTION delegated_to(uuid, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION delegated_to(uuid, timestamptz) TO bailiwick_web, bailiwick_engine;

-- Of those that said yes: in their own right, and in whose place.
DROP FUNCTION request_holders(uuid);
CREATE FUNCTION request_holders(of_request uuid) RETURNS TABLE (person_id uuid, role text, through uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM set_config('app.loading', 'on', true);
  RETURN QUERY SELECT DISTINCT b.person_id, b.role, NULL::uuid FROM request_word w JOIN request r ON r.id = w.request_id JOIN role_binding b ON b.person_id = w.person_id JOIN person p ON p.id = b.person_id
    WHERE w.request_id = of_request AND w.kind = 'yes' AND w.through IS NULL AND p.disabled_at IS NULL AND b.namespace_id IS NULL AND b.valid_from <= now() AND (b.valid_to IS NULL OR b.valid_to > now())
      AND CASE WHEN b.tenant_id IS NULL THEN b.role IN ('approver', 'platform_admin') ELSE b.tenant_id = r.tenant_id AND b.role = 'tenant_admin' END;
  RETURN QUERY SELECT DISTINCT w.person_id, d.role, d.giver FROM request_word w JOIN request r ON r.id = w.request_id JOIN person p ON p.id = w.person_id
    JOIN delegated_at(now()) d ON d.delegate = w.person_id AND d.giver = w.through
    WHERE w.request_id = of_request AND w.kind = 'yes' AND p.disabled_at IS NULL AND (d.tenant_id IS NULL OR d.tenant_id = r.tenant_id);
  PERFORM set_config('app.loading', '', true);
END $$;
REVOKE ALL ON FUNCTION request_holders(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION request_holders(uuid) TO bailiwick_web, bailiwick_engine;
