-- Clusters say how much of its memory work uses, too. What was charged before they did was not measured, which is not unused.
ALTER TABLE workload ADD COLUMN memory_use integer CHECK (memory_use BETWEEN 0 AND 1000);
ALTER TABLE use_span ADD COLUMN memory_measured bigint NOT NULL DEFAULT 0, ADD COLUMN memory_used bigint NOT NULL DEFAULT 0,
  ADD CHECK (0 <= memory_used AND memory_used <= memory_measured AND memory_measured <= memory_charged);
ALTER TABLE use_peak ADD COLUMN memory bigint CHECK (memory >= 0);
GRANT UPDATE (memory_use) ON workload TO bailiwick_engine;
GRANT UPDATE (memory_measured, memory_used) ON use_span TO bailiwick_engine;
GRANT UPDATE (memory) ON use_peak TO bailiwick_engine;
