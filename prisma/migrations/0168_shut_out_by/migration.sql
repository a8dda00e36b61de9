-- By whose word somebody is kept out, and a role on the platform is over before its time: one admin shuts out one other in a day (server/staff/decide-shut-out.ts), so it must be known whose word it was.
ALTER TABLE person ADD COLUMN disabled_by uuid REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT person_disabled_by CHECK (disabled_by IS NULL OR (disabled_at IS NOT NULL AND disabled_by <> id));
ALTER TABLE role_binding ADD COLUMN ended_by uuid REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT role_binding_ended_by CHECK (ended_by IS NULL OR valid_to IS NOT NULL);
ALTER TABLE role_binding_past ADD COLUMN ended_by uuid;
DO $$
DECLARE columns text;
BEGIN
  SELECT string_agg(format('t.%I', attname), ', ' ORDER BY attnum) INTO columns FROM pg_attribute WHERE attrelid = 'public.role_binding'::regclass AND attnum > 0 AND NOT attisdropped;
  EXECUTE format($v$CREATE OR REPLACE VIEW past.role_binding WITH (security_invoker = true) AS
    SELECT %1$s FROM public.role_binding t WHERE t.valid_from <= (SELECT past.moment()) AND NOT EXISTS (SELECT FROM public.role_binding_past e WHERE e.id = t.id AND e.until > (SELECT past.moment()))
    UNION ALL
    SELECT %1$s FROM public.role_binding_past t WHERE t.valid_from <= (SELECT past.moment()) AND t.until > (SELECT past.moment())
      AND NOT EXISTS (SELECT FROM public.role_binding_past e WHERE e.id = t.id AND e.until > (SELECT past.moment()) AND e.until < t.until)$v$, columns);
END $$;
CREATE INDEX person_disabled_by ON person (disabled_by, disabled_at) WHERE disabled_by IS NOT NULL;
CREATE INDEX role_binding_ended_by ON role_binding (ended_by, valid_to) WHERE ended_by IS NOT NULL;
GRANT SELECT (disabled_by), UPDATE (disabled_by) ON person TO bailiwick_engine;
GRANT UPDATE (ended_by) ON role_binding TO bailiwick_engine;
