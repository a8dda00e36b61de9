-- GPUs in thousandths of one: whole ones, and parts of one, each its own resource.
CREATE FUNCTION gpu_milli(resources text[], amounts bigint[]) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(sum(CASE WHEN resource LIKE '%/gpu' THEN amount * 1000 WHEN resource LIKE '%/gpu-milli' THEN amount END), 0)::bigint FROM unnest(resources, amounts) AS r (resource, amount) $$;
GRANT EXECUTE ON FUNCTION gpu_milli(text[], bigint[]) TO bailiwick_engine;
-- The most that one pod of an allocation used of GPUs at once on that day, in thousandths of one: what each of its pods needs, whatever it has been given meanwhile. Of one pod it is known from before; of several nobody kept it.
ALTER TABLE use_day ADD COLUMN pod_most bigint CHECK (pod_most >= 0);
UPDATE use_day d SET pod_most = ceil(d.gpu_most * gpu_milli(a.resources, a.amounts) / 1000.0) FROM allocation a WHERE a.id = d.allocation_id AND a.pods = 1;
ALTER TABLE use_day DROP COLUMN gpu_most;
GRANT UPDATE (pod_most) ON use_day TO bailiwick_engine;
-- What is made smaller begins again on its cluster.
GRANT UPDATE (started_at) ON workload TO bailiwick_engine;
-- A lane looks at what was used before it makes something smaller.
CREATE POLICY of_lane ON use_day FOR SELECT TO bailiwick_engine USING (tenant_id = ANY (string_to_array((SELECT current_setting('app.lane_tenants', true)), ',')));
CREATE POLICY of_lane ON workload FOR SELECT TO bailiwick_engine USING (tenant_id = ANY (string_to_array((SELECT current_setting('app.lane_tenants', true)), ',')));
-- When something was last given another size: there are few of these, and clusters ask for all of them.
CREATE INDEX decision_resized ON decision (allocation_id, at) WHERE action = 'allocations.shrink' AND verdict = 'admit';
CREATE POLICY resized ON decision FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'fleet' AND action = 'allocations.shrink' AND allocation_id IS NOT NULL);
