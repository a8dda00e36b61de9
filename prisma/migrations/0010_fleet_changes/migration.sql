-- Whoever keeps a copy of the fleet reads on by who changed a node last, so that is not left to whoever writes. A report alone changes nothing that a copy is kept of.
CREATE FUNCTION node_changed_by() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  NEW.changed_by := pg_current_xact_id();
  RETURN NEW;
END $$;
CREATE TRIGGER node_changed_by BEFORE UPDATE OF cpu_free, memory_free, gpu_free, cordoned_at, cordoned_because, version ON node FOR EACH ROW EXECUTE FUNCTION node_changed_by();
REVOKE UPDATE (changed_by) ON node FROM bailiwick_engine;
