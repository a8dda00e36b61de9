-- Allocations, and the decisions that made them. A decision is a posting as well: what it moved in each account on the way from the organisation down, and what they then held.
CREATE TABLE allocation (
  id uuid PRIMARY KEY,
  organisation_id text NOT NULL REFERENCES organisation ON DELETE RESTRICT ON UPDATE CASCADE,
  tenant_id text NOT NULL,
  namespace_id text NOT NULL,
  account_id text COLLATE "C" NOT NULL REFERENCES account ON DELETE RESTRICT ON UPDATE CASCADE,
  name text NOT NULL CHECK (name ~ '^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$'),
  class text NOT NULL CHECK (class ~ '^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$'),
  priority integer NOT NULL,
  asked_by uuid NOT NULL REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  state text NOT NULL CHECK (state IN ('waiting', 'held', 'admitted', 'running', 'released', 'withdrawn', 'refused', 'preempted', 'reclaimed', 'expired', 'failed')),
  pods integer NOT NULL CHECK (pods BETWEEN 1 AND 10000),
  resources text[] NOT NULL CHECK (cardinality(resources) BETWEEN 1 AND 32),
  amounts bigint[] NOT NULL,
  region text,
  placement jsonb,
  burst boolean NOT NULL,
  preemptible boolean NOT NULL,
  reserved boolean NOT NULL,
  -- Whole devices, those of claims in their worst case; and whose yes it was given by, if it needed one.
  devices bigint NOT NULL CHECK (devices >= 0),
  approved_by uuid REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  asked_at timestamptz(3) NOT NULL,
  held_until timestamptz(3),
  admitted_at timestamptz(3) CHECK (admitted_at >= asked_at),
  running_at timestamptz(3),
  ends_at timestamptz(3),
  ended_at timestamptz(3),
  version bigint NOT NULL DEFAULT 1 CHECK (version > 0),
  FOREIGN KEY (tenant_id, namespace_id) REFERENCES namespace (tenant_id, id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT allocation_amounts CHECK (cardinality(amounts) = cardinality(resources) AND 0 <= ALL (amounts)),
  CONSTRAINT allocation_end CHECK ((ended_at IS NOT NULL) = (state IN ('released', 'withdrawn', 'refused', 'preempted', 'reclaimed', 'expired', 'failed'))),
  CONSTRAINT allocation_hold CHECK (state <> 'held' OR held_until IS NOT NULL),
  CONSTRAINT allocation_admitted CHECK (state NOT IN ('admitted', 'running') OR admitted_at IS NOT NULL),
  CONSTRAINT allocation_reserved CHECK (NOT (reserved AND preemptible))
);
CREATE UNIQUE INDEX allocation_name_key ON allocation (tenant_id, namespace_id, name) WHERE ended_at IS NULL;
-- The namespace stands last, so that a list of one filters in the index; standing before, it would tempt the planner away from the name when the table is young.
CREATE INDEX allocation_place ON allocation (tenant_id, asked_at, id, namespace_id);
CREATE INDEX allocation_ends ON allocation (ends_at) WHERE ended_at IS NULL AND ends_at IS NOT NULL;
CREATE INDEX allocation_held ON allocation (held_until) WHERE state = 'held';
CREATE INDEX allocation_pending ON allocation (tenant_id, namespace_id) WHERE ended_at IS NULL AND state IN ('waiting', 'held');

CREATE INDEX allocation_given ON allocation (tenant_id, namespace_id, admitted_at) WHERE devices > 0 AND approved_by IS NULL;
CREATE INDEX allocation_given_to ON allocation (tenant_id, asked_by, admitted_at) WHERE devices > 0 AND approved_by IS NULL;

CREATE TABLE decision (
  id uuid PRIMARY KEY,
  organisation_id text NOT NULL REFERENCES organisation ON DELETE RESTRICT ON UPDATE CASCADE,
  tenant_id text NOT NULL,
  namespace_id text NOT NULL,
  allocation_id uuid REFERENCES allocation ON DELETE RESTRICT ON UPDATE CASCADE,
  -- Null where the engine decided by itself, such as at an end.
  person_id uuid REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  idempotency_key uuid,
  input_digest text CHECK (length(input_digest) = 43),
  action text NOT NULL,
  verdict text NOT NULL CHECK (verdict IN ('admit', 'hold', 'refuse')),
  reason text CHECK (reason ~ '^[a-z][a-z0-9_.]{0,62}$'),
  at timestamptz(3) NOT NULL,
  accounts text[] COLLATE "C" NOT NULL,
  resources text[] NOT NULL,
  used bigint[] NOT NULL,
  held bigint[] NOT NULL,
  -- Account by account, resource by resource.
  used_after bigint[] NOT NULL,
  held_after bigint[] NOT NULL,
  policies text NOT NULL,
  facts text NOT NULL,
  outcome text NOT NULL,
  answer text,
  FOREIGN KEY (tenant_id, namespace_id) REFERENCES namespace (tenant_id, id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT decision_key CHECK ((idempotency_key IS NULL) = (input_digest IS NULL) AND (idempotency_key IS NULL OR person_id IS NOT NULL)),
  CONSTRAINT decision_posting CHECK (cardinality(used) = cardinality(resources) AND cardinality(held) = cardinality(resources)
    AND cardinality(used_after) = cardinality(accounts) * cardinality(resources) AND cardinality(held_after) = cardinality(used_after)),
  CONSTRAINT decision_reason CHECK ((verdict = 'admit') = (reason IS NULL)),
  CONSTRAINT decision_refusal_moves_nothing CHECK (verdict <> 'refuse' OR (0 = ALL (used) AND 0 = ALL (held)))
);
-- Facts and outcome are some kilobytes and are read one at a time: to compress them would cost more than everything else of a decision.
ALTER TABLE decision SET (toast_tuple_target = 8160);
CREATE UNIQUE INDEX decision_key_key ON decision (person_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX decision_of_allocation ON decision (allocation_id, at);
CREATE INDEX decision_place ON decision (tenant_id, at, id);

-- All that applied to a decision, once for each distinct set of it: named by its digest, so that a decision made under it can be made again for ever.
CREATE TABLE policy_set (
  digest text PRIMARY KEY CHECK (length(digest) = 43),
  body text NOT NULL,
  first_used_at timestamptz(3) NOT NULL DEFAULT now()
);

ALTER TABLE allocation ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE decision ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE policy_set ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

CREATE POLICY of_tenant ON allocation FOR SELECT USING (tenant_id = (SELECT current_setting('app.tenant_id', true))
  AND ((SELECT current_setting('app.namespaces', true)) = '*' OR namespace_id = ANY (string_to_array((SELECT current_setting('app.namespaces', true)), ','))));
CREATE POLICY of_tenant ON decision FOR SELECT USING (tenant_id = (SELECT current_setting('app.tenant_id', true))
  AND ((SELECT current_setting('app.namespaces', true)) = '*' OR namespace_id = ANY (string_to_array((SELECT current_setting('app.namespaces', true)), ','))));
CREATE POLICY of_engine ON policy_set TO bailiwick_engine USING (true);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['allocation', 'policy'] LOOP
    EXECUTE format($p$CREATE POLICY loading ON %I TO %I USING ((SELECT current_setting('app.loading', true)) = 'on')$p$, t, current_user);
  END LOOP;
END $$;

-- A lane is an organisation: a batch works for some of its tenants at once, says which, and sees nothing of any other.
DO $$
DECLARE mine text := $p$tenant_id = ANY (string_to_array((SELECT current_setting('app.lane_tenants', true)), ','))$p$;
DECLARE lane text := $p$organisation_id = (SELECT current_setting('app.lane', true))$p$;
BEGIN
  EXECUTE format('CREATE POLICY of_lane ON allocation TO bailiwick_engine USING (%s AND %s)', lane, mine);
  EXECUTE format('CREATE POLICY of_lane ON decision TO bailiwick_engine USING (%s AND %s)', lane, mine);
  EXECUTE format('CREATE POLICY of_lane ON account TO bailiwick_engine USING (%s AND (tenant_id IS NULL OR %s))', lane, mine);
  EXECUTE format('CREATE POLICY of_lane ON tenant FOR SELECT TO bailiwick_engine USING (%s AND %s)', lane, replace(mine, 'tenant_id', 'id'));
  EXECUTE format('CREATE POLICY of_lane ON namespace FOR SELECT TO bailiwick_engine USING (%s)', mine);
  EXECUTE format('CREATE POLICY of_lane ON policy FOR SELECT TO bailiwick_engine USING (%s)', mine);
  EXECUTE format('CREATE POLICY of_lane ON data_key TO bailiwick_engine USING (%s)', mine);
  EXECUTE format('CREATE POLICY of_lane ON record FOR INSERT TO bailiwick_engine WITH CHECK (%s)', mine);
  EXECUTE format('CREATE POLICY of_lane ON signal FOR INSERT TO bailiwick_engine WITH CHECK (%s)', mine);
END $$;

-- What is due is looked for in all tenants at once, and done in each by its own lane.
CREATE POLICY due ON allocation FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'expire' AND ended_at IS NULL AND (held_until <= now() OR ends_at <= now()));

GRANT SELECT ON allocation, decision TO bailiwick_web, bailiwick_engine;
GRANT INSERT ON allocation, decision, policy_set TO bailiwick_engine;
GRANT UPDATE (state, region, placement, burst, approved_by, held_until, admitted_at, running_at, ends_at, ended_at, version) ON allocation TO bailiwick_engine;
GRANT SELECT ON policy_set TO bailiwick_engine;

COMMENT ON TABLE allocation IS 'class: sensitive. What runs or may run, and what it holds.';
COMMENT ON TABLE decision IS 'class: sensitive. What was decided, from which facts, and what it moved.';
COMMENT ON TABLE policy_set IS 'class: sensitive. The policies under which decisions were made.';
