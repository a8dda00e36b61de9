-- Who holds what in a place is looked at every so often, all of it, and what nobody keeps is ended. A review begins with a line for each thing that there is at that moment: whoever begins
-- one cannot leave anything out.
CREATE TABLE review (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  tenant_id text REFERENCES tenant ON DELETE RESTRICT ON UPDATE CASCADE,
  began_at timestamptz(3) NOT NULL,
  begun_by uuid REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  deadline timestamptz(3) NOT NULL,
  closed_at timestamptz(3),
  told text[] NOT NULL DEFAULT '{}' CHECK (told <@ '{begun,half,day}'),
  CHECK (deadline >= began_at + interval '1 day'),
  CHECK (closed_at >= deadline)
);
CREATE UNIQUE INDEX review_open ON review (coalesce(tenant_id, '')) WHERE closed_at IS NULL;
CREATE INDEX review_place ON review (tenant_id, began_at, id);
CREATE INDEX review_begun_by ON review (begun_by) WHERE begun_by IS NOT NULL;

-- Nothing is kept but by somebody, and nobody keeps or ends what is their own.
CREATE TABLE review_line (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  review_id uuid NOT NULL REFERENCES review ON DELETE RESTRICT ON UPDATE CASCADE,
  tenant_id text REFERENCES tenant ON DELETE RESTRICT ON UPDATE CASCADE,
  kind text NOT NULL CHECK (kind IN ('role', 'group', 'token')),
  role_binding_id uuid REFERENCES role_binding ON DELETE RESTRICT ON UPDATE CASCADE,
  group_binding_id uuid REFERENCES group_binding ON DELETE RESTRICT ON UPDATE CASCADE,
  token_id uuid REFERENCES token ON DELETE RESTRICT ON UPDATE CASCADE,
  person_id uuid REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  since timestamptz(3) NOT NULL,
  evidence jsonb NOT NULL,
  asked text NOT NULL CHECK (asked IN ('tenant', 'platform')),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'kept', 'ended', 'gone', 'spared')),
  decided_at timestamptz(3),
  decided_by uuid REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  CHECK (num_nonnulls(role_binding_id, group_binding_id, token_id) = 1),
  CHECK (CASE kind WHEN 'role' THEN role_binding_id IS NOT NULL WHEN 'group' THEN group_binding_id IS NOT NULL ELSE token_id IS NOT NULL END),
  CHECK ((person_id IS NULL) = (kind = 'group')),
  CHECK (tenant_id IS NOT NULL OR asked = 'platform'),
  CHECK ((state = 'open') = (decided_at IS NULL)),
  CHECK (state <> 'kept' OR decided_by IS NOT NULL),
  CONSTRAINT review_line_not_own CHECK (decided_by <> person_id)
);
CREATE UNIQUE INDEX review_line_once ON review_line (review_id, coalesce(role_binding_id, group_binding_id, token_id));
CREATE INDEX review_line_review ON review_line (review_id, id);
CREATE INDEX review_line_place ON review_line (tenant_id);
CREATE INDEX review_line_asked ON review_line (review_id) WHERE asked = 'platform';
CREATE INDEX review_line_to_ask ON review_line (review_id) WHERE state = 'open' AND asked = 'tenant';
CREATE INDEX review_line_role_binding ON review_line (role_binding_id) WHERE role_binding_id IS NOT NULL;
CREATE INDEX review_line_group_binding ON review_line (group_binding_id) WHERE group_binding_id IS NOT NULL;
CREATE INDEX review_line_token ON review_line (token_id) WHERE token_id IS NOT NULL;
CREATE INDEX review_line_person ON review_line (person_id) WHERE person_id IS NOT NULL;
CREATE INDEX review_line_decided_by ON review_line (decided_by) WHERE decided_by IS NOT NULL;

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['review', 'review_line'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', t);
    EXECUTE format($p$CREATE POLICY loading ON %I TO %I USING ((SELECT current_setting('app.loading', true)) = 'on')$p$, t, current_user);
    EXECUTE format($p$CREATE POLICY of_tenant ON %I FOR SELECT USING (tenant_id = (SELECT current_setting('app.tenant_id', true)) AND (SELECT current_setting('app.namespaces', true)) = '*')$p$, t);
    EXECUTE format($p$CREATE POLICY of_loop ON %I FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'reviews')$p$, t);
  END LOOP;
