-- A tenant answers whatever is done about it, once, and says why; for how long it needs what it has it says only where that is asked, or where something is to be taken, which then waits for so long.
ALTER TABLE case_step
  DROP CONSTRAINT case_step_answer,
  ADD CONSTRAINT case_step_answer CHECK (num_nonnulls(answered_at, answered_by, reason) IN (0, 3) AND (answered_at IS NULL OR kind <> 'notify') AND (keep_until IS NULL OR answered_at IS NOT NULL AND hours IS NULL)),
  ADD CONSTRAINT case_step_waits CHECK (keep_until IS NULL OR kind = 'ask' OR due_at >= keep_until);
ALTER POLICY answering ON case_step USING (kind <> 'notify' AND answered_at IS NULL AND ended_at IS NULL AND (hours IS NULL OR signed_at IS NOT NULL) AND tenant_id = (SELECT current_setting('app.tenant_id', true)) AND (SELECT current_setting('app.namespaces', true)) = '*');
