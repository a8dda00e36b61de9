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
CREATE INDEX decision_resized ON decision (allocation_id, at) WHERE action IN ('allocations.shrink', 'allocations.growBack') AND verdict = 'admit';
CREATE POLICY resized ON decision FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'fleet' AND action = 'allocations.shrink' AND allocation_id IS NOT NULL);

-- A step about a case can make smaller what it names: to so many GPUs a pod, and as many as each had before.
ALTER TABLE case_step
  DROP CONSTRAINT case_step_kind_check, ADD CONSTRAINT case_step_kind_check CHECK (kind IN ('notify', 'ask', 'shrink', 'reclaim', 'preempt', 'burst', 'suspend')),
  DROP CONSTRAINT case_step_effect,
  ADD CONSTRAINT case_step_effect CHECK (CASE WHEN kind IN ('shrink', 'reclaim', 'preempt') THEN effective_at IS NULL OR effective_at >= due_at ELSE effective_at IS NOT DISTINCT FROM signed_at END);
ALTER TABLE case_part
  ADD COLUMN gpus int CHECK (gpus >= 1),
  ADD COLUMN gpus_before int,
  ADD CONSTRAINT case_part_gpus CHECK ((gpus IS NULL) = (gpus_before IS NULL) AND gpus < gpus_before),
  DROP CONSTRAINT case_part_outcome_check, ADD CONSTRAINT case_part_outcome_check CHECK (outcome IN ('shrunk', 'reclaimed', 'preempted', 'kept', 'given_back', 'lost'));
-- Whoever is about to take it is shown what was seen of those that it could name; and the engine finds in the ledger what of it is done.
CREATE POLICY of_case ON use_day FOR SELECT TO bailiwick_web USING ((SELECT current_setting('app.platform', true)) = 'on' AND tenant_id = (SELECT tenant_of_case()));
CREATE POLICY resizing ON decision FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'watch' AND action = 'allocations.shrink');
ALTER POLICY resized ON decision USING ((SELECT current_setting('app.loop', true)) = 'fleet' AND action IN ('allocations.shrink', 'allocations.growBack') AND allocation_id IS NOT NULL);