END $$;
-- Of a tenant’s review the platform sees what it is asked, and nothing more.
CREATE POLICY of_platform ON review_line FOR SELECT USING (asked = 'platform' AND (SELECT current_setting('app.platform', true)) = 'on');
CREATE POLICY of_platform ON review FOR SELECT USING ((SELECT current_setting('app.platform', true)) = 'on' AND (tenant_id IS NULL OR id IN (SELECT review_id FROM review_line WHERE asked = 'platform')));
CREATE POLICY beginning ON review FOR INSERT TO bailiwick_engine WITH CHECK (closed_at IS NULL
  AND CASE WHEN tenant_id IS NULL THEN (SELECT current_setting('app.staff', true)) = 'on' ELSE tenant_id = (SELECT current_setting('app.tenant_id', true)) END);
CREATE POLICY going_on ON review FOR UPDATE TO bailiwick_engine USING (closed_at IS NULL AND (SELECT current_setting('app.loop', true)) = 'reviews'
  AND CASE WHEN tenant_id IS NULL THEN (SELECT current_setting('app.staff', true)) = 'on' ELSE tenant_id = (SELECT current_setting('app.tenant_id', true)) END) WITH CHECK (true);
-- Whoever decides says so in their own name; the engine, in nobody's, and then it keeps nothing. What was ended stays so.
CREATE POLICY deciding ON review_line FOR UPDATE TO bailiwick_engine USING (state IN ('open', 'kept')
  AND CASE WHEN tenant_id IS NULL THEN (SELECT current_setting('app.staff', true)) = 'on' ELSE tenant_id = (SELECT current_setting('app.tenant_id', true)) END)
  WITH CHECK (CASE WHEN decided_by IS NULL THEN (SELECT current_setting('app.loop', true)) = 'reviews' ELSE decided_by::text = (SELECT current_setting('app.person_id', true)) END);
-- The clock asks which places are due.
CREATE POLICY reviewing ON tenant FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'reviews');
CREATE POLICY reviewing ON role_binding FOR SELECT TO bailiwick_engine USING (tenant_id IS NULL AND (SELECT current_setting('app.loop', true)) = 'reviews');
GRANT SELECT ON review, review_line TO bailiwick_web, bailiwick_engine;
GRANT INSERT, UPDATE (deadline, closed_at, told) ON review TO bailiwick_engine;
GRANT UPDATE (asked, state, decided_at, decided_by) ON review_line TO bailiwick_engine;
COMMENT ON TABLE review IS 'class: sensitive. When it was looked at who holds what in a place, and by when.';
COMMENT ON TABLE review_line IS 'class: sensitive, personal. What somebody held when it was looked at, by what it was judged, and who kept or ended it.';

-- Who can decide of a line now: of the tenant, its admins; and of what the platform is asked, its admins. Nobody of what is their own, or of a group by which they hold something themselves.
CREATE FUNCTION review_reviewers(line review_line, moment timestamptz) RETURNS TABLE (person_id uuid, on_platform boolean) LANGUAGE sql STABLE AS $$
  SELECT DISTINCT b.person_id, b.tenant_id IS NULL FROM role_binding b JOIN person p ON p.id = b.person_id
  WHERE p.disabled_at IS NULL AND b.namespace_id IS NULL AND b.valid_from <= moment AND (b.valid_to IS NULL OR b.valid_to > moment) AND b.person_id IS DISTINCT FROM line.person_id
    AND CASE WHEN b.tenant_id IS NULL THEN b.role = 'platform_admin' AND line.asked = 'platform' ELSE b.role = 'tenant_admin' AND b.tenant_id = line.tenant_id END
    AND NOT EXISTS (SELECT FROM role_binding g WHERE line.group_binding_id IS NOT NULL AND g.through_group = line.group_binding_id AND g.person_id = b.person_id AND (g.valid_to IS NULL OR g.valid_to > moment))
