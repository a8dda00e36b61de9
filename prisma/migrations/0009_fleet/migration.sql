-- Where work runs: clusters of a region, pools of a cluster, nodes of a pool. A pool is everybody's, or from isolation level 2 on one tenant's own.
CREATE TABLE cluster (
  id text COLLATE "C" PRIMARY KEY CHECK (id ~ '^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$'),
  region_id text NOT NULL REFERENCES region ON DELETE RESTRICT ON UPDATE CASCADE,
  kind text NOT NULL CHECK (kind IN ('simulated', 'kubernetes')),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE TABLE pool (
  id text COLLATE "C" PRIMARY KEY CHECK (id ~ '^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$'),
  cluster_id text COLLATE "C" NOT NULL REFERENCES cluster ON DELETE RESTRICT ON UPDATE CASCADE,
  isolation_level smallint NOT NULL CHECK (isolation_level BETWEEN 1 AND 4),
  owner_tenant text REFERENCES tenant ON DELETE RESTRICT ON UPDATE CASCADE,
  taints text[] NOT NULL CHECK (is_sorted_set(taints)),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT pool_owner CHECK ((isolation_level = 1) = (owner_tenant IS NULL))
);
CREATE INDEX pool_of_cluster ON pool (cluster_id, id);
-- What is free is what no allocation was given: in thousandths of a core, bytes, and thousandths of each GPU in the order of its devices.
CREATE TABLE node (
  id text COLLATE "C" PRIMARY KEY CHECK (id ~ '^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$'),
  pool_id text COLLATE "C" NOT NULL REFERENCES pool ON DELETE RESTRICT ON UPDATE CASCADE,
  model text CHECK (length(model) BETWEEN 1 AND 63),
  gpu_memory bigint NOT NULL CHECK (gpu_memory >= 0),
  cpu bigint NOT NULL CHECK (cpu >= 0),
  memory bigint NOT NULL CHECK (memory >= 0),
  cpu_free bigint NOT NULL,
  memory_free bigint NOT NULL,
  gpu_free integer[] NOT NULL CHECK (cardinality(gpu_free) <= 64 AND 0 <= ALL (gpu_free) AND 1000 >= ALL (gpu_free)),
  -- Nothing new comes while it is cordoned; what runs there stays.
  cordoned_at timestamptz(3),
  cordoned_because text CHECK (length(cordoned_because) BETWEEN 1 AND 500),
  reported_at timestamptz(3),
  version bigint NOT NULL DEFAULT 1 CHECK (version > 0),
  -- By which transaction it was changed last: whoever keeps a copy reads on from the oldest that had not ended when it looked.
  changed_by xid8 NOT NULL DEFAULT pg_current_xact_id(),
  CONSTRAINT node_free CHECK (cpu_free BETWEEN 0 AND cpu AND memory_free BETWEEN 0 AND memory),
  CONSTRAINT node_gpus CHECK ((model IS NULL) = (cardinality(gpu_free) = 0)),
  CONSTRAINT node_cordoned CHECK ((cordoned_at IS NULL) = (cordoned_because IS NULL))
);
CREATE INDEX node_of_pool ON node (pool_id, id);
CREATE INDEX node_changed ON node (changed_by, id);

-- What a cluster says runs there, whatever was granted: one row for each piece of work it reports, and what that uses. The allocation is what the cluster says it is for.
CREATE TABLE workload (
  cluster_id text COLLATE "C" NOT NULL REFERENCES cluster ON DELETE RESTRICT ON UPDATE CASCADE,
  id text COLLATE "C" NOT NULL CHECK (length(id) BETWEEN 1 AND 253),
  tenant_id text,
  namespace_id text,
  allocation_id uuid,
  node_id text COLLATE "C" NOT NULL REFERENCES node ON DELETE RESTRICT ON UPDATE CASCADE,
  resources text[] NOT NULL CHECK (cardinality(resources) BETWEEN 1 AND 32),
  amounts bigint[] NOT NULL,
  -- In thousandths of what it has; null is not known, which is not nothing.
  gpu_use integer CHECK (gpu_use BETWEEN 0 AND 1000),
  cpu_use integer CHECK (cpu_use BETWEEN 0 AND 1000),
  started_at timestamptz(3) NOT NULL,
  reported_at timestamptz(3) NOT NULL,
  PRIMARY KEY (cluster_id, id),
  CONSTRAINT workload_amounts CHECK (cardinality(amounts) = cardinality(resources) AND 0 <= ALL (amounts))
);
CREATE INDEX workload_of_allocation ON workload (allocation_id);
CREATE INDEX workload_of_node ON workload (node_id);
CREATE INDEX workload_place ON workload (tenant_id, namespace_id);

ALTER TABLE cluster ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE pool ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE node ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE workload ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
-- The platform sees the fleet; a lane places on it; the loops that keep it say which they are. What stands free is not for a tenant to read.
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['cluster', 'pool', 'node', 'workload'] LOOP
    EXECUTE format($p$CREATE POLICY loading ON %I TO %I USING ((SELECT current_setting('app.loading', true)) = 'on')$p$, t, current_user);
    EXECUTE format($p$CREATE POLICY of_fleet ON %I TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'fleet')$p$, t);
  END LOOP;
  FOREACH t IN ARRAY ARRAY['cluster', 'pool', 'node'] LOOP
    EXECUTE format($p$CREATE POLICY of_platform ON %I USING ((SELECT current_setting('app.platform', true)) = 'on')$p$, t);
  END LOOP;
END $$;
CREATE POLICY of_lane ON node TO bailiwick_engine USING ((SELECT current_setting('app.lane', true)) <> '');
CREATE POLICY of_lane ON pool FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.lane', true)) <> '');
CREATE POLICY of_lane ON cluster FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.lane', true)) <> '');
CREATE POLICY of_tenant ON workload FOR SELECT USING (tenant_id = (SELECT current_setting('app.tenant_id', true))
  AND ((SELECT current_setting('app.namespaces', true)) = '*' OR namespace_id = ANY (string_to_array((SELECT current_setting('app.namespaces', true)), ','))));
CREATE POLICY fleet ON allocation FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'fleet' AND ended_at IS NULL);

GRANT SELECT ON cluster, pool, node, workload TO bailiwick_web, bailiwick_engine;
GRANT INSERT ON cluster, pool, node, workload TO bailiwick_engine;
GRANT UPDATE (cpu_free, memory_free, gpu_free, cordoned_at, cordoned_because, reported_at, version, changed_by) ON node TO bailiwick_engine;
GRANT UPDATE (gpu_use, cpu_use, reported_at, resources, amounts) ON workload TO bailiwick_engine;
GRANT DELETE ON workload TO bailiwick_engine;

COMMENT ON TABLE cluster IS 'class: internal. Where work runs, and by what.';
COMMENT ON TABLE pool IS 'class: sensitive. Which nodes are alike, and whose they are.';
COMMENT ON TABLE node IS 'class: sensitive. The machines, what of them is free, and when each was heard of.';
COMMENT ON TABLE workload IS 'class: sensitive. What runs where by the cluster''s own word, and what it uses.';
