-- Allocations are looked for by a part of their name or class: the index holds both, and when they ended, so that it tells by itself which ones they are.
DROP INDEX allocation_place;
CREATE INDEX allocation_place ON allocation (tenant_id, asked_at, id, namespace_id) INCLUDE (name, class, ended_at);
