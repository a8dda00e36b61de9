-- People: how somebody becomes known here, with what, what they may do for a while, and what they must be told.

-- Only the engine opens a session, and seals it with a key that no other process has. What was sealed before is over.
ALTER TABLE step_up NO FORCE ROW LEVEL SECURITY;
ALTER TABLE session NO FORCE ROW LEVEL SECURITY;
DELETE FROM step_up;
DELETE FROM session;
ALTER TABLE step_up FORCE ROW LEVEL SECURITY;
ALTER TABLE session FORCE ROW LEVEL SECURITY;

CREATE TABLE elevation (
  id uuid PRIMARY KEY,
  person_id uuid NOT NULL REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  began_at timestamptz(3) NOT NULL,
  until timestamptz(3) NOT NULL CHECK (until > began_at AND until <= began_at + interval '24 hours'),
  ended_at timestamptz(3) CHECK (ended_at >= began_at)
);
CREATE INDEX elevation_person ON elevation (person_id, began_at);
CREATE INDEX elevation_began ON elevation (began_at, id);

ALTER TABLE session DROP CONSTRAINT session_seal_check, DROP CONSTRAINT session_ended_because_check,
  ADD CONSTRAINT session_seal_check CHECK (length(seal) = 64),
  ADD CONSTRAINT session_ended_because_check CHECK (ended_because IN ('signed_out', 'ended_by_owner', 'ended_by_platform', 'idle', 'too_old', 'replaced', 'provider')),
  ADD methods text[] NOT NULL CHECK (cardinality(methods) > 0 AND methods <@ ARRAY['password', 'code', 'passkey', 'recovery', 'provider']),
  ADD provider text CHECK (length(provider) <= 63),
  ADD provider_session text CHECK (length(provider_session) <= 256),
  ADD CONSTRAINT session_of_provider CHECK (provider_session IS NULL OR provider IS NOT NULL),
  ADD powers_since timestamptz(3) NOT NULL CHECK (powers_since >= signed_in_at),
  ADD powers_seen_at timestamptz(3) NOT NULL CHECK (powers_seen_at >= powers_since),
  ADD elevation_id uuid REFERENCES elevation ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE INDEX session_elevation ON session (elevation_id);

-- Every sign-in of somebody who is known here: what it began with, and how it ended. One that waits for its second factor has a token of its own, for ten minutes.
CREATE TABLE sign_in (
  id uuid PRIMARY KEY,
  person_id uuid NOT NULL REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  way text NOT NULL CHECK (way IN ('password', 'code', 'passkey', 'recovery', 'provider', 'invitation', 'reset')),
  provider text CHECK (length(provider) <= 63),
  provider_session text CHECK (length(provider_session) <= 256),
  token_hash bytea UNIQUE CHECK (length(token_hash) = 32),
  at timestamptz(3) NOT NULL,
  ended_at timestamptz(3) CHECK (ended_at >= at),
  outcome text NOT NULL CHECK (outcome IN ('waits', 'done', 'denied')),
  reason text CHECK (length(reason) <= 64),
  source_address text NOT NULL CHECK (length(source_address) <= 64),
  user_agent text NOT NULL CHECK (length(user_agent) <= 256),
  CHECK ((outcome = 'waits') = (ended_at IS NULL) AND (outcome <> 'waits' OR token_hash IS NOT NULL))
);
CREATE INDEX sign_in_person ON sign_in (person_id, at);
CREATE INDEX sign_in_at ON sign_in (at);

-- What failed lately, by whom or from where, as a keyed hash: counted before it is judged.
CREATE TABLE try (
  scope text NOT NULL CHECK (scope ~ '^[a-z_]{1,32}$'),
  key bytea NOT NULL CHECK (length(key) = 32),
  times timestamptz(3)[] NOT NULL DEFAULT '{}' CHECK (cardinality(times) <= 200),
  blocked_until timestamptz(3),
  changed_at timestamptz(3) NOT NULL,
  PRIMARY KEY (scope, key)
);
CREATE INDEX try_changed ON try (changed_at);

-- What a passkey is to sign, or a code generator to prove that it has: for two minutes (a code generator: ten), once.
CREATE TABLE challenge (
  id uuid PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('sign_in', 'step_up', 'passkey', 'code')),
  value bytea UNIQUE CHECK (length(value) = 32),
  person_id uuid REFERENCES person ON DELETE CASCADE ON UPDATE CASCADE,
  session_id uuid REFERENCES session ON DELETE CASCADE ON UPDATE CASCADE,
  about jsonb,
  secret bytea,
  expires_at timestamptz(3) NOT NULL,
  CHECK ((purpose = 'code') = (secret IS NOT NULL) AND (purpose = 'code') = (value IS NULL) AND (purpose = 'step_up') = (session_id IS NOT NULL) AND (purpose = 'sign_in') = (person_id IS NULL))
);
CREATE INDEX challenge_person ON challenge (person_id);
CREATE INDEX challenge_session ON challenge (session_id);
CREATE INDEX challenge_expires ON challenge (expires_at);

