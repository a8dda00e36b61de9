-- What somebody who reads everybody's record asks of it, and what they found. The records themselves stay where they are: a pin says which they are.
CREATE TABLE investigation (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
  question text NOT NULL CHECK (length(question) BETWEEN 1 AND 1000),
  query text CHECK (length(query) BETWEEN 1 AND 400),
  incident_id uuid REFERENCES incident ON DELETE RESTRICT,
  owner_id uuid NOT NULL REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  opened_at timestamptz(3) NOT NULL,
  opened_by uuid NOT NULL REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  closed_at timestamptz(3) CHECK (closed_at >= opened_at),
  closed_by uuid REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  finding text CHECK (length(finding) BETWEEN 1 AND 1000),
  CONSTRAINT investigation_close CHECK (num_nonnulls(closed_at, closed_by, finding) IN (0, 3))
);
CREATE INDEX investigation_opened ON investigation (opened_at, id);
CREATE INDEX investigation_going ON investigation (opened_at, id) WHERE closed_at IS NULL;
CREATE INDEX investigation_incident ON investigation (incident_id) WHERE incident_id IS NOT NULL;
CREATE INDEX investigation_owner ON investigation (owner_id);
CREATE INDEX investigation_opened_by ON investigation (opened_by);
CREATE INDEX investigation_closed_by ON investigation (closed_by) WHERE closed_by IS NOT NULL;

CREATE TABLE investigation_pin (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  investigation_id uuid NOT NULL REFERENCES investigation ON DELETE RESTRICT,
  place text NOT NULL CHECK (place ~ '^[a-z][a-z0-9-]{0,62}$'),
  stream text NOT NULL CHECK (stream IN ('deed', 'access')),
  sequence bigint NOT NULL CHECK (sequence > 0),
  record_at timestamptz(3) NOT NULL,
  why text NOT NULL CHECK (length(why) BETWEEN 1 AND 1000),
  pinned_at timestamptz(3) NOT NULL,
  pinned_by uuid NOT NULL REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  unpinned_at timestamptz(3) CHECK (unpinned_at >= pinned_at),
  unpinned_by uuid REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT investigation_pin_unpinned CHECK (num_nonnulls(unpinned_at, unpinned_by) IN (0, 2))
);
-- A record is pinned once at a time, however often it is pressed.
CREATE UNIQUE INDEX investigation_pin_once ON investigation_pin (investigation_id, place, stream, sequence) WHERE unpinned_at IS NULL;
CREATE INDEX investigation_pin_record ON investigation_pin (place, stream, sequence) WHERE unpinned_at IS NULL;
CREATE INDEX investigation_pin_by ON investigation_pin (pinned_by);
CREATE INDEX investigation_pin_unpinned_by ON investigation_pin (unpinned_by) WHERE unpinned_by IS NOT NULL;

