-- What a case cost others, as it was last reckoned: whole GPU-minutes of so many wishes. Nought and no moment is what was never reckoned. `harm_gaps` are decisions that could not be made again.
ALTER TABLE case_file
  ADD COLUMN harm_minutes bigint NOT NULL DEFAULT 0 CHECK (harm_minutes >= 0),
  ADD COLUMN harm_wishes int NOT NULL DEFAULT 0 CHECK (harm_wishes >= 0),
  ADD COLUMN harm_gaps int NOT NULL DEFAULT 0 CHECK (harm_gaps >= 0),
  ADD COLUMN harm_at_least boolean NOT NULL DEFAULT false,
  ADD COLUMN harm_version int CHECK (harm_version > 0),
  ADD COLUMN harm_at timestamptz(3),
  ADD CONSTRAINT case_file_harm CHECK ((harm_at IS NULL) = (harm_version IS NULL) AND (harm_at IS NOT NULL OR (harm_minutes, harm_wishes, harm_gaps, harm_at_least) = (0, 0, 0, false)));
CREATE INDEX case_file_by_harm ON case_file (harm_minutes DESC, opened_at, id) WHERE closed_at IS NULL;
CREATE INDEX case_file_to_reckon ON case_file (harm_at NULLS FIRST, id) WHERE closed_at IS NULL;

-- What a case is about, and from when until when that was seen. What is used again begins no earlier time anew.
CREATE TABLE case_held (
  case_id uuid NOT NULL REFERENCES case_file ON DELETE RESTRICT ON UPDATE CASCADE,
  allocation_id uuid NOT NULL REFERENCES allocation ON DELETE RESTRICT ON UPDATE CASCADE,
  since timestamptz(3) NOT NULL,
  until timestamptz(3) NOT NULL CHECK (until >= since),
  PRIMARY KEY (case_id, allocation_id, since)
);
CREATE INDEX case_held_allocation ON case_held (allocation_id);

-- What others lost by it. Each row is of another tenant than the case, which is never shown it.
CREATE TABLE case_loss (
  case_id uuid NOT NULL REFERENCES case_file ON DELETE RESTRICT ON UPDATE CASCADE,
  decision_id uuid NOT NULL REFERENCES decision ON DELETE RESTRICT ON UPDATE CASCADE,
  loser_tenant text NOT NULL,
  loser_namespace text NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 63),
  was text NOT NULL CHECK (was IN ('kept_out', 'pushed_aside')),
  gpu_milli bigint NOT NULL CHECK (gpu_milli > 0),
  since timestamptz(3) NOT NULL,
  until timestamptz(3) NOT NULL CHECK (until >= since),
  minutes bigint NOT NULL CHECK (minutes >= 0),
  PRIMARY KEY (case_id, decision_id),
  FOREIGN KEY (loser_tenant, loser_namespace) REFERENCES namespace (tenant_id, id) ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX case_loss_largest ON case_loss (case_id, minutes DESC, decision_id);
CREATE INDEX case_loss_decision ON case_loss (decision_id);
CREATE INDEX case_loss_tenant ON case_loss (loser_tenant, loser_namespace);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['case_held', 'case_loss'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', t);
    EXECUTE format($p$CREATE POLICY loading ON %I TO %I USING ((SELECT current_setting('app.loading', true)) = 'on')$p$, t, current_user);
    EXECUTE format($p$CREATE POLICY reckoning ON %I TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'harm')$p$, t);
  END LOOP;
  -- What is reckoned from: what cases say, what was held and seen of it, and the decisions by which somebody found no room, lost a place, or got one.
  FOREACH t IN ARRAY ARRAY['allocation', 'case_part', 'case_step', 'signal', 'steady_watch', 'tenant', 'use_watch'] LOOP
    EXECUTE format($p$CREATE POLICY reckoning ON %I FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'harm')$p$, t);
  END LOOP;
END $$;
CREATE POLICY of_platform ON case_loss FOR SELECT TO bailiwick_web USING ((SELECT current_setting('app.platform', true)) = 'on');
CREATE POLICY reckoning ON case_file TO bailiwick_engine USING (closed_at IS NULL AND (SELECT current_setting('app.loop', true)) = 'harm');
CREATE POLICY reckoning ON decision FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'harm'
  AND (action = 'allocations.start' OR verdict <> 'refuse' OR reason IN ('waits_for_room', 'quota_exceeded_above', 'others_wait', 'no_node_fits')));
CREATE INDEX decision_without_room ON decision (at, id) WHERE reason IN ('waits_for_room', 'quota_exceeded_above', 'others_wait', 'no_node_fits');

GRANT SELECT ON case_loss TO bailiwick_web;
GRANT UPDATE (harm_minutes, harm_wishes, harm_gaps, harm_at_least, harm_version, harm_at) ON case_file TO bailiwick_engine;
GRANT SELECT, INSERT, UPDATE (until) ON case_held TO bailiwick_engine;
GRANT SELECT, INSERT, DELETE ON case_loss TO bailiwick_engine;
COMMENT ON TABLE case_held IS 'class: sensitive. What a case is about, and for how long.';
COMMENT ON TABLE case_loss IS 'class: sensitive. What other tenants lost because of a case.';
