-- Signals are read by pages, the newest first: a place among them is a moment to the millisecond and an id.
ALTER TABLE signal ALTER at TYPE timestamptz(3);
CREATE INDEX signal_at ON signal (at DESC, id DESC);
CREATE INDEX signal_kind ON signal (kind, at DESC, id DESC);
