-- Which nodes were cordoned because of a violation: each once. Whoever lets go of one while the violation goes on is not overruled by the next look.
ALTER TABLE residency_violation ADD COLUMN cordoned_nodes text[] NOT NULL DEFAULT '{}';
UPDATE residency_violation SET cordoned_nodes = contained_nodes WHERE contained_at IS NOT NULL;
GRANT UPDATE (cordoned_nodes) ON residency_violation TO bailiwick_engine;
