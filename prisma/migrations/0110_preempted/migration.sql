-- What a tenant has borrowed can be taken back at once, by name: whether it is used or not, so that there may be no moment since which it stands unused, and it need have no GPUs.
ALTER TABLE case_step
  DROP CONSTRAINT case_step_kind_check, ADD CONSTRAINT case_step_kind_check CHECK (kind IN ('notify', 'ask', 'reclaim', 'preempt', 'burst', 'suspend')),
  DROP CONSTRAINT case_step_effect,
  ADD CONSTRAINT case_step_effect CHECK (CASE WHEN kind IN ('reclaim', 'preempt') THEN effective_at IS NULL OR effective_at >= due_at ELSE effective_at IS NOT DISTINCT FROM signed_at END);
ALTER TABLE case_part
  ALTER idle_since DROP NOT NULL,
  DROP CONSTRAINT case_part_gpu_milli_check, ADD CONSTRAINT case_part_gpu_milli_check CHECK (gpu_milli >= 0),
  DROP CONSTRAINT case_part_outcome_check, ADD CONSTRAINT case_part_outcome_check CHECK (outcome IN ('reclaimed', 'preempted', 'kept', 'given_back', 'lost'));

-- Whoever is about to take a step is shown, of the tenant of the case that is read, what it could name: what is borrowed, and what stands unused.
CREATE POLICY of_case ON allocation FOR SELECT TO bailiwick_web USING ((SELECT current_setting('app.platform', true)) = 'on' AND tenant_id = (SELECT tenant_of_case()) AND NOT reserved AND state IN ('admitted', 'running')
  AND (burst OR EXISTS (SELECT FROM use_watch w WHERE w.allocation_id = allocation.id)));
