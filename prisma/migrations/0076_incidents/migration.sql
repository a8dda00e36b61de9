-- What somebody took for an attack or an accident. What state it is in follows from what was done.
CREATE TABLE incident (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
  severity text NOT NULL CHECK (severity IN ('low', 'high', 'critical')),
  playbook text NOT NULL CHECK (playbook ~ '^[a-z_]{1,40}$'),
  seen text NOT NULL CHECK (length(seen) BETWEEN 1 AND 1000),
  aware_at timestamptz(3) NOT NULL CHECK (aware_at <= opened_at),
  opened_at timestamptz(3) NOT NULL,
  opened_by uuid NOT NULL REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  signal_id uuid REFERENCES signal ON DELETE RESTRICT,
  case_id uuid REFERENCES case_file ON DELETE RESTRICT,
  changed_at timestamptz(3) NOT NULL,
  answer text CHECK (answer IN ('told', 'not_needed')),
  told_at timestamptz(3),
  answer_note text CHECK (length(answer_note) BETWEEN 1 AND 1000),
  answered_at timestamptz(3),
  answered_by uuid REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  closed_at timestamptz(3) CHECK (closed_at >= opened_at),
  closed_by uuid REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  summary text CHECK (length(summary) BETWEEN 1 AND 1000),
  CONSTRAINT incident_answer CHECK (num_nonnulls(answer, answer_note, answered_at, answered_by) IN (0, 4) AND (answer IS NOT DISTINCT FROM 'told') = (told_at IS NOT NULL)),
  CONSTRAINT incident_close CHECK (num_nonnulls(closed_at, closed_by, summary) IN (0, 3)),
  CONSTRAINT incident_close_answered CHECK (closed_at IS NULL OR answer IS NOT NULL),
  CONSTRAINT incident_from CHECK (num_nonnulls(signal_id, case_id) <= 1)
);
CREATE INDEX incident_opened ON incident (opened_at, id);
CREATE INDEX incident_going ON incident (opened_at, id) WHERE closed_at IS NULL;
CREATE INDEX incident_signal ON incident (signal_id) WHERE signal_id IS NOT NULL;
CREATE INDEX incident_case ON incident (case_id) WHERE case_id IS NOT NULL;
CREATE INDEX incident_opened_by ON incident (opened_by);
CREATE INDEX incident_answered_by ON incident (answered_by) WHERE answered_by IS NOT NULL;
CREATE INDEX incident_closed_by ON incident (closed_by) WHERE closed_by IS NOT NULL;

CREATE TABLE containment (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  incident_id uuid NOT NULL REFERENCES incident ON DELETE RESTRICT,
  kind text NOT NULL,
  "of" text NOT NULL,
  thing text NOT NULL CHECK (length(thing) BETWEEN 1 AND 253),
  nodes text[] NOT NULL,
  sessions int NOT NULL CHECK (sessions >= 0),
  tokens int NOT NULL CHECK (tokens >= 0),
  done_at timestamptz(3) NOT NULL,
  done_by uuid NOT NULL REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  lifted_at timestamptz(3) CHECK (lifted_at >= done_at),
  lifted_by uuid REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  kept_at timestamptz(3) CHECK (kept_at >= done_at),
  kept_by uuid REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  kept_for text CHECK (length(kept_for) BETWEEN 1 AND 1000),
  CONSTRAINT containment_what CHECK ((kind, "of") IN (('lock', 'person'), ('freeze', 'tenant'), ('revoke', 'person'), ('revoke', 'tenant'), ('cordon', 'node'), ('cordon', 'pool'))),
  CONSTRAINT containment_lift CHECK (num_nonnulls(lifted_at, lifted_by) IN (0, 2) AND (kind <> 'revoke' OR lifted_at IS NULL)),
  CONSTRAINT containment_kept CHECK (num_nonnulls(kept_at, kept_by, kept_for) IN (0, 3))
);
CREATE INDEX containment_incident ON containment (incident_id, done_at);
-- The same thing is contained once at a time, however often it is pressed.
CREATE UNIQUE INDEX containment_once ON containment (incident_id, kind, "of", thing) WHERE lifted_at IS NULL AND kind <> 'revoke';
CREATE INDEX containment_done_by ON containment (done_by);
CREATE INDEX containment_lifted_by ON containment (lifted_by) WHERE lifted_by IS NOT NULL;
CREATE INDEX containment_kept_by ON containment (kept_by) WHERE kept_by IS NOT NULL;

CREATE TABLE incident_step (
  incident_id uuid NOT NULL REFERENCES incident ON DELETE RESTRICT,
  step text NOT NULL CHECK (step ~ '^[a-z_]{1,40}$'),
  state text NOT NULL CHECK (state IN ('done', 'left')),
  note text CHECK (length(note) BETWEEN 1 AND 1000),
  at timestamptz(3) NOT NULL,
  by_id uuid NOT NULL REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT incident_step_left CHECK (state <> 'left' OR note IS NOT NULL),
  PRIMARY KEY (incident_id, step)
);
CREATE INDEX incident_step_by ON incident_step (by_id);

