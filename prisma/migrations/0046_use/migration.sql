-- What was charged and what was metered, over time. Everything is looked at at once, once in ten minutes, and what is found stands for these ten minutes: an amount here is in
-- smallest units (a GPU in thousandths) times the ten-minute slots in which it was seen. So hours, days, tenants and what stands free add up to the capacity, to the last unit.
CREATE TABLE use_slot (
  at timestamptz(0) PRIMARY KEY CHECK (extract(epoch FROM at)::bigint % 600 = 0)
);
-- What there was at that moment, on the nodes that are ours to choose: in all, free, and of what is free what was cordoned. Without GPUs the model is empty.
CREATE TABLE capacity_use (
  at timestamptz(0) NOT NULL REFERENCES use_slot ON DELETE CASCADE,
  cluster_id text NOT NULL,
  model text NOT NULL,
  nodes integer NOT NULL CHECK (nodes > 0),
  gpu bigint NOT NULL, gpu_free bigint NOT NULL, gpu_cordoned bigint NOT NULL,
  cpu bigint NOT NULL, cpu_free bigint NOT NULL, cpu_cordoned bigint NOT NULL,
  memory bigint NOT NULL, memory_free bigint NOT NULL, memory_cordoned bigint NOT NULL,
  PRIMARY KEY (at, cluster_id, model),
  CHECK (gpu_cordoned >= 0 AND gpu_free >= 0 AND gpu_free + gpu_cordoned <= gpu),
  CHECK (cpu_cordoned >= 0 AND cpu_free >= 0 AND cpu_free + cpu_cordoned <= cpu),
  CHECK (memory_cordoned >= 0 AND memory_free >= 0 AND memory_free + memory_cordoned <= memory)
);
-- By the hour and by the day. *Measured* is what was charged while a cluster said how much of it was used; the rest is not known, which is not nothing. The cluster is empty where
-- no node of ours was chosen.
CREATE TABLE use_span (
  span text NOT NULL CHECK (span IN ('hour', 'day')),
  since timestamptz(0) NOT NULL,
  tenant_id text NOT NULL,
  namespace_id text NOT NULL,
  cluster_id text NOT NULL,
  model text NOT NULL,
  person_id uuid NOT NULL,
  gpu_charged bigint NOT NULL, gpu_measured bigint NOT NULL, gpu_used bigint NOT NULL,
  cpu_charged bigint NOT NULL, cpu_measured bigint NOT NULL, cpu_used bigint NOT NULL,
  memory_charged bigint NOT NULL,
  PRIMARY KEY (tenant_id, span, since, namespace_id, cluster_id, model, person_id),
  CHECK (0 <= gpu_used AND gpu_used <= gpu_measured AND gpu_measured <= gpu_charged),
  CHECK (0 <= cpu_used AND cpu_used <= cpu_measured AND cpu_measured <= cpu_charged),
  CHECK (0 <= memory_charged)
);
CREATE INDEX use_span_age ON use_span (span, since);
-- The most that a place used in an hour, of the moments at which nearly all of what it was charged was measured. The tenant itself has no namespace.
CREATE TABLE use_peak (
  tenant_id text NOT NULL,
  namespace_id text NOT NULL,
  hour timestamptz(0) NOT NULL,
  gpu bigint CHECK (gpu >= 0),
  cpu bigint CHECK (cpu >= 0),
  PRIMARY KEY (tenant_id, namespace_id, hour)
);
CREATE INDEX use_peak_age ON use_peak (hour);
-- The most of its GPUs that an allocation used at once on that day: what fits that fits the mean, too. Null is from before anybody kept it.
ALTER TABLE use_day ADD COLUMN gpu_most smallint CHECK (gpu_most BETWEEN 0 AND 1000);

ALTER TABLE use_slot ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE capacity_use ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE use_span ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE use_peak ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['use_slot', 'capacity_use', 'use_span', 'use_peak'] LOOP
    EXECUTE format($p$CREATE POLICY loading ON %I TO %I USING ((SELECT current_setting('app.loading', true)) = 'on')$p$, t, current_user);
    EXECUTE format($p$CREATE POLICY measuring ON %I TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'fleet')$p$, t);
  END LOOP;
END $$;
CREATE POLICY of_everyone ON use_slot FOR SELECT TO bailiwick_web USING (true);
CREATE POLICY of_platform ON capacity_use FOR SELECT USING ((SELECT current_setting('app.platform', true)) = 'on');
CREATE POLICY of_tenant ON use_span FOR SELECT USING (tenant_id = (SELECT current_setting('app.tenant_id', true))
  AND ((SELECT current_setting('app.namespaces', true)) = '*' OR namespace_id = ANY (string_to_array((SELECT current_setting('app.namespaces', true)), ','))));
CREATE POLICY of_tenant ON use_peak FOR SELECT USING (tenant_id = (SELECT current_setting('app.tenant_id', true))
  AND ((SELECT current_setting('app.namespaces', true)) = '*' OR namespace_id = ANY (string_to_array((SELECT current_setting('app.namespaces', true)), ','))));
GRANT SELECT ON use_slot, capacity_use, use_span, use_peak TO bailiwick_web;
GRANT SELECT, INSERT, DELETE ON use_slot, capacity_use, use_span, use_peak TO bailiwick_engine;
GRANT UPDATE (gpu_charged, gpu_measured, gpu_used, cpu_charged, cpu_measured, cpu_used, memory_charged) ON use_span TO bailiwick_engine;
GRANT UPDATE (gpu, cpu) ON use_peak TO bailiwick_engine;
GRANT UPDATE (gpu_most) ON use_day TO bailiwick_engine;
COMMENT ON TABLE use_slot IS 'class: internal. When everything was looked at, in slots of ten minutes.';
COMMENT ON TABLE capacity_use IS 'class: sensitive. What the fleet had, had free and had cordoned, by slot, cluster and model.';
COMMENT ON TABLE use_span IS 'class: sensitive, personal. What was charged and used in a namespace, by the hour and the day, the model and whoever asked.';
COMMENT ON TABLE use_peak IS 'class: sensitive. The most that a namespace and a tenant used in an hour, for a week.';
