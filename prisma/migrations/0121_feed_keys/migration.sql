-- A feed's key is made anew as a webhook's is: for a day the one of before holds beside it.
ALTER TABLE feed ADD COLUMN earlier_secret bytea CHECK (length(earlier_secret) BETWEEN 29 AND 256), ADD COLUMN earlier_until timestamptz(3),
  ADD CONSTRAINT feed_overlap CHECK ((earlier_secret IS NULL) = (earlier_until IS NULL) AND (earlier_secret IS NULL OR secret IS NOT NULL));
GRANT SELECT (earlier_until) ON feed TO bailiwick_web;
GRANT UPDATE (secret, earlier_secret, earlier_until) ON feed TO bailiwick_engine;