CREATE TABLE incident_entry (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  incident_id uuid NOT NULL REFERENCES incident ON DELETE RESTRICT,
  kind text NOT NULL CHECK (kind ~ '^[a-z_]{1,40}$'),
  thing text CHECK (length(thing) BETWEEN 1 AND 253),
  says text CHECK (length(says) BETWEEN 1 AND 1000),
  place text NOT NULL,
  sequence bigint NOT NULL CHECK (sequence > 0),
  at timestamptz(3) NOT NULL,
  by_id uuid NOT NULL REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  UNIQUE (place, sequence)
);
CREATE INDEX incident_entry_of ON incident_entry (incident_id, at, id);
CREATE INDEX incident_entry_by ON incident_entry (by_id);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['incident', 'containment', 'incident_step', 'incident_entry'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', t);
    EXECUTE format($p$CREATE POLICY loading ON %I TO %I USING ((SELECT current_setting('app.loading', true)) = 'on')$p$, t, current_user);
    EXECUTE format($p$CREATE POLICY of_platform ON %I FOR SELECT USING ((SELECT current_setting('app.platform', true)) = 'on')$p$, t);
  END LOOP;
END $$;
-- Whoever does something in an incident says so in their own name, and nothing is done in one that is closed.
CREATE POLICY opening ON incident FOR INSERT TO bailiwick_engine WITH CHECK (closed_at IS NULL AND (SELECT current_setting('app.platform', true)) = 'on' AND opened_by::text = (SELECT current_setting('app.person_id', true)));
CREATE POLICY acting ON incident FOR UPDATE TO bailiwick_engine USING (closed_at IS NULL AND (SELECT current_setting('app.platform', true)) = 'on')
  WITH CHECK (closed_by IS NULL OR closed_by::text = (SELECT current_setting('app.person_id', true)));
CREATE POLICY containing ON containment FOR INSERT TO bailiwick_engine WITH CHECK ((SELECT current_setting('app.platform', true)) = 'on' AND done_by::text = (SELECT current_setting('app.person_id', true))
  AND incident_id IN (SELECT id FROM incident WHERE closed_at IS NULL));
CREATE POLICY lifting ON containment FOR UPDATE TO bailiwick_engine USING (lifted_at IS NULL AND (SELECT current_setting('app.platform', true)) = 'on')
  WITH CHECK ((lifted_by IS NULL OR lifted_by::text = (SELECT current_setting('app.person_id', true))) AND incident_id IN (SELECT id FROM incident WHERE closed_at IS NULL));
CREATE POLICY ticking ON incident_step FOR INSERT TO bailiwick_engine WITH CHECK ((SELECT current_setting('app.platform', true)) = 'on' AND by_id::text = (SELECT current_setting('app.person_id', true))
  AND incident_id IN (SELECT id FROM incident WHERE closed_at IS NULL));
CREATE POLICY ticking_anew ON incident_step FOR UPDATE TO bailiwick_engine USING ((SELECT current_setting('app.platform', true)) = 'on')
  WITH CHECK (by_id::text = (SELECT current_setting('app.person_id', true)) AND incident_id IN (SELECT id FROM incident WHERE closed_at IS NULL));
CREATE POLICY noting ON incident_entry FOR INSERT TO bailiwick_engine WITH CHECK ((SELECT current_setting('app.platform', true)) = 'on' AND by_id::text = (SELECT current_setting('app.person_id', true)));

-- Deeds about people end tokens, and give none.
CREATE POLICY of_staff ON token FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.staff', true)) = 'on');
CREATE POLICY ended_by_staff ON token FOR UPDATE TO bailiwick_engine USING (ended_at IS NULL AND (SELECT current_setting('app.staff', true)) = 'on') WITH CHECK (ended_at IS NOT NULL);
-- Whether the record was found whole since is asked where an incident is closed.
CREATE POLICY of_platform ON log_check FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.platform', true)) = 'on');

GRANT SELECT ON incident, containment, incident_step, incident_entry TO bailiwick_web, bailiwick_engine;
GRANT INSERT, UPDATE (changed_at, answer, told_at, answer_note, answered_at, answered_by, closed_at, closed_by, summary) ON incident TO bailiwick_engine;
GRANT INSERT, UPDATE (lifted_at, lifted_by, kept_at, kept_by, kept_for) ON containment TO bailiwick_engine;
GRANT INSERT, UPDATE (state, note, at, by_id) ON incident_step TO bailiwick_engine;
GRANT INSERT ON incident_entry TO bailiwick_engine;
COMMENT ON TABLE incident IS 'class: sensitive, personal. What was taken for an attack or an accident, by whom, and when it was over.';
COMMENT ON TABLE containment IS 'class: sensitive, personal. What was locked, frozen, revoked or cordoned because of it, and lifted.';
COMMENT ON TABLE incident_step IS 'class: sensitive, personal. What became of each step, and who did it.';
COMMENT ON TABLE incident_entry IS 'class: sensitive, personal. What was done, in which number of the record, and what the team noted.';
