-- By which words it is found: what it is, as `verb/approve`, and the names in it, as machines write them. Never prose, and no addresses of people: those are personal, and found
-- by their keyed hash, which nobody can make or try once the tenant's key is destroyed.
CREATE OR REPLACE FUNCTION line_words(said jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  WITH named AS (
    SELECT lower(v) AS name FROM unnest(ARRAY[said #>> '{action,verb}', said #>> '{action,resource}', said #>> '{action,namespace}', said #>> '{action,name}', said ->> 'reason', said #>> '{metadata,tenant}']) AS v WHERE v IS NOT NULL
    UNION SELECT lower(v) FROM (SELECT b #>> '{}' AS v FROM jsonb_path_query(jsonb_build_array(said -> 'request', said -> 'response', said -> 'context'), '$.** ? (@.type() == "string")') AS b LIMIT 200) AS bodies
      WHERE v ~ '^[a-z0-9][a-z0-9./_-]{1,62}$')
  SELECT array_agg(DISTINCT left(word, 200)) FROM (
    SELECT CASE WHEN name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN 'id/' || name ELSE part END AS word
    FROM named, LATERAL regexp_split_to_table(CASE WHEN name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN 'id' ELSE name END, '[^a-z0-9]+') AS part
    UNION SELECT lower(kind || '/' || value) FROM (VALUES ('tenant', said #>> '{metadata,tenant}'), ('verb', said #>> '{action,verb}'), ('resource', said #>> '{action,resource}'), ('namespace', said #>> '{action,namespace}'),
      ('name', said #>> '{action,name}'), ('outcome', said ->> 'outcome'), ('reason', said ->> 'reason'), ('level', said ->> 'level'), ('reference', said #>> '{metadata,reference}')) AS chips (kind, value)
    UNION SELECT 'role/' || lower(role) FROM jsonb_array_elements_text(CASE jsonb_typeof(said #> '{actor,groups}') WHEN 'array' THEN said #> '{actor,groups}' ELSE '[]' END) AS role
    UNION SELECT kind || '/' || hash FROM (VALUES ('username', said #>> '{actor,username,hash}'), ('ip', said #>> '{actor,sourceIP,hash}')) AS people (kind, hash) WHERE hash ~ '^[A-Za-z0-9_-]{43}$') AS words
  WHERE word <> ''
$$;

-- What was recorded before is found in the same way: the loop makes the lines anew.
SELECT forget_lines();

-- The personal fields of one record of the place that is worked in, for whoever reaches all of it, as they are kept: ciphertext beside its hash. The engine reads no record, and gets no more of this one.
DO $$
BEGIN
  EXECUTE format($p$CREATE POLICY opening_as_owner ON record FOR SELECT TO %I USING ((SELECT current_setting('app.loop', true)) = 'open')$p$, current_user);
END $$;
CREATE FUNCTION sealed_of(a_stream text, a_sequence bigint) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE own text := CASE WHEN current_setting('app.namespaces', true) = '*' THEN current_setting('app.tenant_id', true) END; before text := current_setting('app.loop', true); found jsonb;
BEGIN
  PERFORM set_config('app.loop', 'open', true);
  SELECT jsonb_build_object('auditId', said -> 'auditId', 'username', said #> '{actor,username}', 'sourceIP', said #> '{actor,sourceIP}', 'userAgent', said #> '{actor,userAgent}') INTO found
    FROM (SELECT record_said(r.bytes) AS said FROM record r WHERE r.tenant_id = own AND r.stream = a_stream AND r.sequence = a_sequence) AS kept;
  PERFORM set_config('app.loop', coalesce(before, ''), true);
  RETURN found;
END $$;
REVOKE ALL ON FUNCTION sealed_of(text, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sealed_of(text, bigint) TO bailiwick_engine;

-- By which master key a data key is wrapped, and since when: the keys themselves are in no database. Nothing said is that nobody has looked yet.
ALTER TABLE data_key ADD COLUMN wrapped_at timestamptz(6) NOT NULL DEFAULT now(), ADD COLUMN wrapped_by text NOT NULL DEFAULT '' CHECK (wrapped_by ~ '^([0-9a-f]{16})?$');
CREATE TABLE master_key (
  name text PRIMARY KEY CHECK (name ~ '^[0-9a-f]{16}$'),
  since timestamptz(3) NOT NULL
);
COMMENT ON TABLE master_key IS 'class: internal. The names of the master keys that there were, and since when each was in use.';
ALTER TABLE master_key ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
DO $$ BEGIN EXECUTE format($p$CREATE POLICY loading ON master_key TO %I USING ((SELECT current_setting('app.loading', true)) = 'on')$p$, current_user); END $$;
CREATE POLICY wrapping ON master_key TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'keys');
CREATE POLICY wrapping ON data_key TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'keys');
CREATE POLICY of_platform ON master_key FOR SELECT TO bailiwick_web USING ((SELECT current_setting('app.platform', true)) = 'on');
-- Whoever reads for people reads since when a key is there, and not the key.
CREATE POLICY shown_of_platform ON data_key FOR SELECT TO bailiwick_web USING ((SELECT current_setting('app.platform', true)) = 'on');
CREATE POLICY shown_of_tenant ON data_key FOR SELECT TO bailiwick_web USING (tenant_id = (SELECT current_setting('app.tenant_id', true)) AND (SELECT current_setting('app.namespaces', true)) = '*');
GRANT SELECT (tenant_id, created_at, wrapped_at, wrapped_by, destroyed_at) ON data_key TO bailiwick_web;
GRANT SELECT ON master_key TO bailiwick_web;
GRANT SELECT, INSERT ON master_key TO bailiwick_engine;
GRANT UPDATE (wrapped_at, wrapped_by) ON data_key TO bailiwick_engine;
