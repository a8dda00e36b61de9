-- Where a tenant's work may go while a disaster is declared for a region, and for which region one is, until when: asked for by one, signed by another. What the engine decides by is the policy that a signature makes.
CREATE TABLE residency_failover (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  tenant_id text NOT NULL REFERENCES tenant ON DELETE RESTRICT ON UPDATE CASCADE,
  regions text[] NOT NULL CHECK (cardinality(regions) BETWEEN 1 AND 20 AND is_sorted_set(regions)),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  asked_at timestamptz(3) NOT NULL,
  asked_by uuid NOT NULL REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  signed_at timestamptz(3) CHECK (signed_at >= asked_at),
  signed_by uuid REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE CHECK (signed_by <> asked_by),
  ended_at timestamptz(3) CHECK (ended_at >= asked_at),
  ended_by uuid REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  CHECK ((signed_at IS NULL) = (signed_by IS NULL)), CHECK ((ended_at IS NULL) = (ended_by IS NULL))
);
CREATE TABLE residency_disaster (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  region_id text NOT NULL REFERENCES region ON DELETE RESTRICT ON UPDATE CASCADE,
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  until timestamptz(3) NOT NULL CHECK (until > asked_at AND until <= asked_at + interval '7 days'),
  asked_at timestamptz(3) NOT NULL,
  asked_by uuid NOT NULL REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  signed_at timestamptz(3) CHECK (signed_at >= asked_at AND signed_at < until),
  signed_by uuid REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE CHECK (signed_by <> asked_by),
  ended_at timestamptz(3) CHECK (ended_at >= asked_at),
  ended_by uuid REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  CHECK ((signed_at IS NULL) = (signed_by IS NULL)), CHECK ((ended_at IS NULL) = (ended_by IS NULL))
);
CREATE UNIQUE INDEX residency_failover_asked ON residency_failover (tenant_id) WHERE signed_at IS NULL AND ended_at IS NULL;
CREATE UNIQUE INDEX residency_failover_stands ON residency_failover (tenant_id) WHERE signed_at IS NOT NULL AND ended_at IS NULL;
CREATE INDEX residency_failover_of ON residency_failover (tenant_id, asked_at);
CREATE INDEX residency_disaster_of ON residency_disaster (region_id, until);
CREATE INDEX residency_failover_asked_by ON residency_failover (asked_by);
CREATE INDEX residency_failover_signed_by ON residency_failover (signed_by) WHERE signed_by IS NOT NULL;
CREATE INDEX residency_failover_ended_by ON residency_failover (ended_by) WHERE ended_by IS NOT NULL;
CREATE INDEX residency_disaster_asked_by ON residency_disaster (asked_by);
CREATE INDEX residency_disaster_signed_by ON residency_disaster (signed_by) WHERE signed_by IS NOT NULL;
CREATE INDEX residency_disaster_ended_by ON residency_disaster (ended_by) WHERE ended_by IS NOT NULL;

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['residency_failover', 'residency_disaster'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', t);
    EXECUTE format($p$CREATE POLICY loading ON %I TO %I USING ((SELECT current_setting('app.loading', true)) = 'on')$p$, t, current_user);
    EXECUTE format($p$CREATE POLICY of_loop ON %I FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'residency')$p$, t);
    EXECUTE format($p$CREATE POLICY of_platform ON %I FOR SELECT USING ((SELECT current_setting('app.platform', true)) = 'on')$p$, t);
    EXECUTE format($p$CREATE POLICY asking ON %I FOR INSERT TO bailiwick_engine
      WITH CHECK ((SELECT current_setting('app.platform', true)) = 'on' AND signed_at IS NULL AND ended_at IS NULL AND asked_by::text = (SELECT current_setting('app.person_id', true)))$p$, t);
    EXECUTE format($p$CREATE POLICY answering ON %I FOR UPDATE TO bailiwick_engine USING (ended_at IS NULL AND (SELECT current_setting('app.platform', true)) = 'on')
      WITH CHECK ((SELECT current_setting('app.person_id', true)) IN (signed_by::text, ended_by::text))$p$, t);
    EXECUTE format('GRANT SELECT ON %I TO bailiwick_web, bailiwick_engine', t);
    EXECUTE format('GRANT INSERT, UPDATE (signed_at, signed_by, ended_at, ended_by) ON %I TO bailiwick_engine', t);
  END LOOP;
END $$;
CREATE POLICY of_tenant ON residency_failover FOR SELECT USING (tenant_id = (SELECT current_setting('app.tenant_id', true)));
COMMENT ON TABLE residency_failover IS 'class: sensitive, personal. Where a tenant''s work may go while a disaster is declared, why, and which two people said so.';
COMMENT ON TABLE residency_disaster IS 'class: sensitive, personal. For which region a disaster was declared, until when, why, and which two people said so.';

-- What holds by them is kept as a policy, which the loop and the platform read as they read a residency.
DROP POLICY residing ON policy;
CREATE POLICY residing ON policy FOR SELECT TO bailiwick_engine USING (kind IN ('residency', 'failover') AND (SELECT current_setting('app.loop', true)) = 'residency');
DROP POLICY where_it_may ON policy;
CREATE POLICY where_it_may ON policy FOR SELECT USING (kind IN ('residency', 'failover') AND (SELECT current_setting('app.platform', true)) = 'on');
-- The region for whose disaster work may be where it is.
ALTER TABLE residency_stay ADD COLUMN failover text CHECK (failover IS NULL OR state = 'allowed');
