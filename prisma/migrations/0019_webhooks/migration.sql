-- An address that is told what happens in a tenant, or on the platform. The address may itself be a secret (Slack's is), so it is sealed like the key by which its receiver knows us; its host is shown.
CREATE TABLE webhook (
  id uuid PRIMARY KEY,
  tenant_id text REFERENCES tenant ON DELETE RESTRICT ON UPDATE CASCADE,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
  host text NOT NULL CHECK (length(host) BETWEEN 1 AND 261),
  address bytea NOT NULL CHECK (length(address) BETWEEN 29 AND 4096),
  format text NOT NULL CHECK (format IN ('standard', 'slack')),
  kinds text[] NOT NULL CHECK (cardinality(kinds) BETWEEN 1 AND 20),
  secret bytea NOT NULL CHECK (length(secret) BETWEEN 29 AND 256),
  -- The key of before, for as long as its receiver may still go by it.
  earlier_secret bytea CHECK (length(earlier_secret) BETWEEN 29 AND 256),
  earlier_until timestamptz(3),
  made_by uuid NOT NULL REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  made_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3) CHECK (ended_at >= made_at),
  CONSTRAINT webhook_overlap CHECK ((earlier_secret IS NULL) = (earlier_until IS NULL))
);
CREATE INDEX webhook_place ON webhook (tenant_id, made_at);

ALTER TABLE outbox ADD webhook_id uuid REFERENCES webhook ON DELETE RESTRICT ON UPDATE CASCADE,
  -- What the receiver answered last, as a number.
  ADD status int CHECK (status BETWEEN 100 AND 599),
  ADD CONSTRAINT outbox_of_its_webhook CHECK ((channel = 'webhook') = (webhook_id IS NOT NULL));
CREATE INDEX outbox_history ON outbox (webhook_id, at DESC, id DESC) WHERE webhook_id IS NOT NULL;

ALTER TABLE webhook ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
DO $$ BEGIN EXECUTE format($p$CREATE POLICY loading ON webhook TO %I USING ((SELECT current_setting('app.loading', true)) = 'on')$p$, current_user); END $$;
CREATE POLICY of_tenant ON webhook TO bailiwick_web, bailiwick_engine USING (tenant_id = (SELECT current_setting('app.tenant_id', true)) AND (SELECT current_setting('app.namespaces', true)) = '*');
CREATE POLICY of_platform ON webhook TO bailiwick_web, bailiwick_engine USING (tenant_id IS NULL AND (SELECT current_setting('app.platform', true)) = 'on');
CREATE POLICY delivering ON webhook TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'deliver');
CREATE POLICY of_tenant ON outbox FOR SELECT TO bailiwick_web, bailiwick_engine USING (channel = 'webhook' AND tenant_id = (SELECT current_setting('app.tenant_id', true)) AND (SELECT current_setting('app.namespaces', true)) = '*');
CREATE POLICY of_platform ON outbox FOR SELECT TO bailiwick_web, bailiwick_engine USING (channel = 'webhook' AND tenant_id IS NULL AND (SELECT current_setting('app.platform', true)) = 'on');
CREATE POLICY again_in_tenant ON outbox FOR UPDATE TO bailiwick_engine USING (channel = 'webhook' AND tenant_id = (SELECT current_setting('app.tenant_id', true)) AND (SELECT current_setting('app.namespaces', true)) = '*');
CREATE POLICY again_on_platform ON outbox FOR UPDATE TO bailiwick_engine USING (channel = 'webhook' AND tenant_id IS NULL AND (SELECT current_setting('app.platform', true)) = 'on');

-- Whoever reads for people reads neither addresses nor keys, nor what was in a message.
GRANT SELECT (id, tenant_id, title, host, format, kinds, earlier_until, made_by, made_at, ended_at) ON webhook TO bailiwick_web;
GRANT SELECT (id, channel, tenant_id, webhook_id, kind, at, attempts, next_at, ended_at, outcome, reason, status) ON outbox TO bailiwick_web;
GRANT SELECT, INSERT, UPDATE (secret, earlier_secret, earlier_until, ended_at) ON webhook TO bailiwick_engine;
GRANT UPDATE (status) ON outbox TO bailiwick_engine;
COMMENT ON TABLE webhook IS 'class: highly sensitive. Where a place is told of what happens; addresses and keys as ciphertext.';