ALTER TABLE factor DROP CONSTRAINT factor_kind_check, DROP COLUMN tries, DROP COLUMN tries_since,
  ADD CONSTRAINT factor_kind_check CHECK (kind IN ('totp', 'passkey')),
  ADD credential_id bytea UNIQUE CHECK (length(credential_id) BETWEEN 1 AND 1023),
  ADD sign_count bigint NOT NULL DEFAULT 0 CHECK (sign_count BETWEEN 0 AND 4294967295),
  ADD aaguid uuid,
  ADD transports text[] NOT NULL DEFAULT '{}',
  ADD backup_eligible boolean NOT NULL DEFAULT false,
  ADD backed_up boolean NOT NULL DEFAULT false,
  ADD last_used_at timestamptz(3),
  ADD removed_at timestamptz(3),
  ADD CONSTRAINT factor_of_its_kind CHECK ((kind = 'passkey') = (credential_id IS NOT NULL) AND (backup_eligible OR NOT backed_up));
CREATE TABLE recovery_code (
  id uuid PRIMARY KEY,
  person_id uuid NOT NULL REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  code_hash bytea NOT NULL UNIQUE CHECK (length(code_hash) = 32),
  made_at timestamptz(3) NOT NULL,
  used_at timestamptz(3) CHECK (used_at >= made_at),
  replaced_at timestamptz(3) CHECK (replaced_at >= made_at)
);
CREATE INDEX recovery_code_person ON recovery_code (person_id) WHERE used_at IS NULL AND replaced_at IS NULL;
ALTER TABLE step_up ADD evidence jsonb NOT NULL DEFAULT '{}' CHECK (octet_length(evidence::text) <= 16384);

CREATE TABLE notice (
  id uuid PRIMARY KEY,
  person_id uuid NOT NULL REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  kind text NOT NULL CHECK (kind ~ '^[a-z_]{1,40}$'),
  body jsonb NOT NULL CHECK (jsonb_typeof(body) = 'object' AND octet_length(body::text) <= 4096),
  at timestamptz(3) NOT NULL,
  read_at timestamptz(3) CHECK (read_at >= at)
);
CREATE INDEX notice_person ON notice (person_id, at) WHERE read_at IS NULL;

-- What a machine shows instead of a session: for some actions, for some days. Its bearer is its owner, and never more than its owner is at that moment.
CREATE TABLE token (
  id uuid PRIMARY KEY,
  person_id uuid NOT NULL REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
  token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  seal bytea NOT NULL CHECK (length(seal) = 64),
  actions text[] NOT NULL CHECK (cardinality(actions) BETWEEN 1 AND 200),
  made_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL CHECK (expires_at > made_at AND expires_at <= made_at + interval '90 days'),
  last_used_at timestamptz(3),
  ended_at timestamptz(3) CHECK (ended_at >= made_at)
);
CREATE INDEX token_person ON token (person_id, made_at);

-- Who somebody is: here, their local account; elsewhere, what a provider says. An e-mail address is how they are written to, and two people may share one.
DROP INDEX person_email_key;
CREATE INDEX person_email ON person (email);
ALTER TABLE local_account NO FORCE ROW LEVEL SECURITY;
ALTER TABLE person NO FORCE ROW LEVEL SECURITY;
ALTER TABLE local_account ADD email text CHECK (length(email) <= 254 AND email = lower(email));
UPDATE local_account SET email = person.email FROM person WHERE person.id = person_id;
ALTER TABLE local_account ALTER email SET NOT NULL, ADD CONSTRAINT local_account_email_key UNIQUE (email);
ALTER TABLE local_account FORCE ROW LEVEL SECURITY;
ALTER TABLE person FORCE ROW LEVEL SECURITY;