$$;
REVOKE ALL ON FUNCTION review_reviewers(review_line, timestamptz) FROM PUBLIC;

-- Asks the platform about whatever nobody in the tenant can decide now: of one review, or of all that are open.
CREATE FUNCTION review_ask_above(of_review uuid) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE asked_above bigint; said text := current_setting('app.loading', true);
BEGIN
  PERFORM set_config('app.loading', 'on', true);
  -- Of a person nobody else can decide where they alone run the tenant, or nobody does; what a group holds is asked for one by one.
  UPDATE review_line l SET asked = 'platform'
  FROM review r CROSS JOIN LATERAL (
    SELECT coalesce(array_agg(DISTINCT b.person_id), '{}') AS people FROM role_binding b JOIN person p ON p.id = b.person_id
    WHERE b.tenant_id = r.tenant_id AND b.role = 'tenant_admin' AND p.disabled_at IS NULL AND b.valid_from <= now() AND (b.valid_to IS NULL OR b.valid_to > now())) AS admins
  WHERE r.id = l.review_id AND r.closed_at IS NULL AND (of_review IS NULL OR r.id = of_review) AND l.state = 'open' AND l.asked = 'tenant'
    AND CASE WHEN l.person_id IS NULL THEN NOT EXISTS (SELECT FROM review_reviewers(l, now())) ELSE admins.people IN ('{}', ARRAY[l.person_id]) END;
  GET DIAGNOSTICS asked_above = ROW_COUNT;
  PERFORM set_config('app.loading', coalesce(said, ''), true);
  RETURN asked_above;
