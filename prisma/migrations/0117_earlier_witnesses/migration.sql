-- Who kept checkpoints outside and is set no more stays known, and until when it was: a guarantee that shrank is told, and nobody takes that away.
ALTER TABLE witness
  -- The digest of what was set, because an address may have a secret in it; empty of one that was there before this was kept.
  ADD COLUMN place text NOT NULL DEFAULT '' CHECK (place ~ '^([0-9a-f]{64})?$'),
  ADD COLUMN name text CHECK (length(name) BETWEEN 1 AND 4096),
  ADD COLUMN ended_at timestamptz(3);
ALTER TABLE witness ALTER COLUMN place DROP DEFAULT, DROP CONSTRAINT witness_pkey, ADD PRIMARY KEY (kind, place);
CREATE UNIQUE INDEX witness_set ON witness (kind) WHERE ended_at IS NULL;
REVOKE DELETE ON witness FROM bailiwick_engine;
GRANT UPDATE (place, name, ended_at) ON witness TO bailiwick_engine;
