-- What was contained before its nodes were kept is contained on those where its work was. 0190 said so and reached no row: whoever migrated did not say that they load, and row security holds the owner too.
UPDATE residency_violation SET contained_nodes = nodes WHERE contained_at IS NOT NULL AND contained_nodes = '{}';
