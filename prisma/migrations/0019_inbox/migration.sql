-- A notice has a place to go, and says what somebody must still be allowed to do to be written to about it.
ALTER TABLE notice
  ADD path text CHECK (length(path) <= 512 AND path ~ '^/[^/\\]'),
  ADD needs jsonb CHECK (jsonb_typeof(needs) = 'object' AND octet_length(needs::text) <= 512),
  ALTER at SET DEFAULT now();
CREATE INDEX notice_inbox ON notice (person_id, at DESC, id DESC);

-- What is to be told to the world outside: a row per message, written in the transaction of what it tells of. Nothing was ever written to the one before.
DROP TABLE outbox;
CREATE TABLE outbox (
  id uuid PRIMARY KEY,
  channel text NOT NULL CHECK (channel IN ('mail', 'event', 'webhook')),
  -- Whose it is: null is the platform's.
  tenant_id text REFERENCES tenant ON DELETE RESTRICT ON UPDATE CASCADE,
  person_id uuid REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  kind text NOT NULL CHECK (kind ~ '^[a-z][a-z0-9._-]{0,62}$'),
  body jsonb NOT NULL CHECK (jsonb_typeof(body) = 'object' AND octet_length(body::text) <= 4096),
  -- The same thing is told once, however often it is said.
  once text NOT NULL UNIQUE CHECK (length(once) BETWEEN 1 AND 200),
  at timestamptz(3) NOT NULL DEFAULT now(),
  attempts int NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  next_at timestamptz(3) NOT NULL DEFAULT now(),
  ended_at timestamptz(3),
  -- Dropped is what nobody was to be told any more.
  outcome text CHECK (outcome IN ('delivered', 'dropped', 'given_up')),
  -- Why the last try did not do it, or why there is none: one of our own words, never what the other side said.
  reason text CHECK (length(reason) <= 120),
  CONSTRAINT outbox_ends_somehow CHECK ((ended_at IS NULL) = (outcome IS NULL)),
  CONSTRAINT outbox_of_its_channel CHECK ((channel = 'mail') = (person_id IS NOT NULL))
);
CREATE INDEX outbox_due ON outbox (channel, next_at) WHERE ended_at IS NULL;
CREATE INDEX outbox_ended ON outbox (ended_at);

ALTER TABLE outbox ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
DO $$ BEGIN EXECUTE format($p$CREATE POLICY loading ON outbox TO %I USING ((SELECT current_setting('app.loading', true)) = 'on')$p$, current_user); END $$;
-- Whoever writes one may not read it, and writes it as new. Whose it is was decided where the deed was.
CREATE POLICY writing ON outbox FOR INSERT TO bailiwick_engine WITH CHECK (attempts = 0 AND ended_at IS NULL
  AND (tenant_id IS NULL OR tenant_id = (SELECT current_setting('app.tenant_id', true)) OR (SELECT current_setting('app.platform', true)) = 'on' OR (SELECT current_setting('app.person_id', true)) <> '' OR (SELECT current_setting('app.loop', true)) IN ('deliver', 'lease')));
CREATE POLICY delivering ON outbox TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'deliver');
GRANT INSERT, SELECT, DELETE ON outbox TO bailiwick_engine;
GRANT UPDATE (attempts, next_at, ended_at, outcome, reason) ON outbox TO bailiwick_engine;
COMMENT ON TABLE outbox IS 'class: sensitive. What is to be told to the world outside, until a while after it was.';
