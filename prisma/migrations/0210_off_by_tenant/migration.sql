-- Of whom what runs differs too much from what was granted, so that the next run knows whether that was told.
ALTER TABLE reconciliation_run ADD COLUMN alarming text[] NOT NULL DEFAULT '{}';
