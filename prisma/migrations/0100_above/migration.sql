-- What stands free on a node can be used beyond what was given: of cores and memory a workload may use more than all of its own.
ALTER TABLE workload DROP CONSTRAINT workload_cpu_use_check, ADD CONSTRAINT workload_cpu_use_check CHECK (cpu_use >= 0),
  DROP CONSTRAINT workload_memory_use_check, ADD CONSTRAINT workload_memory_use_check CHECK (memory_use >= 0);
