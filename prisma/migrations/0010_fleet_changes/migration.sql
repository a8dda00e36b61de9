-- Whoever keeps a copy of the fleet reads on by who changed a node last, so that is not left to whoever writes. A report alone changes nothing that a copy is kept of.
CREATE FUNCTION node_changed_by() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  NEW.changed_by := pg_current_xact_id();
  RETURN NEW;
END $$;
CREATE TRIGGER node_changed_by BEFORE UPDATE OF cpu_free, memory_free, gpu_free, cordoned_at, cordoned_because, version ON node FOR EACH ROW EXECUTE FUNCTION node_changed_by();
REVOKE UPDATE (changed_by) ON node FROM bailiwick_engine;

-- A single machine's amounts are counted in numbers that are exact up to here.
ALTER TABLE node ADD CONSTRAINT node_exact CHECK (cpu < 9007199254740992 AND memory < 9007199254740992 AND gpu_memory < 9007199254740992);

-- A node as placement knows it. What is somebody's own keeps others away by whose it is: its taints are for a cluster's own scheduler.
CREATE FUNCTION node_as_placed(n node, p pool, c cluster) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_build_object('id', n.id, 'version', n.version, 'region', c.region_id, 'cluster', c.id, 'pool', p.id, 'model', n.model, 'gpuMemoryBytes', n.gpu_memory,
    'taints', CASE WHEN p.owner_tenant IS NULL THEN p.taints ELSE '{}' END, 'isolation', p.isolation_level, 'owner', p.owner_tenant, 'cordoned', n.cordoned_at IS NOT NULL,
    'silent', n.reported_at IS NULL OR n.reported_at < clock_timestamp() - interval '30 seconds',
    'cpuMilli', n.cpu, 'memoryBytes', n.memory, 'cpuMilliFree', n.cpu_free, 'memoryBytesFree', n.memory_free, 'gpuMilliFree', n.gpu_free)
$$;
GRANT EXECUTE ON FUNCTION node_as_placed(node, pool, cluster) TO bailiwick_engine;
