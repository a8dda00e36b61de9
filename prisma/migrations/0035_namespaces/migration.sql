-- What a namespace is, beside its name. What nobody said is development: work there never chooses production nodes.
ALTER TABLE namespace
  ADD COLUMN environment text NOT NULL DEFAULT 'development' CHECK (environment IN ('production', 'staging', 'test', 'development')),
  ADD COLUMN cost_centre text CHECK (cost_centre ~ '^[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?$'),
  ADD COLUMN owner_id uuid REFERENCES person (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  -- Harder or stricter than what holds around it, where it says so.
  ADD COLUMN isolation_level smallint CHECK (isolation_level BETWEEN 1 AND 4),
  ADD COLUMN pod_security text CHECK (pod_security IN ('baseline', 'restricted')),
  ADD COLUMN labels jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(labels) = 'object'),
  ADD COLUMN version bigint NOT NULL DEFAULT 1 CHECK (version > 0),
  ADD COLUMN frozen_at timestamptz(3),
  -- It is to be deleted, and what runs in it is being ended; deleted is its own moment, after the last of it is over.
  ADD COLUMN closing_at timestamptz(3),
  ADD COLUMN closed_by uuid REFERENCES person (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD COLUMN deleted_at timestamptz(3),
  ADD CONSTRAINT namespace_closed_by CHECK ((closing_at IS NULL) = (closed_by IS NULL)),
  ADD CONSTRAINT namespace_deleted CHECK (deleted_at IS NULL OR deleted_at >= closing_at);
-- Few of many: whoever looks at a queue asks which they are.
CREATE INDEX namespace_shut ON namespace (tenant_id, id) WHERE (frozen_at IS NOT NULL OR closing_at IS NOT NULL) AND deleted_at IS NULL;
GRANT UPDATE (title, environment, cost_centre, owner_id, isolation_level, pod_security, labels, version, frozen_at, closing_at, closed_by, deleted_at) ON namespace TO bailiwick_engine;

-- A row that is gone has no way back, and nothing that lives stays behind in it. Its account has a ceiling of nothing, so nothing can begin there either.
CREATE FUNCTION namespace_stays_deleted() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF OLD.deleted_at IS NOT NULL THEN RAISE EXCEPTION 'namespace % of % is deleted', OLD.id, OLD.tenant_id USING ERRCODE = 'check_violation'; END IF;
  IF OLD.closing_at IS NOT NULL AND NEW.closing_at IS DISTINCT FROM OLD.closing_at THEN RAISE EXCEPTION 'namespace % of % is being deleted', OLD.id, OLD.tenant_id USING ERRCODE = 'check_violation'; END IF;
  IF NEW.deleted_at IS NOT NULL AND EXISTS (SELECT FROM allocation WHERE tenant_id = NEW.tenant_id AND namespace_id = NEW.id AND ended_at IS NULL) THEN
    RAISE EXCEPTION 'namespace % of % has work in it', OLD.id, OLD.tenant_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER stays_deleted BEFORE UPDATE ON namespace FOR EACH ROW EXECUTE FUNCTION namespace_stays_deleted();

-- What is to be deleted is looked for in all tenants at once, and done in each by itself.
CREATE POLICY closing ON namespace FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'namespaces' AND closing_at IS NOT NULL AND deleted_at IS NULL);
