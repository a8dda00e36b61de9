-- That work which is where it may not be is left there until a day, who answers for it, and who signed it. It excuses what is there, and lets nothing in.
CREATE TABLE residency_exception (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  tenant_id text NOT NULL REFERENCES tenant ON DELETE RESTRICT ON UPDATE CASCADE,
  -- What it was signed about. It covers that work, or, where none is named, all of the tenant's in these regions.
  violation_id uuid NOT NULL REFERENCES residency_violation ON DELETE RESTRICT ON UPDATE CASCADE,
  namespace_id text,
  work text COLLATE "C" CHECK (length(work) BETWEEN 1 AND 320),
  regions text[] NOT NULL CHECK (cardinality(regions) >= 1 AND is_sorted_set(regions)),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  owner_id uuid NOT NULL REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  since timestamptz(3) NOT NULL,
  until timestamptz(3) NOT NULL CHECK (until > since AND until <= since + interval '30 days'),
  granted_by uuid NOT NULL REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  ended_at timestamptz(3) CHECK (ended_at >= since),
  ended_by uuid REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  -- When the engine said that it is over.
  told_at timestamptz(3),
  CHECK ((ended_at IS NULL) = (ended_by IS NULL))
);
CREATE INDEX residency_exception_of ON residency_exception (tenant_id, until);
CREATE INDEX residency_exception_untold ON residency_exception (until) WHERE told_at IS NULL;
CREATE INDEX residency_exception_violation ON residency_exception (violation_id);
CREATE INDEX residency_exception_owner ON residency_exception (owner_id);
CREATE INDEX residency_exception_granted_by ON residency_exception (granted_by);
CREATE INDEX residency_exception_ended_by ON residency_exception (ended_by) WHERE ended_by IS NOT NULL;

ALTER TABLE residency_exception ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
DO $$
BEGIN
  EXECUTE format($p$CREATE POLICY loading ON residency_exception TO %I USING ((SELECT current_setting('app.loading', true)) = 'on')$p$, current_user);
END $$;
CREATE POLICY of_loop ON residency_exception TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'residency');
CREATE POLICY of_platform ON residency_exception FOR SELECT USING ((SELECT current_setting('app.platform', true)) = 'on');
CREATE POLICY of_tenant ON residency_exception FOR SELECT USING (tenant_id = (SELECT current_setting('app.tenant_id', true))
  AND (work IS NULL OR (SELECT current_setting('app.namespaces', true)) = '*' OR namespace_id = ANY (string_to_array((SELECT current_setting('app.namespaces', true)), ','))));
CREATE POLICY granting ON residency_exception FOR INSERT TO bailiwick_engine
  WITH CHECK ((SELECT current_setting('app.platform', true)) = 'on' AND ended_at IS NULL AND granted_by::text = (SELECT current_setting('app.person_id', true)));
CREATE POLICY ending ON residency_exception FOR UPDATE TO bailiwick_engine USING (ended_at IS NULL AND (SELECT current_setting('app.platform', true)) = 'on')
  WITH CHECK (ended_by::text = (SELECT current_setting('app.person_id', true)));
GRANT SELECT ON residency_exception TO bailiwick_web, bailiwick_engine;
GRANT INSERT, UPDATE (ended_at, ended_by, told_at) ON residency_exception TO bailiwick_engine;
COMMENT ON TABLE residency_exception IS 'class: sensitive, personal. Work that is left where it may not be until a day, why, and who answers for it.';
