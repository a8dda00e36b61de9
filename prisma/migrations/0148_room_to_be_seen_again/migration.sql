-- Every row of these that is about now is written again each time that a cluster is heard, and nothing that an index knows becomes another by it. Where its page has room for what
-- it becomes, no index is written; where it has none, all of them are, and each page of theirs goes into the database's own log.
ALTER TABLE node SET (fillfactor = 50);
ALTER TABLE workload SET (fillfactor = 50);
ALTER TABLE residency_stay SET (fillfactor = 50);