-- A command from somebody who is nobody yet is answered once, too.
ALTER TABLE receipt ALTER person_id DROP NOT NULL;

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['elevation', 'sign_in', 'try', 'challenge', 'recovery_code', 'notice', 'token'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', t);
    EXECUTE format($p$CREATE POLICY loading ON %I TO %I USING ((SELECT current_setting('app.loading', true)) = 'on')$p$, t, current_user);
  END LOOP;
END $$;

CREATE POLICY of_person ON elevation TO bailiwick_web, bailiwick_engine USING (person_id::text = (SELECT current_setting('app.person_id', true)));
CREATE POLICY of_session ON elevation FOR SELECT TO bailiwick_web, bailiwick_engine USING (person_id IN (SELECT person_id FROM session));
CREATE POLICY of_platform ON elevation FOR SELECT TO bailiwick_web, bailiwick_engine USING ((SELECT current_setting('app.platform', true)) = 'on');
CREATE POLICY of_person ON sign_in TO bailiwick_web, bailiwick_engine USING (person_id::text = (SELECT current_setting('app.person_id', true)));
CREATE POLICY of_token ON sign_in TO bailiwick_engine USING (token_hash = decode((SELECT current_setting('app.token_hash', true)), 'hex'));
CREATE POLICY lapsed ON sign_in TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'expire');
CREATE POLICY counting ON try TO bailiwick_engine USING (true);
CREATE POLICY taking ON challenge TO bailiwick_engine USING (true);
CREATE POLICY of_person ON recovery_code TO bailiwick_web, bailiwick_engine USING (person_id::text = (SELECT current_setting('app.person_id', true)));
CREATE POLICY of_person ON notice TO bailiwick_web, bailiwick_engine USING (person_id::text = (SELECT current_setting('app.person_id', true)));
CREATE POLICY telling ON notice FOR INSERT TO bailiwick_engine WITH CHECK (read_at IS NULL);
CREATE POLICY of_person ON token TO bailiwick_web, bailiwick_engine USING (person_id::text = (SELECT current_setting('app.person_id', true)));
CREATE POLICY of_token ON token TO bailiwick_web, bailiwick_engine USING (token_hash = decode((SELECT current_setting('app.token_hash', true)), 'hex'));
CREATE POLICY of_token ON person FOR SELECT USING (id IN (SELECT person_id FROM token));
CREATE POLICY of_token ON role_binding FOR SELECT TO bailiwick_web, bailiwick_engine USING (person_id IN (SELECT person_id FROM token));

CREATE POLICY of_person_list ON factor FOR SELECT TO bailiwick_web USING (person_id::text = (SELECT current_setting('app.person_id', true)));
CREATE POLICY of_credential ON factor FOR SELECT TO bailiwick_engine USING (credential_id = decode((SELECT current_setting('app.credential_id', true)), 'hex'));
DROP POLICY of_person ON local_account;
CREATE POLICY of_person ON local_account TO bailiwick_engine USING (person_id::text = (SELECT current_setting('app.person_id', true)));
CREATE POLICY of_email ON local_account FOR SELECT TO bailiwick_engine USING (email = (SELECT current_setting('app.email', true)));
CREATE POLICY of_entering ON person FOR SELECT TO bailiwick_engine USING (id IN (SELECT person_id FROM sign_in));
CREATE POLICY becoming ON person FOR INSERT TO bailiwick_engine WITH CHECK (id::text = (SELECT current_setting('app.person_id', true)));
CREATE POLICY of_nobody ON receipt TO bailiwick_engine USING (person_id IS NULL);
CREATE POLICY raising ON signal FOR INSERT TO bailiwick_engine WITH CHECK (tenant_id IS NULL);

REVOKE SELECT ON local_account FROM bailiwick_web;
REVOKE INSERT ON session FROM bailiwick_web;
REVOKE SELECT ON factor FROM bailiwick_engine;
GRANT UPDATE (powers_seen_at) ON session TO bailiwick_web;
GRANT SELECT ON elevation, sign_in, recovery_code, notice, token TO bailiwick_web;
GRANT UPDATE (last_used_at) ON token TO bailiwick_web;
GRANT SELECT (id, person_id, kind, label, created_at, last_used_at, backup_eligible, backed_up, removed_at) ON factor TO bailiwick_web;

GRANT INSERT ON session, person, local_account, factor, elevation, sign_in, try, challenge, recovery_code, notice, token TO bailiwick_engine;
GRANT SELECT ON local_account, factor, elevation, sign_in, try, challenge, recovery_code, notice, token TO bailiwick_engine;
GRANT UPDATE (password_hash, changed_at) ON local_account TO bailiwick_engine;
GRANT UPDATE (label, sign_count, backed_up, last_used_at, removed_at) ON factor TO bailiwick_engine;
GRANT UPDATE (ended_at) ON elevation TO bailiwick_engine;
GRANT UPDATE (ended_at, outcome, reason), DELETE ON sign_in TO bailiwick_engine;
GRANT UPDATE (times, blocked_until, changed_at), DELETE ON try TO bailiwick_engine;
GRANT DELETE ON challenge TO bailiwick_engine;
GRANT UPDATE (used_at, replaced_at) ON recovery_code TO bailiwick_engine;
GRANT UPDATE (read_at) ON notice TO bailiwick_engine;
GRANT UPDATE (ended_at) ON token TO bailiwick_engine;

COMMENT ON TABLE elevation IS 'class: sensitive. For how long an operator may change things, and why.';
COMMENT ON TABLE sign_in IS 'class: sensitive, personal. Who came in, or did not, from where; hashes of tokens of those who are not in yet.';
COMMENT ON TABLE try IS 'class: internal. Failures lately, by keyed hash.';
COMMENT ON TABLE challenge IS 'class: highly sensitive, transient. What is to be signed within two minutes; secrets of code generators being added, as ciphertext.';
COMMENT ON TABLE recovery_code IS 'class: highly sensitive. Hashes of codes with 120 random bits each.';
COMMENT ON TABLE notice IS 'class: sensitive, personal. What a person must be told.';
COMMENT ON TABLE token IS 'class: sensitive. Hashes of the tokens that machines show.';
