-- New requests of a tenant can be suspended until a moment: one who runs the platform takes the step, another signs it, and it is over by the clock. What runs is not touched.
ALTER TABLE tenant ADD COLUMN suspended_until timestamptz(3);
ALTER TABLE tenant_past ADD COLUMN suspended_until timestamptz(3);
GRANT UPDATE (suspended_until) ON tenant TO bailiwick_engine;
DO $$
DECLARE columns text;
BEGIN
  SELECT string_agg(format('t.%I', attname), ', ' ORDER BY attnum) INTO columns FROM pg_attribute WHERE attrelid = 'public.tenant'::regclass AND attnum > 0 AND NOT attisdropped;
  EXECUTE format($v$CREATE OR REPLACE VIEW past.tenant WITH (security_invoker = true) AS
    SELECT %1$s FROM public.tenant t WHERE t.created_at <= (SELECT past.moment()) AND NOT EXISTS (SELECT FROM public.tenant_past e WHERE e.id = t.id AND e.until > (SELECT past.moment()))
    UNION ALL
    SELECT %1$s FROM public.tenant_past t WHERE t.created_at <= (SELECT past.moment()) AND t.until > (SELECT past.moment())
      AND NOT EXISTS (SELECT FROM public.tenant_past e WHERE e.id = t.id AND e.until > (SELECT past.moment()) AND e.until < t.until)$v$, columns);
END $$;

-- What binds a tenant for so many hours from when somebody else has signed it. Until then due_at is by when they may; from then on, when it is over.
ALTER TABLE case_step
  ADD COLUMN hours integer CHECK (hours BETWEEN 1 AND 720),
  ADD COLUMN signed_at timestamptz(3),
  ADD COLUMN signed_by uuid REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  DROP CONSTRAINT case_step_kind_check, ADD CONSTRAINT case_step_kind_check CHECK (kind IN ('notify', 'ask', 'reclaim', 'suspend')),
  DROP CONSTRAINT case_step_check2, DROP CONSTRAINT case_step_effect,
  ADD CONSTRAINT case_step_effect CHECK (CASE WHEN kind = 'reclaim' THEN effective_at IS NULL OR effective_at >= due_at ELSE effective_at IS NOT DISTINCT FROM signed_at END),
  ADD CONSTRAINT case_step_hours CHECK ((hours IS NOT NULL) = (kind = 'suspend')),
  ADD CONSTRAINT case_step_signed CHECK (num_nonnulls(signed_at, signed_by) IN (0, 2) AND (signed_at IS NULL OR hours IS NOT NULL AND signed_at >= taken_at AND due_at = signed_at + make_interval(hours => hours))),
  ADD CONSTRAINT case_step_by_two CHECK (signed_by <> taken_by);
CREATE INDEX case_step_signed_by ON case_step (signed_by) WHERE signed_by IS NOT NULL;
-- A tenant is bound once at a time, by whichever case.
CREATE UNIQUE INDEX case_step_binding ON case_step (tenant_id, kind) WHERE ended_at IS NULL AND hours IS NOT NULL;
-- Whoever signs signs in their own name what was neither signed nor taken back.
CREATE POLICY signing ON case_step FOR UPDATE TO bailiwick_engine USING (signed_at IS NULL AND ended_at IS NULL AND hours IS NOT NULL AND (SELECT current_setting('app.platform', true)) = 'on')
  WITH CHECK (signed_by::text = (SELECT current_setting('app.person_id', true)) AND undone_at IS NULL);
GRANT UPDATE (signed_at, signed_by, due_at) ON case_step TO bailiwick_engine;
-- What nobody has signed is nothing that the platform has said to a tenant.
ALTER POLICY of_tenant ON case_step USING (tenant_id = (SELECT current_setting('app.tenant_id', true)) AND (SELECT current_setting('app.namespaces', true)) = '*' AND (hours IS NULL OR signed_at IS NOT NULL));
