-- Places: where the fleet stands, what a tenant is held to, and what was asked for and who said yes.
CREATE TABLE region (
  id text PRIMARY KEY CHECK (length(id) <= 63 AND id ~ '^[a-z]{2}(-[a-z]+)+-[0-9]{1,2}$' AND id NOT LIKE 'zz-%'),
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
  country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  jurisdiction text NOT NULL CHECK (jurisdiction IN ('eu', 'us', 'uk', 'ch', 'other')),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE FUNCTION is_sorted_set(words text[]) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT array_position(words, NULL) IS NULL AND words = ARRAY(SELECT DISTINCT word COLLATE "C" FROM unnest(words) AS word ORDER BY 1)
$$;
GRANT EXECUTE ON FUNCTION is_sorted_set(text[]) TO bailiwick_engine;

-- A tenant from before has no region: it is given one that cannot be added, so that whoever asks where its work may run is told nowhere.
ALTER TABLE tenant
  ADD isolation_level smallint NOT NULL DEFAULT 1 CHECK (isolation_level BETWEEN 1 AND 4),
  ADD trust text NOT NULL DEFAULT 'internal' CHECK (trust IN ('internal', 'external')),
  ADD regions text[] NOT NULL DEFAULT '{zz-unknown-1}' CHECK (cardinality(regions) BETWEEN 1 AND 200 AND is_sorted_set(regions)),
  ADD compliance text[] NOT NULL DEFAULT '{}' CHECK (compliance <@ ARRAY['fedramp', 'gdpr', 'hipaa', 'soc2'] AND is_sorted_set(compliance)),
  ADD CONSTRAINT tenant_external CHECK (trust = 'internal' OR isolation_level >= 2),
  ADD CONSTRAINT tenant_fedramp CHECK (NOT 'fedramp' = ANY (compliance) OR isolation_level >= 3);
ALTER TABLE tenant ALTER isolation_level DROP DEFAULT, ALTER trust DROP DEFAULT, ALTER regions DROP DEFAULT, ALTER compliance DROP DEFAULT;

-- A list is read on from a moment that a page knows to the millisecond: a finer one would lie between two pages and be in neither.
ALTER TABLE organisation ALTER created_at TYPE timestamptz(3);
ALTER TABLE tenant ALTER created_at TYPE timestamptz(3);
ALTER TABLE namespace ALTER created_at TYPE timestamptz(3);
DROP INDEX tenant_organisation;
CREATE INDEX tenant_organisation ON tenant (organisation_id, id);
CREATE INDEX tenant_isolation ON tenant (isolation_level, id);
CREATE INDEX tenant_created ON tenant (created_at, id);
CREATE INDEX namespace_created ON namespace (tenant_id, created_at, id);

-- What somebody asked for, of whatever kind, and what became of it. Whoever decides is not whoever asked, and not whom it would make an admin.
CREATE TABLE request (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind ~ '^[a-z]+\.[a-z]+$'),
  organisation_id text NOT NULL REFERENCES organisation ON DELETE RESTRICT ON UPDATE CASCADE,
  tenant_id text REFERENCES tenant ON DELETE RESTRICT ON UPDATE CASCADE,
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 128),
  payload jsonb NOT NULL CHECK (jsonb_typeof(payload) = 'object' AND octet_length(payload::text) <= 16384),
  terms text NOT NULL CHECK (length(terms) = 43),
  purpose text NOT NULL CHECK (length(purpose) BETWEEN 1 AND 500),
  requested_by uuid NOT NULL REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  requested_at timestamptz(3) NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'approved', 'refused', 'withdrawn')),
  decided_by uuid REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  decided_at timestamptz(3) CHECK (decided_at >= requested_at),
  decision_reason text CHECK (length(decision_reason) BETWEEN 1 AND 500),
  version bigint NOT NULL DEFAULT 1 CHECK (version > 0),
  CONSTRAINT request_decided CHECK ((state = 'open') = (decided_by IS NULL) AND (state = 'open') = (decided_at IS NULL) AND (state = 'refused') = (decision_reason IS NOT NULL)),
  CONSTRAINT request_four_eyes CHECK (CASE state
    WHEN 'withdrawn' THEN decided_by = requested_by
    WHEN 'open' THEN true
    ELSE decided_by <> requested_by AND (state = 'refused' OR decided_by::text IS DISTINCT FROM payload ->> 'admin') END)
);
CREATE INDEX request_asked ON request (requested_at, id);
CREATE INDEX request_place ON request (tenant_id, requested_at, id);
CREATE INDEX request_open ON request (requested_at, id) WHERE state = 'open';
CREATE INDEX request_open_of_person ON request (requested_by) WHERE state = 'open';
CREATE INDEX request_subject ON request (subject);
CREATE UNIQUE INDEX request_tenant_once ON request (subject) WHERE kind = 'tenant.create' AND state = 'approved';

