-- A directory that holds nothing of what it was given: it is not begun anew as if it never had, because what it kept is what a log that was set back is compared with.
ALTER TABLE witness DROP CONSTRAINT witness_failure_check;
ALTER TABLE witness ADD CONSTRAINT witness_failure_check CHECK (failure IN ('not_writable', 'lost', 'went_back', 'not_ours', 'address_refused', 'not_resolved', 'timed_out', 'no_connection', 'not_taken'));
