-- Which nodes take nothing new because of a violation: those that somebody signed, or on which its work was when the policy's word was done. The work may come to others before the engine looks,
-- and of these nobody has said anything.
ALTER TABLE residency_violation ADD COLUMN contained_nodes text[] NOT NULL DEFAULT '{}';
UPDATE residency_violation SET contained_nodes = nodes WHERE contained_at IS NOT NULL;
GRANT UPDATE (contained_nodes) ON residency_violation TO bailiwick_engine;
