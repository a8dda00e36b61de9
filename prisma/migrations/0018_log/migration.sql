-- The log: every record of both streams as a leaf of one Merkle tree, and what the tree was from time to time, signed with a key that is not in here.
-- So many records of a stream stand side by side in the log, from this place on: where a record is in it follows from its number.
CREATE TABLE log_run (
  first bigint PRIMARY KEY CHECK (first >= 0),
  tenant_id text NOT NULL,
  stream text NOT NULL CHECK (stream IN ('deed', 'access')),
  sequence bigint NOT NULL CHECK (sequence > 0),
  count int NOT NULL CHECK (count > 0),
  CONSTRAINT log_run_of_stream UNIQUE (tenant_id, stream, sequence)
);
-- 256 hashes of one level of the tree, of each eighth level; the last of a level may have fewer. What is between follows from them.
CREATE TABLE log_tile (
  level smallint NOT NULL CHECK (level BETWEEN 0 AND 6),
  position bigint NOT NULL CHECK (position >= 0),
  hashes bytea NOT NULL CHECK (octet_length(hashes) % 32 = 0 AND octet_length(hashes) BETWEEN 32 AND 8192),
  PRIMARY KEY (level, position)
);
CREATE TABLE checkpoint (
  size bigint PRIMARY KEY CHECK (size > 0),
  note text NOT NULL CHECK (octet_length(note) <= 4096),
  at timestamptz(3) NOT NULL
);
-- Whose passkeys there are, signed: one row, as it is now.
CREATE TABLE enrolment_list (
  id smallint PRIMARY KEY CHECK (id = 1),
  note text NOT NULL,
  at timestamptz(3) NOT NULL
);

COMMENT ON TABLE log_run IS 'class: internal. Where the records of each stream stand in the log.';
COMMENT ON TABLE log_tile IS 'class: public. Hashes of the log''s tree.';
COMMENT ON TABLE checkpoint IS 'class: public. What the log was, and when, signed.';
COMMENT ON TABLE enrolment_list IS 'class: sensitive. Whose passkeys there are, by id and public key, signed.';

DO $$
DECLARE t regclass;
BEGIN
  FOREACH t IN ARRAY ARRAY['log_run', 'log_tile', 'checkpoint', 'enrolment_list']::regclass[] LOOP
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', t);
  END LOOP;
  -- The functions below run as the owner, for the sealer alone: it reads hashes, and of what was recorded nothing.
  FOREACH t IN ARRAY ARRAY['log_run', 'record', 'access_head']::regclass[] LOOP
    EXECUTE format($p$CREATE POLICY sealing_as_owner ON %s FOR SELECT TO %I USING ((SELECT current_setting('app.loop', true)) = 'seal')$p$, t, current_user);
  END LOOP;
END $$;
CREATE POLICY of_tenant ON log_run FOR SELECT TO bailiwick_auditor USING (tenant_id = (SELECT current_setting('app.tenant_id', true)) AND (SELECT current_setting('app.namespaces', true)) = '*');
CREATE POLICY sealing ON log_run TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'seal');
CREATE POLICY sealing ON log_tile TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'seal');
-- What is full is never written again.
CREATE POLICY open_ones ON log_tile AS RESTRICTIVE FOR UPDATE TO bailiwick_engine USING (octet_length(hashes) < 8192) WITH CHECK (true);
CREATE POLICY of_everyone ON log_tile FOR SELECT TO bailiwick_web, bailiwick_auditor USING (true);
CREATE POLICY sealing ON checkpoint TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'seal');
CREATE POLICY of_everyone ON checkpoint FOR SELECT TO bailiwick_web, bailiwick_auditor USING (true);
CREATE POLICY sealing ON enrolment_list TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'seal');
CREATE POLICY of_everyone ON enrolment_list FOR SELECT TO bailiwick_engine USING (true);
CREATE POLICY of_platform ON enrolment_list FOR SELECT TO bailiwick_web USING ((SELECT current_setting('app.platform', true)) = 'on');
CREATE POLICY listing ON factor FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'seal' AND kind = 'passkey');

GRANT SELECT, INSERT ON log_run, checkpoint TO bailiwick_engine;
GRANT SELECT, INSERT, UPDATE (hashes) ON log_tile TO bailiwick_engine;
GRANT SELECT, INSERT, UPDATE (note, at) ON enrolment_list TO bailiwick_engine;
GRANT SELECT ON log_tile, checkpoint TO bailiwick_web, bailiwick_auditor;
GRANT SELECT ON enrolment_list TO bailiwick_web;
GRANT SELECT ON log_run TO bailiwick_auditor;

-- How far each stream has come, and how far it is sealed.
CREATE FUNCTION stream_heads() RETURNS TABLE (tenant_id text, stream text, head bigint, sealed bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT h.tenant_id, h.stream, h.head, coalesce((SELECT r.sequence + r.count - 1 FROM log_run r WHERE r.tenant_id = h.tenant_id AND r.stream = h.stream ORDER BY r.sequence DESC LIMIT 1), 0)
  FROM (SELECT coalesce(a.tenant_id, 'platform') AS tenant_id, 'deed' AS stream, a.deed_sequence AS head FROM account a WHERE a.kind IN ('platform', 'tenant')
    UNION ALL SELECT a.tenant_id, 'access', a.sequence FROM access_head a) AS h
$$;
-- The records of a stream from a number on: the hash of what stands there, made anew, and whether its bytes say that they belong where they stand, and when they were written.
CREATE FUNCTION hashes_of_stream(a_tenant text, a_stream text, a_from bigint, a_to bigint, most int) RETURNS TABLE (sequence bigint, hash bytea, in_place boolean, in_time boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET timezone = 'UTC' AS $$
  SELECT r.sequence, sha256('\x00'::bytea || r.bytes),
    position(convert_to(format('"sequence":"%s","stream":"%s","tenant":"%s"}', r.sequence, r.stream, r.tenant_id), 'UTF8') IN r.bytes) > 0,
    position(convert_to(format('"timestamp":"%s"}', to_char(r.at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')), 'UTF8') IN r.bytes) > 0 OR position(convert_to(format('"timestamp":"%s"}', to_char(r.at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), 'UTF8') IN r.bytes) > 0
  FROM record r WHERE r.tenant_id = a_tenant AND r.stream = a_stream AND r.sequence BETWEEN a_from AND a_to ORDER BY r.sequence LIMIT most
$$;
-- What is to be sealed next, of all streams that moved, in one snapshot: the oldest of each first. A stream that moved and shows nothing is there with nothing.
CREATE FUNCTION to_be_sealed(most int) RETURNS TABLE (tenant_id text, stream text, head bigint, sealed bigint, sequence bigint, hash bytea, in_place boolean, in_time boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT h.tenant_id, h.stream, h.head, h.sealed, r.sequence, r.hash, r.in_place, r.in_time
  FROM stream_heads() h LEFT JOIN LATERAL hashes_of_stream(h.tenant_id, h.stream, h.sealed + 1, 9223372036854775807, most) r ON true
  WHERE h.head <> h.sealed ORDER BY coalesce(r.sequence, h.sealed) - h.sealed, h.tenant_id, h.stream LIMIT most
$$;
REVOKE ALL ON FUNCTION stream_heads(), hashes_of_stream(text, text, bigint, bigint, int), to_be_sealed(int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION stream_heads(), hashes_of_stream(text, text, bigint, bigint, int), to_be_sealed(int) TO bailiwick_engine;
