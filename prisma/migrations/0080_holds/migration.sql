-- What the law wants kept: of a tenant, or of all there is. A hold never ends by itself, and whoever placed it does not lift it.
CREATE TABLE legal_hold (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  of_tenant text REFERENCES tenant ON DELETE RESTRICT ON UPDATE CASCADE,
  matter text NOT NULL CHECK (length(matter) BETWEEN 1 AND 120),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 1000),
  placed_at timestamptz(3) NOT NULL,
  placed_by uuid NOT NULL REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  lifted_at timestamptz(3) CHECK (lifted_at >= placed_at),
  lifted_by uuid REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  lifted_for text CHECK (length(lifted_for) BETWEEN 1 AND 1000),
  CONSTRAINT legal_hold_lift CHECK (num_nonnulls(lifted_at, lifted_by, lifted_for) IN (0, 3)),
  CONSTRAINT legal_hold_lifted_by_another CHECK (lifted_by <> placed_by)
);
CREATE INDEX legal_hold_placed ON legal_hold (placed_at, id);
CREATE UNIQUE INDEX legal_hold_once ON legal_hold (coalesce(of_tenant, ''), matter) WHERE lifted_at IS NULL;
CREATE INDEX legal_hold_of ON legal_hold (of_tenant) WHERE of_tenant IS NOT NULL;
CREATE INDEX legal_hold_placed_by ON legal_hold (placed_by);
CREATE INDEX legal_hold_lifted_by ON legal_hold (lifted_by) WHERE lifted_by IS NOT NULL;

ALTER TABLE legal_hold ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
DO $$
BEGIN
  EXECUTE format($p$CREATE POLICY loading ON legal_hold TO %I USING ((SELECT current_setting('app.loading', true)) = 'on')$p$, current_user);
  EXECUTE format($p$CREATE POLICY standing_as_owner ON legal_hold FOR SELECT TO %I USING (lifted_at IS NULL)$p$, current_user);
END $$;
-- Of a hold a tenant is not told, so only the platform reads it.
CREATE POLICY of_platform ON legal_hold FOR SELECT TO bailiwick_web, bailiwick_engine USING ((SELECT current_setting('app.platform', true)) = 'on');
CREATE POLICY beginning ON legal_hold FOR INSERT TO bailiwick_engine WITH CHECK (lifted_at IS NULL AND (SELECT current_setting('app.platform', true)) = 'on' AND placed_by::text = (SELECT current_setting('app.person_id', true)));
CREATE POLICY lifting ON legal_hold FOR UPDATE TO bailiwick_engine USING (lifted_at IS NULL AND (SELECT current_setting('app.platform', true)) = 'on')
  WITH CHECK (lifted_by::text = (SELECT current_setting('app.person_id', true)));
GRANT SELECT ON legal_hold TO bailiwick_web, bailiwick_engine;
GRANT INSERT, UPDATE (lifted_at, lifted_by, lifted_for) ON legal_hold TO bailiwick_engine;
COMMENT ON TABLE legal_hold IS 'class: highly sensitive, personal. What the law wants kept, for which matter, and who said so.';

-- Which holds stand for a tenant, those of the whole platform among them; without a tenant, all that stand. Whoever asked goes on to what a hold forbids, so none is placed until they have committed.
CREATE FUNCTION holds_of(a_tenant text) RETURNS TABLE (hold uuid, of_tenant text, placed_at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('legal_hold'));
  RETURN QUERY SELECT h.id, h.of_tenant, h.placed_at::timestamptz FROM legal_hold h
    WHERE h.lifted_at IS NULL AND (a_tenant IS NULL OR h.of_tenant IS NULL OR h.of_tenant = a_tenant) ORDER BY h.placed_at, h.id;
END $$;
CREATE FUNCTION legal_hold_waits() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('legal_hold'));
  RETURN NEW;
END $$;
CREATE TRIGGER legal_hold_waits BEFORE INSERT ON legal_hold FOR EACH ROW EXECUTE FUNCTION legal_hold_waits();
REVOKE ALL ON FUNCTION holds_of(text), legal_hold_waits() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION holds_of(text) TO bailiwick_engine;