-- What was done to it, numbered from one on without a gap, and under which number of the platform's deeds that stands in the record.
CREATE TABLE investigation_entry (
  investigation_id uuid NOT NULL REFERENCES investigation ON DELETE RESTRICT,
  number int NOT NULL CHECK (number > 0),
  kind text NOT NULL CHECK (kind IN ('opened', 'pinned', 'unpinned', 'noted', 'handed', 'closed', 'reopened')),
  pin_id uuid REFERENCES investigation_pin ON DELETE RESTRICT,
  to_id uuid REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  says text NOT NULL CHECK (length(says) BETWEEN 1 AND 1000),
  sequence bigint NOT NULL UNIQUE CHECK (sequence > 0),
  at timestamptz(3) NOT NULL,
  by_id uuid NOT NULL REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT investigation_entry_pin CHECK (kind NOT IN ('pinned', 'unpinned') OR pin_id IS NOT NULL),
  CONSTRAINT investigation_entry_to CHECK ((kind = 'handed') = (to_id IS NOT NULL)),
  PRIMARY KEY (investigation_id, number)
);
CREATE INDEX investigation_entry_of_pin ON investigation_entry (pin_id) WHERE pin_id IS NOT NULL;
CREATE INDEX investigation_entry_to_id ON investigation_entry (to_id) WHERE to_id IS NOT NULL;
CREATE INDEX investigation_entry_by ON investigation_entry (by_id);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['investigation', 'investigation_pin', 'investigation_entry'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', t);
    EXECUTE format($p$CREATE POLICY loading ON %I TO %I USING ((SELECT current_setting('app.loading', true)) = 'on')$p$, t, current_user);
    -- Who reads the record is another role of the database than who shows the rest: the web's own login reads none of this.
    EXECUTE format($p$CREATE POLICY of_platform ON %I FOR SELECT TO bailiwick_auditor, bailiwick_engine USING ((SELECT current_setting('app.platform', true)) = 'on')$p$, t);
  END LOOP;
END $$;
-- Whoever does something in one says so in their own name; nothing but reopening is done in one that is closed, and what was noted or pinned is never changed.
CREATE POLICY opening ON investigation FOR INSERT TO bailiwick_engine WITH CHECK (closed_at IS NULL AND (SELECT current_setting('app.platform', true)) = 'on'
  AND opened_by::text = (SELECT current_setting('app.person_id', true)) AND owner_id = opened_by);
CREATE POLICY owning ON investigation FOR UPDATE TO bailiwick_engine USING ((SELECT current_setting('app.platform', true)) = 'on')
  WITH CHECK (closed_by IS NULL OR closed_by::text = (SELECT current_setting('app.person_id', true)));
CREATE POLICY pinning ON investigation_pin FOR INSERT TO bailiwick_engine WITH CHECK (unpinned_at IS NULL AND (SELECT current_setting('app.platform', true)) = 'on'
  AND pinned_by::text = (SELECT current_setting('app.person_id', true)) AND investigation_id IN (SELECT id FROM investigation WHERE closed_at IS NULL));
CREATE POLICY unpinning ON investigation_pin FOR UPDATE TO bailiwick_engine USING (unpinned_at IS NULL AND (SELECT current_setting('app.platform', true)) = 'on')
  WITH CHECK (unpinned_by::text = (SELECT current_setting('app.person_id', true)) AND investigation_id IN (SELECT id FROM investigation WHERE closed_at IS NULL));
CREATE POLICY entering ON investigation_entry FOR INSERT TO bailiwick_engine WITH CHECK ((SELECT current_setting('app.platform', true)) = 'on'
  AND by_id::text = (SELECT current_setting('app.person_id', true)) AND investigation_id IN (SELECT id FROM investigation WHERE closed_at IS NULL));

-- When a record is from, for whoever pins it. The engine reads no record, and gets no more of this one.
CREATE FUNCTION record_moment(a_place text, a_stream text, a_sequence bigint) RETURNS timestamptz
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE before text := current_setting('app.loop', true); found timestamptz;
BEGIN
  IF current_setting('app.platform', true) IS DISTINCT FROM 'on' THEN RETURN NULL; END IF;
  PERFORM set_config('app.loop', 'open', true);
  SELECT r.at INTO found FROM record r WHERE r.tenant_id = a_place AND r.stream = a_stream AND r.sequence = a_sequence;
  PERFORM set_config('app.loop', coalesce(before, ''), true);
  RETURN found;
END $$;
REVOKE ALL ON FUNCTION record_moment(text, text, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION record_moment(text, text, bigint) TO bailiwick_engine;

-- Whether a record that is not there any more went with its month.
CREATE POLICY of_reader ON record_month FOR SELECT TO bailiwick_auditor USING ((SELECT current_setting('app.platform', true)) = 'on');
GRANT SELECT (month, taken_at) ON record_month TO bailiwick_auditor;

GRANT SELECT ON investigation, investigation_pin, investigation_entry TO bailiwick_auditor, bailiwick_engine;
GRANT INSERT, UPDATE (owner_id, closed_at, closed_by, finding) ON investigation TO bailiwick_engine;
GRANT INSERT, UPDATE (unpinned_at, unpinned_by) ON investigation_pin TO bailiwick_engine;
GRANT INSERT ON investigation_entry TO bailiwick_engine;
COMMENT ON TABLE investigation IS 'class: sensitive, personal. What is asked of the record, whose it is to find out, and what was found.';
COMMENT ON TABLE investigation_pin IS 'class: sensitive, personal. Which records belong to it, and why.';
COMMENT ON TABLE investigation_entry IS 'class: sensitive, personal. What was done to it and noted in it, by whom, and in which number of the record.';
