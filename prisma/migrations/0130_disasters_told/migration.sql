-- That a disaster ran out is said once in the record: when the engine said it.
ALTER TABLE residency_disaster ADD COLUMN told_at timestamptz(3) CHECK (told_at IS NULL OR ended_at IS NULL);
CREATE INDEX residency_disaster_untold ON residency_disaster (until) WHERE told_at IS NULL AND ended_at IS NULL;
CREATE POLICY telling ON residency_disaster FOR UPDATE TO bailiwick_engine USING (told_at IS NULL AND ended_at IS NULL AND (SELECT current_setting('app.loop', true)) = 'residency')
  WITH CHECK (told_at >= until AND ended_at IS NULL);
GRANT UPDATE (told_at) ON residency_disaster TO bailiwick_engine;
