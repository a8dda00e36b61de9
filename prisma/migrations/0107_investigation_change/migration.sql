-- What an investigation is searched by and the incident that it is of are changed by its owner while it is open, and that is one of the things that were done in it.
ALTER TABLE investigation_entry DROP CONSTRAINT investigation_entry_kind_check,
  ADD CONSTRAINT investigation_entry_kind_check CHECK (kind IN ('opened', 'pinned', 'unpinned', 'noted', 'handed', 'changed', 'closed', 'reopened'));
GRANT UPDATE (query, incident_id) ON investigation TO bailiwick_engine;
