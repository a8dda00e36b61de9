-- Where work ran, by which evidence, and whether it might. What a node says of where it stands is kept from when until when; where work ran is kept in stays, each with the evidence and the
-- version of the policy that it was judged by: whatever of these becomes another ends the stay and begins the next. So the past is never judged anew.
CREATE TABLE node_place (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  node_id text COLLATE "C" NOT NULL REFERENCES node ON DELETE RESTRICT ON UPDATE CASCADE,
  since timestamptz(3) NOT NULL,
  until timestamptz(3),
  -- As the node says it: labels that whoever runs a cluster can change, and what its provider calls it.
  region text CHECK (length(region) BETWEEN 1 AND 63),
  residency text CHECK (length(residency) BETWEEN 1 AND 63),
  jurisdiction text CHECK (length(jurisdiction) BETWEEN 1 AND 63),
  provider_id text CHECK (length(provider_id) BETWEEN 1 AND 253),
  CHECK (until >= since)
);
CREATE UNIQUE INDEX node_place_now ON node_place (node_id) WHERE until IS NULL;
CREATE INDEX node_place_of ON node_place (node_id, since DESC);

CREATE TABLE residency_stay (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  tenant_id text NOT NULL REFERENCES tenant ON DELETE RESTRICT ON UPDATE CASCADE,
  -- As the cluster says it, which may be of nothing that the ledger knows.
  namespace_id text,
  allocation_id uuid,
  work text COLLATE "C" NOT NULL CHECK (length(work) BETWEEN 1 AND 320),
  cluster_id text COLLATE "C" NOT NULL REFERENCES cluster ON DELETE RESTRICT ON UPDATE CASCADE,
  node_id text COLLATE "C" NOT NULL REFERENCES node ON DELETE RESTRICT ON UPDATE CASCADE,
  gpu_milli bigint NOT NULL CHECK (gpu_milli >= 0),
  -- Where the inventory has the node's cluster, and where all evidence together says that the node stands.
  placed text COLLATE "C" NOT NULL,
  region text COLLATE "C",
  state text NOT NULL CHECK (state IN ('allowed', 'prohibited', 'unknown')),
  reason text CHECK (length(reason) BETWEEN 1 AND 63),
  place_id uuid REFERENCES node_place ON DELETE RESTRICT ON UPDATE CASCADE,
  policy_version bigint CHECK (policy_version > 0),
  since timestamptz(3) NOT NULL,
  seen_at timestamptz(3) NOT NULL,
  heard_at timestamptz(3),
  until timestamptz(3),
  CHECK ((state = 'allowed') = (reason IS NULL)),
  CHECK (seen_at >= since AND until >= since)
);
CREATE UNIQUE INDEX residency_stay_now ON residency_stay (tenant_id, work, node_id) WHERE until IS NULL;
CREATE INDEX residency_stay_lately ON residency_stay (tenant_id, until);
CREATE INDEX residency_stay_list ON residency_stay (tenant_id, since DESC, id DESC);
CREATE INDEX residency_stay_place ON residency_stay (place_id) WHERE place_id IS NOT NULL;
CREATE INDEX residency_stay_node ON residency_stay (node_id);
CREATE INDEX residency_stay_cluster ON residency_stay (cluster_id);

-- One for each piece of work, however many of its pods are where they may not be, and for as long as any is.
CREATE TABLE residency_violation (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  tenant_id text NOT NULL REFERENCES tenant ON DELETE RESTRICT ON UPDATE CASCADE,
  namespace_id text,
  allocation_id uuid,
  work text COLLATE "C" NOT NULL CHECK (length(work) BETWEEN 1 AND 320),
  regions text[] NOT NULL CHECK (cardinality(regions) >= 1 AND is_sorted_set(regions)),
  nodes text[] NOT NULL CHECK (cardinality(nodes) >= 1 AND is_sorted_set(nodes)),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 63),
  policy_version bigint CHECK (policy_version > 0),
  began_at timestamptz(3) NOT NULL,
  changed_at timestamptz(3) NOT NULL,
  acknowledged_at timestamptz(3),
  acknowledged_by uuid REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  note text CHECK (length(note) BETWEEN 1 AND 500),
  contained_at timestamptz(3),
  contained_by uuid REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  ended_at timestamptz(3),
  ended_because text CHECK (ended_because IN ('over', 'moved', 'allowed', 'unknown', 'contained')),
  version bigint NOT NULL DEFAULT 1 CHECK (version > 0),
  CHECK ((ended_at IS NULL) = (ended_because IS NULL)),
  CHECK ((acknowledged_at IS NULL) = (acknowledged_by IS NULL) AND (acknowledged_at IS NULL) = (note IS NULL)),
  CHECK (contained_by IS NULL OR contained_at IS NOT NULL),
  CHECK (changed_at >= began_at AND ended_at >= began_at)
);
CREATE UNIQUE INDEX residency_violation_open ON residency_violation (tenant_id, work) WHERE ended_at IS NULL;
CREATE INDEX residency_violation_list ON residency_violation (began_at DESC, id DESC);
CREATE INDEX residency_violation_place ON residency_violation (tenant_id, began_at DESC, id DESC);
CREATE INDEX residency_violation_acknowledged_by ON residency_violation (acknowledged_by) WHERE acknowledged_by IS NOT NULL;
CREATE INDEX residency_violation_contained_by ON residency_violation (contained_by) WHERE contained_by IS NOT NULL;

