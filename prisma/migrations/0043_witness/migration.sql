-- Who keeps checkpoints outside: how far each has come, and what went wrong with it. What it was given stands with it, not here.
CREATE TABLE witness (
  kind text PRIMARY KEY CHECK (kind IN ('directory', 'address')),
  size bigint NOT NULL CHECK (size >= 0),
  at timestamptz(3),
  tries int NOT NULL CHECK (tries >= 0),
  next_at timestamptz(3) NOT NULL,
  failure text CHECK (failure IN ('not_writable', 'went_back', 'not_ours', 'address_refused', 'not_resolved', 'timed_out', 'no_connection', 'not_taken')),
  failing_since timestamptz(3),
  CONSTRAINT witness_fails_for_a_reason CHECK ((failure IS NULL) = (failing_since IS NULL) AND (failure IS NULL) = (tries = 0))
);
COMMENT ON TABLE witness IS 'class: internal. How far those have come who keep checkpoints of the log outside.';
ALTER TABLE witness ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY sealing ON witness TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'seal');
CREATE POLICY of_everyone ON witness FOR SELECT TO bailiwick_web USING (true);
GRANT SELECT, INSERT, DELETE, UPDATE (size, at, tries, next_at, failure, failing_since) ON witness TO bailiwick_engine;
GRANT SELECT ON witness TO bailiwick_web;

-- How long the oldest record that a checkpoint took in had waited for it: until then it could have been another.
ALTER TABLE checkpoint ADD COLUMN waited_ms bigint CHECK (waited_ms >= 0);
-- With which checkpoint, that is kept outside, the record was last compared.
ALTER TABLE log_check ADD COLUMN witnessed bigint CHECK (witnessed > 0);
GRANT UPDATE (witnessed) ON log_check TO bailiwick_engine;

-- The same as before, and when each was recorded.
DROP FUNCTION to_be_sealed(int);
DROP FUNCTION hashes_of_stream(text, text, bigint, bigint, int);
CREATE FUNCTION hashes_of_stream(a_tenant text, a_stream text, a_from bigint, a_to bigint, most int) RETURNS TABLE (sequence bigint, hash bytea, in_place boolean, in_time boolean, at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' AS $$
  SELECT r.sequence, sha256('\x00'::bytea || r.bytes),
    position(convert_to(format('"sequence":"%s","stream":"%s","tenant":"%s"}', r.sequence, r.stream, r.tenant_id), 'UTF8') IN r.bytes) > 0,
    position(convert_to(format('"timestamp":"%s"}', to_char(r.at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')), 'UTF8') IN r.bytes) > 0 OR position(convert_to(format('"timestamp":"%s"}', to_char(r.at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), 'UTF8') IN r.bytes) > 0,
    r.at
  FROM record r WHERE r.tenant_id = a_tenant AND r.stream = a_stream AND r.sequence BETWEEN a_from AND a_to ORDER BY r.sequence LIMIT most
$$;
CREATE FUNCTION to_be_sealed(most int) RETURNS TABLE (tenant_id text, stream text, head bigint, sealed bigint, sequence bigint, hash bytea, in_place boolean, in_time boolean, at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT h.tenant_id, h.stream, h.head, h.sealed, r.sequence, r.hash, r.in_place, r.in_time, r.at
  FROM stream_heads() h LEFT JOIN LATERAL hashes_of_stream(h.tenant_id, h.stream, h.sealed + 1, 9223372036854775807, most) r ON true
  WHERE h.head <> h.sealed ORDER BY coalesce(r.sequence, h.sealed) - h.sealed, h.tenant_id, h.stream LIMIT most
$$;
REVOKE ALL ON FUNCTION hashes_of_stream(text, text, bigint, bigint, int), to_be_sealed(int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION hashes_of_stream(text, text, bigint, bigint, int), to_be_sealed(int) TO bailiwick_engine;
