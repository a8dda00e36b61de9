-- What was used on a node that is nobody's own at the beginning of a slot, by each allocation there, or by a tenant without any: how much beyond what was charged, in smallest units, and how much
-- of what it has, in thousandths. Null is not known, which is not nothing.
CREATE TABLE node_use (
  at timestamptz(0) NOT NULL,
  node_id text COLLATE "C" NOT NULL REFERENCES node ON DELETE CASCADE ON UPDATE CASCADE,
  owner_tenant text NOT NULL,
  work text NOT NULL,
  cpu_over bigint,
  memory_over bigint,
  gpu_over bigint,
  use bigint CHECK (use >= 0),
  PRIMARY KEY (at, node_id, owner_tenant, work)
);
CREATE INDEX node_use_of_node ON node_use (node_id, at);
ALTER TABLE node_use ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
DO $$ BEGIN
  EXECUTE format($p$CREATE POLICY loading ON node_use TO %I USING ((SELECT current_setting('app.loading', true)) = 'on')$p$, current_user);
END $$;
CREATE POLICY watching ON node_use TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'watch');
CREATE POLICY watching ON node FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'watch');
CREATE POLICY watching ON pool FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'watch');
GRANT SELECT, INSERT, DELETE ON node_use TO bailiwick_engine;
COMMENT ON TABLE node_use IS 'class: sensitive, transient. What tenants used on the nodes that they share, for four hours.';
