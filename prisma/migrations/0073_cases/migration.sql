-- Signals about one tenant and of one kind are one case, until somebody has said what it was.
CREATE TABLE case_file (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  tenant_id text NOT NULL REFERENCES tenant ON DELETE RESTRICT ON UPDATE CASCADE,
  kind text NOT NULL CHECK (kind ~ '^allocations\.[a-z_]+$'),
  -- Of the rule that opened it; and whether that rule was being tried out then.
  version int NOT NULL CHECK (version > 0),
  shadow boolean NOT NULL,
  opened_at timestamptz(3) NOT NULL,
  seen_at timestamptz(3) NOT NULL CHECK (seen_at >= opened_at),
  closed_at timestamptz(3) CHECK (closed_at >= opened_at),
  closed_by uuid REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  outcome text CHECK (outcome IN ('confirmed', 'benign', 'too_tight', 'bad_data')),
  note text CHECK (length(note) BETWEEN 1 AND 1000),
  CONSTRAINT case_file_close CHECK (num_nonnulls(closed_at, closed_by, outcome) IN (0, 3)),
  UNIQUE (id, tenant_id)
);
CREATE UNIQUE INDEX case_file_open ON case_file (tenant_id, kind) WHERE closed_at IS NULL;
CREATE INDEX case_file_opened ON case_file (opened_at, id);
CREATE INDEX case_file_closed ON case_file (kind, closed_at DESC) WHERE closed_at IS NOT NULL;
CREATE INDEX case_file_closed_by ON case_file (closed_by) WHERE closed_by IS NOT NULL;
ALTER TABLE signal ADD COLUMN case_id uuid REFERENCES case_file ON DELETE RESTRICT;
CREATE INDEX signal_of_case ON signal (case_id, at DESC, id DESC) WHERE case_id IS NOT NULL;

-- Since when a rule of a version watches. A new version begins anew.
CREATE TABLE case_rule (
  kind text NOT NULL,
  version int NOT NULL CHECK (version > 0),
  since timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, version)
);
-- What uses less of its GPUs than it should, and since when without a break; whatever else runs has no row.
CREATE TABLE use_watch (
  allocation_id uuid PRIMARY KEY REFERENCES allocation ON DELETE CASCADE,
  low_since timestamptz(3) NOT NULL,
  idle_since timestamptz(3) CHECK (idle_since >= low_since),
  seen_at timestamptz(3) NOT NULL CHECK (seen_at >= low_since)
);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['case_file', 'case_rule', 'use_watch'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', t);
    EXECUTE format($p$CREATE POLICY loading ON %I TO %I USING ((SELECT current_setting('app.loading', true)) = 'on')$p$, t, current_user);
    EXECUTE format($p$CREATE POLICY watching ON %I TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'watch')$p$, t);
  END LOOP;
END $$;
CREATE POLICY of_platform ON case_file FOR SELECT USING ((SELECT current_setting('app.platform', true)) = 'on');
CREATE POLICY of_platform ON case_rule FOR SELECT USING ((SELECT current_setting('app.platform', true)) = 'on');
-- What is done in a tenant may ask for its cases; who reads there may not.
CREATE POLICY of_tenant ON case_file FOR SELECT TO bailiwick_engine USING (tenant_id = (SELECT current_setting('app.tenant_id', true)));
-- Whoever closes one says so in their own name, once.
CREATE POLICY closing ON case_file FOR UPDATE TO bailiwick_engine USING (closed_at IS NULL AND (SELECT current_setting('app.platform', true)) = 'on')
  WITH CHECK (closed_by::text = (SELECT current_setting('app.person_id', true)));
CREATE POLICY watching ON allocation FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'watch');
CREATE POLICY watching ON workload FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'watch');
DROP POLICY preempting ON decision;
CREATE POLICY watching ON decision FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'watch' AND (action = 'allocations.preempt' OR reason IN ('split_request', 'too_many_pending')));
CREATE INDEX decision_told ON decision (at, reason, tenant_id) WHERE reason IN ('split_request', 'too_many_pending');
CREATE INDEX allocation_burst ON allocation (tenant_id, admitted_at) WHERE burst AND admitted_at IS NOT NULL;

CREATE POLICY watching ON signal FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'watch');
GRANT SELECT (id, case_id) ON signal TO bailiwick_engine;
GRANT SELECT ON case_file, case_rule TO bailiwick_web, bailiwick_engine;
GRANT INSERT, UPDATE (seen_at, closed_at, closed_by, outcome, note) ON case_file TO bailiwick_engine;
GRANT INSERT ON case_rule TO bailiwick_engine;
GRANT SELECT, INSERT, DELETE, UPDATE (low_since, idle_since, seen_at) ON use_watch TO bailiwick_engine;
COMMENT ON TABLE case_file IS 'class: sensitive. What looked wrong of a tenant, and what somebody said it was.';
COMMENT ON TABLE case_rule IS 'class: internal. Since when a rule watches.';
COMMENT ON TABLE use_watch IS 'class: internal. What uses little of its GPUs, and since when.';