ALTER TABLE region ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE request ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['region', 'request'] LOOP
    EXECUTE format($p$CREATE POLICY loading ON %I TO %I USING ((SELECT current_setting('app.loading', true)) = 'on')$p$, t, current_user);
  END LOOP;
END $$;

CREATE POLICY of_everyone ON region FOR SELECT USING (true);
CREATE POLICY by_platform ON region FOR INSERT TO bailiwick_engine WITH CHECK ((SELECT current_setting('app.platform', true)) = 'on');
CREATE POLICY of_platform ON organisation FOR SELECT USING ((SELECT current_setting('app.platform', true)) = 'on');
CREATE POLICY by_platform ON organisation FOR INSERT TO bailiwick_engine WITH CHECK ((SELECT current_setting('app.platform', true)) = 'on');
-- The platform opens a place and names its first admin. It sees neither what the place then holds nor who else is in it.
CREATE POLICY by_platform ON tenant FOR INSERT TO bailiwick_engine WITH CHECK ((SELECT current_setting('app.platform', true)) = 'on');
CREATE POLICY by_platform ON account FOR INSERT TO bailiwick_engine WITH CHECK ((SELECT current_setting('app.platform', true)) = 'on'
  AND kind IN ('organisation', 'tenant') AND cardinality(resources) = 0);
CREATE POLICY by_platform ON role_binding FOR INSERT TO bailiwick_engine WITH CHECK ((SELECT current_setting('app.platform', true)) = 'on'
  AND role = 'tenant_admin' AND tenant_id IS NOT NULL AND namespace_id IS NULL);

CREATE POLICY of_platform ON request FOR SELECT USING ((SELECT current_setting('app.platform', true)) = 'on');
CREATE POLICY of_tenant ON request FOR SELECT USING (tenant_id = (SELECT current_setting('app.tenant_id', true)) AND (SELECT current_setting('app.namespaces', true)) = '*');
CREATE POLICY of_person ON request FOR SELECT USING (requested_by::text = (SELECT current_setting('app.person_id', true)));
-- Nobody asks, decides or withdraws in another person's name.
CREATE POLICY asking ON request FOR INSERT TO bailiwick_engine WITH CHECK (state = 'open' AND requested_by::text = (SELECT current_setting('app.person_id', true))
  AND CASE WHEN tenant_id IS NULL THEN (SELECT current_setting('app.platform', true)) = 'on' ELSE tenant_id = (SELECT current_setting('app.tenant_id', true)) END);
CREATE POLICY deciding ON request FOR UPDATE TO bailiwick_engine USING (state = 'open' AND (SELECT current_setting('app.platform', true)) = 'on')
  WITH CHECK (state IN ('approved', 'refused') AND decided_by::text = (SELECT current_setting('app.person_id', true)));
CREATE POLICY withdrawing ON request FOR UPDATE TO bailiwick_engine USING (state = 'open' AND requested_by::text = (SELECT current_setting('app.person_id', true)))
  WITH CHECK (state = 'withdrawn' AND decided_by::text = (SELECT current_setting('app.person_id', true)));

-- Whoever gives a role knows the person's address; whoever was given one, or was answered, may know by whom.
ALTER POLICY of_email ON person TO bailiwick_web, bailiwick_engine;
CREATE POLICY of_granter ON person FOR SELECT USING (id IN (SELECT granted_by FROM role_binding WHERE tenant_id = (SELECT current_setting('app.tenant_id', true))));
CREATE POLICY of_request ON person FOR SELECT USING (id IN (SELECT decided_by FROM request WHERE tenant_id = (SELECT current_setting('app.tenant_id', true))));

GRANT SELECT ON region, request TO bailiwick_web, bailiwick_engine;
GRANT INSERT ON region, organisation, tenant, request, role_binding TO bailiwick_engine;
GRANT UPDATE (state, decided_by, decided_at, decision_reason, version) ON request TO bailiwick_engine;
GRANT UPDATE (valid_to) ON role_binding TO bailiwick_engine;

COMMENT ON TABLE region IS 'class: internal. Where the fleet stands, and whose law holds there.';
COMMENT ON TABLE request IS 'class: sensitive, personal. What was asked for, why, and who decided.';
