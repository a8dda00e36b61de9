-- What the clusters say is compared with the ledger: each time leaves a row, whatever it found.
CREATE TABLE reconciliation_run (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  at timestamptz(3) NOT NULL,
  took_ms integer NOT NULL CHECK (took_ms >= 0),
  allocations integer NOT NULL CHECK (allocations >= 0),
  workloads integer NOT NULL CHECK (workloads >= 0),
  orphans integer NOT NULL CHECK (orphans >= 0),
  phantoms integer NOT NULL CHECK (phantoms >= 0),
  out_of_band integer NOT NULL CHECK (out_of_band >= 0),
  unit_mismatches integer NOT NULL CHECK (unit_mismatches >= 0),
  late_releases integer NOT NULL CHECK (late_releases >= 0),
  corrected integer NOT NULL CHECK (corrected >= 0),
  -- In hundredths of a percent, of the resource that is furthest off.
  off_by integer NOT NULL CHECK (off_by >= 0),
  -- The first of them, each with when it was first seen: what lasts is found again and is no news.
  differences jsonb NOT NULL
);
CREATE INDEX reconciliation_run_at ON reconciliation_run (at DESC, id);
ALTER TABLE reconciliation_run ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_platform ON reconciliation_run FOR SELECT USING ((SELECT current_setting('app.platform', true)) = 'on');
CREATE POLICY of_fleet ON reconciliation_run TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'fleet');
DO $$ BEGIN EXECUTE format($p$CREATE POLICY loading ON reconciliation_run TO %I USING ((SELECT current_setting('app.loading', true)) = 'on')$p$, current_user); END $$;
GRANT SELECT ON reconciliation_run TO bailiwick_web, bailiwick_engine;
GRANT INSERT ON reconciliation_run TO bailiwick_engine;
COMMENT ON TABLE reconciliation_run IS 'class: sensitive. When ledger and clusters were compared, and where they differed.';

-- The loops that keep the fleet see what may run, what still runs although it is over, where a decision lets it run, and what stands in a namespace's account as unexplained.
CREATE POLICY still_running ON allocation FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'fleet' AND EXISTS (SELECT FROM workload WHERE allocation_id = allocation.id));
CREATE POLICY fleet ON tenant FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'fleet');
CREATE POLICY fleet ON decision FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'fleet' AND action = 'allocations.create' AND allocation_id IS NOT NULL);
CREATE POLICY fleet ON account FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'fleet' AND kind = 'namespace');
CREATE INDEX account_unexplained ON account (id) WHERE kind = 'namespace' AND 0 <> ANY (unexplained);
