-- Whoever floods is shut out as whoever fails too often is, and seen and let in again in the same place: which step it is (server/rates/decide-flood.ts), what the token is called that floods, and where its owner has a role.
ALTER TABLE shut_out ADD COLUMN step integer CHECK (step BETWEEN 1 AND 4), ADD COLUMN token_title text CHECK (length(token_title) <= 200), ADD COLUMN tenants text[] NOT NULL DEFAULT '{}' CHECK (cardinality(tenants) <= 10),
  ADD CONSTRAINT shut_out_floods CHECK ((scope IN ('token', 'network')) = (step IS NOT NULL) AND (scope = 'token' OR token_title IS NULL AND cardinality(tenants) = 0));
COMMENT ON TABLE shut_out IS 'class: sensitive, personal. Who failed too often or flooded and is shut out for a while, and who let them in again.';
-- Whatever a door writes, it can be written down.
ALTER TABLE flood ADD CONSTRAINT flood_of_token CHECK (kind <> 'token' OR key ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'), ADD CONSTRAINT flood_step CHECK (until IS NULL OR step > 0);
