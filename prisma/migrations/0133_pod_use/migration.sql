-- What the pod of an allocation that used most had used, by the day: how many looks found it in which bucket, of cores and of memory. The bounds of the buckets are the engine's.
CREATE TABLE pod_use (
  allocation_id uuid NOT NULL REFERENCES allocation ON DELETE CASCADE,
  day date NOT NULL,
  tenant_id text NOT NULL,
  namespace_id text NOT NULL,
  cpu jsonb NOT NULL CHECK (jsonb_typeof(cpu) = 'object'),
  memory jsonb NOT NULL CHECK (jsonb_typeof(memory) = 'object'),
  PRIMARY KEY (allocation_id, day)
);
CREATE INDEX pod_use_age ON pod_use (day);

ALTER TABLE pod_use ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
DO $$
BEGIN
  EXECUTE format($p$CREATE POLICY loading ON pod_use TO %I USING ((SELECT current_setting('app.loading', true)) = 'on')$p$, current_user);
END $$;
CREATE POLICY measuring ON pod_use TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'fleet');
CREATE POLICY of_tenant ON pod_use FOR SELECT USING (tenant_id = (SELECT current_setting('app.tenant_id', true))
  AND ((SELECT current_setting('app.namespaces', true)) = '*' OR namespace_id = ANY (string_to_array((SELECT current_setting('app.namespaces', true)), ','))));
GRANT SELECT ON pod_use TO bailiwick_web;
GRANT SELECT, INSERT, DELETE, UPDATE (cpu, memory) ON pod_use TO bailiwick_engine;
COMMENT ON TABLE pod_use IS 'class: sensitive. How much of their cores and memory the pods of an allocation used, by the day, for a week.';