-- When nobody looked: what was then is not known, and no proof says otherwise.
CREATE TABLE residency_gap (
  tenant_id text NOT NULL REFERENCES tenant ON DELETE RESTRICT ON UPDATE CASCADE,
  since timestamptz(3) NOT NULL,
  until timestamptz(3) NOT NULL CHECK (until > since),
  PRIMARY KEY (tenant_id, since)
);
-- When a tenant was looked at last, how far what was seen stands in its record, and in which record last.
CREATE TABLE residency_book (
  tenant_id text PRIMARY KEY REFERENCES tenant ON DELETE RESTRICT ON UPDATE CASCADE,
  looked_at timestamptz(3) NOT NULL,
  written_until timestamptz(3) NOT NULL,
  previous text CHECK (length(previous) = 43),
  asked_at timestamptz(3)
);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['node_place', 'residency_stay', 'residency_violation', 'residency_gap', 'residency_book'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', t);
    EXECUTE format($p$CREATE POLICY loading ON %I TO %I USING ((SELECT current_setting('app.loading', true)) = 'on')$p$, t, current_user);
    EXECUTE format($p$CREATE POLICY of_loop ON %I TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'residency')$p$, t);
    EXECUTE format($p$CREATE POLICY of_platform ON %I FOR SELECT USING ((SELECT current_setting('app.platform', true)) = 'on')$p$, t);
  END LOOP;
  FOREACH t IN ARRAY ARRAY['residency_stay', 'residency_violation'] LOOP
    EXECUTE format($p$CREATE POLICY of_tenant ON %I FOR SELECT USING (tenant_id = (SELECT current_setting('app.tenant_id', true))
      AND ((SELECT current_setting('app.namespaces', true)) = '*' OR namespace_id = ANY (string_to_array((SELECT current_setting('app.namespaces', true)), ','))))$p$, t);
  END LOOP;
  -- What the loop looks at.
  FOREACH t IN ARRAY ARRAY['workload', 'node', 'pool', 'cluster', 'tenant'] LOOP
    EXECUTE format($p$CREATE POLICY residing ON %I FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'residency')$p$, t);
  END LOOP;
END $$;
CREATE POLICY residing ON policy FOR SELECT TO bailiwick_engine USING (kind = 'residency' AND (SELECT current_setting('app.loop', true)) = 'residency');
CREATE POLICY where_it_may ON policy FOR SELECT USING (kind = 'residency' AND (SELECT current_setting('app.platform', true)) = 'on');
CREATE POLICY containing ON node FOR UPDATE TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'residency');
CREATE POLICY hearing ON node_place TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'fleet');
CREATE POLICY of_tenant ON residency_book FOR SELECT USING (tenant_id = (SELECT current_setting('app.tenant_id', true)));
CREATE POLICY asking ON residency_book FOR UPDATE TO bailiwick_engine USING (tenant_id = (SELECT current_setting('app.tenant_id', true)));
-- A tenant reads by what evidence it was judged: of the nodes that its work was seen on, and of no others.
CREATE POLICY of_tenant ON node_place FOR SELECT USING (id IN (SELECT place_id FROM residency_stay WHERE tenant_id = (SELECT current_setting('app.tenant_id', true))));
CREATE POLICY of_tenant ON residency_gap FOR SELECT USING (tenant_id = (SELECT current_setting('app.tenant_id', true)));
-- The platform says that it has looked, and what it does about it.
CREATE POLICY by_platform ON residency_violation FOR UPDATE TO bailiwick_engine USING (ended_at IS NULL AND (SELECT current_setting('app.platform', true)) = 'on') WITH CHECK (true);

GRANT SELECT ON node_place, residency_stay, residency_violation, residency_gap, residency_book TO bailiwick_web, bailiwick_engine;
GRANT INSERT ON node_place, residency_stay, residency_violation, residency_gap, residency_book TO bailiwick_engine;
GRANT UPDATE (until) ON node_place TO bailiwick_engine;
GRANT UPDATE (seen_at, heard_at, until) ON residency_stay TO bailiwick_engine;
GRANT UPDATE (regions, nodes, reason, policy_version, changed_at, acknowledged_at, acknowledged_by, note, contained_at, contained_by, ended_at, ended_because, version) ON residency_violation TO bailiwick_engine;
GRANT UPDATE (looked_at, written_until, previous, asked_at) ON residency_book TO bailiwick_engine;
COMMENT ON TABLE node_place IS 'class: sensitive. Where each node said that it stands, since when and until when.';
COMMENT ON TABLE residency_stay IS 'class: sensitive. Where whose work ran, by which evidence, and whether it might.';
COMMENT ON TABLE residency_violation IS 'class: sensitive. Work that ran where it may not, and what was done about it.';
COMMENT ON TABLE residency_gap IS 'class: internal. When nobody looked where a tenant''s work ran.';
COMMENT ON TABLE residency_book IS 'class: internal. When a tenant was looked at, and how far what was seen stands in its record.';