END $$;
REVOKE ALL ON FUNCTION review_ask_above(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION review_ask_above(uuid) TO bailiwick_engine;

-- All that is held in a place when its review begins, each once: what a person holds by a group is asked about with the group; a token where its owner holds all that they hold, and on
-- the platform if that is not one tenant, because it is one token wherever it reaches.
CREATE FUNCTION review_begins() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE said text := current_setting('app.loading', true);
BEGIN
  PERFORM set_config('app.loading', 'on', true);
  INSERT INTO review_line (review_id, tenant_id, asked, kind, role_binding_id, group_binding_id, token_id, person_id, since, evidence)
  SELECT NEW.id, NEW.tenant_id, CASE WHEN NEW.tenant_id IS NULL THEN 'platform' ELSE 'tenant' END, held.kind, held.role_binding_id, held.group_binding_id, held.token_id, held.person_id, held.since,
    held.evidence || CASE WHEN held.person_id IS NULL THEN '{}'::jsonb ELSE jsonb_build_object(
      'signedInAt', (SELECT to_char(max(s.at), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') FROM sign_in s WHERE s.person_id = held.person_id AND s.outcome = 'done'),
      'factors', (SELECT coalesce(jsonb_agg(DISTINCT f.kind), '[]') FROM factor f WHERE f.person_id = held.person_id AND f.removed_at IS NULL),
      'isDisabled', (SELECT p.disabled_at IS NOT NULL FROM person p WHERE p.id = held.person_id)) END
  FROM (
    SELECT 'role' AS kind, b.id AS role_binding_id, NULL::uuid AS group_binding_id, NULL::uuid AS token_id, b.person_id, b.valid_from AS since, b.person_id::text AS named,
      jsonb_build_object('role', b.role, 'namespace', b.namespace_id, 'grantedBy', b.granted_by, 'until', to_char(b.valid_to, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'title', (SELECT v.title FROM custom_role_version v WHERE v.role_id = b.custom_role ORDER BY v.version DESC LIMIT 1)) AS evidence
    FROM role_binding b WHERE b.tenant_id IS NOT DISTINCT FROM NEW.tenant_id AND b.through_group IS NULL AND b.valid_from <= NEW.began_at AND (b.valid_to IS NULL OR b.valid_to > NEW.began_at)
    UNION ALL SELECT 'group', NULL, g.id, NULL, NULL, g.valid_from, g.group_name,
      jsonb_build_object('role', g.role, 'namespace', g.namespace_id, 'grantedBy', g.granted_by, 'until', to_char(g.valid_to, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'group', g.group_name, 'provider', g.provider,
        'people', (SELECT count(*) FROM role_binding b WHERE b.through_group = g.id AND (b.valid_to IS NULL OR b.valid_to > NEW.began_at)))
    FROM group_binding g WHERE g.tenant_id = NEW.tenant_id AND g.valid_from <= NEW.began_at AND (g.valid_to IS NULL OR g.valid_to > NEW.began_at)
    UNION ALL SELECT 'token', NULL, NULL, t.id, t.person_id, t.made_at, t.person_id::text,
      jsonb_build_object('title', t.title, 'actions', cardinality(t.actions), 'until', to_char(t.expires_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'usedAt', to_char(t.last_used_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    FROM token t WHERE t.made_at <= NEW.began_at AND t.ended_at IS NULL AND t.expires_at > NEW.began_at
      AND NEW.tenant_id IS NOT DISTINCT FROM (SELECT CASE WHEN count(DISTINCT b.tenant_id) = 1 AND bool_and(b.tenant_id IS NOT NULL) THEN min(b.tenant_id) END
        FROM role_binding b WHERE b.person_id = t.person_id AND b.valid_from <= NEW.began_at AND (b.valid_to IS NULL OR b.valid_to > NEW.began_at))
  ) AS held LEFT JOIN person p ON p.id = held.person_id ORDER BY coalesce(p.name, held.named), held.person_id, held.since;
  PERFORM set_config('app.loading', coalesce(said, ''), true);
  PERFORM review_ask_above(NEW.id);
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION review_begins() FROM PUBLIC;
CREATE TRIGGER review_begins AFTER INSERT ON review FOR EACH ROW EXECUTE FUNCTION review_begins();

-- A token is its owner's alone to see. Its line ends it; and says that it was gone, if it was.
CREATE FUNCTION review_ends_token() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE said text := current_setting('app.loading', true);
BEGIN
  PERFORM set_config('app.loading', 'on', true);
  UPDATE token SET ended_at = NEW.decided_at WHERE id = NEW.token_id AND ended_at IS NULL AND expires_at > NEW.decided_at;
  IF NOT FOUND THEN NEW.state := 'gone'; END IF;
  PERFORM set_config('app.loading', coalesce(said, ''), true);
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION review_ends_token() FROM PUBLIC;
CREATE TRIGGER review_ends_token BEFORE UPDATE OF state ON review_line FOR EACH ROW WHEN (NEW.token_id IS NOT NULL AND NEW.state = 'ended') EXECUTE FUNCTION review_ends_token();

-- Who can still decide something in it, and where they would.
CREATE FUNCTION review_askable(of_review uuid) RETURNS TABLE (person_id uuid, on_platform boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE said text := current_setting('app.loading', true);
BEGIN
  PERFORM set_config('app.loading', 'on', true);
  RETURN QUERY SELECT DISTINCT a.person_id, a.on_platform FROM review_line l CROSS JOIN LATERAL review_reviewers(l, now()) a WHERE l.review_id = of_review AND l.state = 'open';
  PERFORM set_config('app.loading', coalesce(said, ''), true);
END $$;
REVOKE ALL ON FUNCTION review_askable(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION review_askable(uuid) TO bailiwick_engine;

-- Who runs the platform, for whoever is told of what nobody in a tenant can decide.
CREATE FUNCTION review_operators() RETURNS SETOF uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE said text := current_setting('app.loading', true);
BEGIN
  PERFORM set_config('app.loading', 'on', true);
  RETURN QUERY SELECT DISTINCT b.person_id FROM role_binding b JOIN person p ON p.id = b.person_id
    WHERE b.tenant_id IS NULL AND b.role = 'platform_admin' AND p.disabled_at IS NULL AND b.valid_from <= now() AND (b.valid_to IS NULL OR b.valid_to > now());
  PERFORM set_config('app.loading', coalesce(said, ''), true);
END $$;
REVOKE ALL ON FUNCTION review_operators() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION review_operators() TO bailiwick_engine;
