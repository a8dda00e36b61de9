-- What somebody who runs the platform did about a case, step by step. A step stands (ended_at is null) for as long as somebody, or the engine, has something to do about it.
CREATE TABLE case_step (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  case_id uuid NOT NULL,
  tenant_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('notify', 'ask', 'reclaim')),
  taken_at timestamptz(3) NOT NULL,
  taken_by uuid NOT NULL REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  -- Of a question, until when it may be answered; of what takes something, from when it does.
  due_at timestamptz(3) CHECK (due_at > taken_at),
  -- What the tenant said: until when it needs what it has, and why.
  answered_at timestamptz(3),
  answered_by uuid REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  keep_until timestamptz(3) CHECK (keep_until > answered_at),
  reason text CHECK (length(reason) BETWEEN 1 AND 500),
  effective_at timestamptz(3) CHECK (effective_at >= due_at),
  undone_at timestamptz(3) CHECK (undone_at >= taken_at),
  undone_by uuid REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  ended_at timestamptz(3) CHECK (ended_at >= taken_at),
  FOREIGN KEY (case_id, tenant_id) REFERENCES case_file (id, tenant_id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT case_step_due CHECK ((due_at IS NULL) = (kind = 'notify')),
  CONSTRAINT case_step_answer CHECK (num_nonnulls(answered_at, answered_by, keep_until, reason) IN (0, 4) AND (answered_at IS NULL OR kind = 'ask')),
  CONSTRAINT case_step_effect CHECK (effective_at IS NULL OR kind = 'reclaim'),
  CONSTRAINT case_step_undo CHECK (num_nonnulls(undone_at, undone_by) IN (0, 2) AND (undone_at IS NULL OR kind <> 'notify')),
  UNIQUE (id, tenant_id)
);
CREATE UNIQUE INDEX case_step_standing ON case_step (case_id, kind) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX case_step_told ON case_step (case_id) WHERE kind = 'notify';
CREATE INDEX case_step_of_case ON case_step (case_id, tenant_id, taken_at);
CREATE INDEX case_step_due_at ON case_step (due_at) WHERE ended_at IS NULL;
CREATE INDEX case_step_taken_by ON case_step (taken_by);
CREATE INDEX case_step_answered_by ON case_step (answered_by) WHERE answered_by IS NOT NULL;
CREATE INDEX case_step_undone_by ON case_step (undone_by) WHERE undone_by IS NOT NULL;

-- What a step names, as it was when it was taken, and what became of each.
CREATE TABLE case_part (
  step_id uuid NOT NULL,
  tenant_id text NOT NULL,
  allocation_id uuid NOT NULL REFERENCES allocation ON DELETE RESTRICT ON UPDATE CASCADE,
  namespace_id text NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 63),
  person_id uuid NOT NULL REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  gpu_milli bigint NOT NULL CHECK (gpu_milli > 0),
  idle_since timestamptz(3) NOT NULL,
  outcome text CHECK (outcome IN ('reclaimed', 'kept', 'given_back', 'lost')),
  because text CHECK (because ~ '^[a-z][a-z_]{0,62}$'),
  settled_at timestamptz(3),
  PRIMARY KEY (step_id, allocation_id),
  FOREIGN KEY (step_id, tenant_id) REFERENCES case_step (id, tenant_id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT case_part_outcome CHECK ((outcome IS NULL) = (settled_at IS NULL) AND (because IS NOT NULL) = (outcome IS NOT NULL AND outcome IN ('kept', 'lost')))
);
CREATE INDEX case_part_allocation ON case_part (allocation_id);
CREATE INDEX case_part_person ON case_part (person_id);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['case_step', 'case_part'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', t);
    EXECUTE format($p$CREATE POLICY loading ON %I TO %I USING ((SELECT current_setting('app.loading', true)) = 'on')$p$, t, current_user);
    EXECUTE format($p$CREATE POLICY watching ON %I TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'watch')$p$, t);
    EXECUTE format($p$CREATE POLICY of_platform ON %I FOR SELECT USING ((SELECT current_setting('app.platform', true)) = 'on')$p$, t);
    -- Of all of a tenant, or of nothing: a case is no namespace's.
    EXECUTE format($p$CREATE POLICY of_tenant ON %I FOR SELECT USING (tenant_id = (SELECT current_setting('app.tenant_id', true)) AND (SELECT current_setting('app.namespaces', true)) = '*')$p$, t);
  END LOOP;
END $$;
-- Whoever takes a step takes it in their own name, of the tenant that they named; and so does whoever takes it back.
CREATE POLICY taking ON case_step FOR INSERT TO bailiwick_engine WITH CHECK ((SELECT current_setting('app.platform', true)) = 'on' AND tenant_id = (SELECT current_setting('app.tenant_id', true)) AND taken_by::text = (SELECT current_setting('app.person_id', true)));
CREATE POLICY naming ON case_part FOR INSERT TO bailiwick_engine WITH CHECK ((SELECT current_setting('app.platform', true)) = 'on' AND tenant_id = (SELECT current_setting('app.tenant_id', true)) AND (SELECT current_setting('app.namespaces', true)) = '*');
CREATE POLICY undoing ON case_step FOR UPDATE TO bailiwick_engine USING (undone_at IS NULL AND (SELECT current_setting('app.platform', true)) = 'on')
  WITH CHECK (undone_by::text = (SELECT current_setting('app.person_id', true)));
-- A tenant answers what it was asked, once.
CREATE POLICY answering ON case_step FOR UPDATE TO bailiwick_engine USING (kind = 'ask' AND ended_at IS NULL AND tenant_id = (SELECT current_setting('app.tenant_id', true)) AND (SELECT current_setting('app.namespaces', true)) = '*')
  WITH CHECK (answered_by::text = (SELECT current_setting('app.person_id', true)));
-- A tenant reads a case once somebody has told it: until then it is what a rule says, and nobody has looked.
CREATE POLICY told ON case_file FOR SELECT TO bailiwick_web USING (tenant_id = (SELECT current_setting('app.tenant_id', true)) AND EXISTS (SELECT FROM case_step s WHERE s.case_id = case_file.id));
CREATE POLICY told ON signal FOR SELECT TO bailiwick_web USING (case_id IN (SELECT id FROM case_file WHERE tenant_id = (SELECT current_setting('app.tenant_id', true))));
-- What a step may name is what the case was made of and stands unused still.
CREATE POLICY acting ON signal FOR SELECT TO bailiwick_engine USING (case_id IS NOT NULL AND (SELECT current_setting('app.platform', true)) = 'on');
CREATE POLICY of_platform ON use_watch FOR SELECT USING ((SELECT current_setting('app.platform', true)) = 'on');

GRANT SELECT ON case_step, case_part, use_watch TO bailiwick_web;
GRANT SELECT, INSERT, UPDATE (answered_at, answered_by, keep_until, reason, effective_at, undone_at, undone_by, ended_at) ON case_step TO bailiwick_engine;
GRANT SELECT, INSERT, UPDATE (outcome, because, settled_at) ON case_part TO bailiwick_engine;
GRANT SELECT (body, at) ON signal TO bailiwick_engine;
COMMENT ON TABLE case_step IS 'class: sensitive. What was done about what looked wrong of a tenant, and what it said.';
COMMENT ON TABLE case_part IS 'class: sensitive. What a step about a case names, and what became of it.';
