-- Providers: who somebody is by the word of another, and which of its words were heard before.

-- Said by issuer and subject, and by nothing else: not by an e-mail, which any provider can write, and not by what the provider is called here, which can come to
-- mean another. One person, one identity: two providers that say the same of somebody say it of two people.
-- The person is made after the identity that is theirs, in the same transaction: of two who come at once by one identity, the second waits here for the first.
CREATE TABLE federated_identity (
  issuer text NOT NULL CHECK (length(issuer) BETWEEN 1 AND 512),
  subject text COLLATE "C" NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
  person_id uuid NOT NULL UNIQUE REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE DEFERRABLE INITIALLY DEFERRED,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (issuer, subject)
);
-- A token is taken once. It is forgotten when it would no longer be believed anyway.
CREATE TABLE provider_token (
  hash bytea PRIMARY KEY CHECK (length(hash) = 32),
  remembered_until timestamptz(3) NOT NULL
);
CREATE INDEX provider_token_remembered ON provider_token (remembered_until);
CREATE INDEX session_provider ON session (provider, provider_session) WHERE ended_at IS NULL AND provider IS NOT NULL;

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['federated_identity', 'provider_token'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', t);
    EXECUTE format($p$CREATE POLICY loading ON %I TO %I USING ((SELECT current_setting('app.loading', true)) = 'on')$p$, t, current_user);
  END LOOP;
END $$;

CREATE POLICY of_subject ON federated_identity TO bailiwick_engine
  USING (issuer = (SELECT current_setting('app.issuer', true)) AND subject = (SELECT current_setting('app.subject', true)));
CREATE POLICY of_person ON federated_identity FOR SELECT TO bailiwick_web, bailiwick_engine USING (person_id::text = (SELECT current_setting('app.person_id', true)));
CREATE POLICY taking ON provider_token TO bailiwick_engine USING (true);
-- What a provider calls a session of its own, it may end; and a sign-in by it that is not a session yet.
CREATE POLICY of_provider ON session TO bailiwick_engine
  USING (provider = (SELECT current_setting('app.provider', true)) AND provider_session = (SELECT current_setting('app.provider_session', true)));
CREATE POLICY of_provider ON sign_in TO bailiwick_engine
  USING (provider = (SELECT current_setting('app.provider', true)) AND provider_session = (SELECT current_setting('app.provider_session', true)));
-- How somebody is called is their provider's to say, each time they come by it; of nobody else can it be changed from there.
CREATE POLICY of_subject ON person FOR UPDATE TO bailiwick_engine USING (id IN (SELECT person_id FROM federated_identity
  WHERE issuer = (SELECT current_setting('app.issuer', true)) AND subject = (SELECT current_setting('app.subject', true))));

-- Whoever was somebody in a tenant and is nobody there now is not shown that it exists.
DROP POLICY of_member ON tenant;
CREATE POLICY of_member ON tenant FOR SELECT TO bailiwick_web USING (id IN (SELECT tenant_id FROM role_binding
  WHERE person_id::text = (SELECT current_setting('app.person_id', true)) AND valid_from <= now() AND (valid_to IS NULL OR valid_to > now())));

GRANT SELECT ON federated_identity TO bailiwick_web, bailiwick_engine;
GRANT INSERT ON federated_identity, provider_token TO bailiwick_engine;
GRANT SELECT, DELETE ON provider_token TO bailiwick_engine;
GRANT UPDATE (name, email) ON person TO bailiwick_engine;

COMMENT ON TABLE federated_identity IS 'class: sensitive, personal. Who people are by the word of an identity provider.';
COMMENT ON TABLE provider_token IS 'class: internal. Hashes of tokens of providers that were taken, until they are too old to be taken.';
