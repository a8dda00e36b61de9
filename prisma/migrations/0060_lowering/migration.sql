-- A limit can be on its way down, below what is in use: nothing new takes more than its goal, and the limit follows what ends until it is there.
-- By resource, where each limit of the account is on its way to; empty where none is. What admission may take is the lower of the two (server/database/lane.ts).
ALTER TABLE account ADD COLUMN goal jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(goal) = 'object' AND (goal = '{}' OR kind = 'namespace'));
CREATE INDEX account_on_its_way ON account (id) WHERE goal <> '{}';
GRANT UPDATE (goal) ON account TO bailiwick_engine;

CREATE FUNCTION toward(hard bigint[], resources text[], goal jsonb) RETURNS bigint[] LANGUAGE sql IMMUTABLE AS $$
  SELECT array_agg(least(each.hard, (goal ->> each.resource)::bigint) ORDER BY each.at) FROM unnest(hard, resources) WITH ORDINALITY AS each (hard, resource, at)
$$;
GRANT EXECUTE ON FUNCTION toward(bigint[], text[], jsonb) TO bailiwick_engine;

-- The second wall: what was freed is nobody's to take, whatever decided it.
CREATE FUNCTION account_keeps_to_goal() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM unnest(NEW.resources, NEW.used, NEW.held) WITH ORDINALITY AS now (resource, used, held, at)
    WHERE now.used + now.held > (NEW.goal ->> now.resource)::bigint AND now.used + now.held > coalesce(OLD.used[now.at], 0) + coalesce(OLD.held[now.at], 0)) THEN
    RAISE EXCEPTION 'account %: more would be taken of a limit that is on its way down', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER account_keeps_to_goal BEFORE UPDATE OF used, held ON account FOR EACH ROW WHEN (NEW.goal <> '{}') EXECUTE FUNCTION account_keeps_to_goal();

-- Who wanted it lower, since when, and what came of it. One that begins later waits in here, and stands in the account from then on.
CREATE TABLE lowering (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  account_id text COLLATE "C" NOT NULL REFERENCES account ON DELETE RESTRICT ON UPDATE CASCADE,
  tenant_id text NOT NULL,
  namespace_id text NOT NULL,
  resource text NOT NULL,
  goal bigint NOT NULL CHECK (goal >= 0),
  asked_by uuid NOT NULL REFERENCES person ON DELETE RESTRICT ON UPDATE CASCADE,
  asked_at timestamptz(6) NOT NULL,
  begins_at timestamptz(6) NOT NULL CHECK (begins_at >= asked_at),
  began_at timestamptz(6) CHECK (began_at >= begins_at),
  ended_at timestamptz(6) CHECK (ended_at >= asked_at),
  outcome text CHECK (outcome IN ('reached', 'replaced')),
  FOREIGN KEY (tenant_id, namespace_id) REFERENCES namespace (tenant_id, id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CHECK ((outcome IS NULL) = (ended_at IS NULL)),
  CHECK (outcome <> 'reached' OR began_at IS NOT NULL)
);
CREATE UNIQUE INDEX lowering_open ON lowering (account_id, resource) WHERE ended_at IS NULL;
CREATE INDEX lowering_due ON lowering (begins_at) WHERE ended_at IS NULL;
CREATE INDEX lowering_place ON lowering (tenant_id, namespace_id);
CREATE INDEX lowering_account ON lowering (account_id);
CREATE INDEX lowering_asked_by ON lowering (asked_by);
ALTER TABLE lowering ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
DO $$
DECLARE own text := $p$tenant_id = (SELECT current_setting('app.tenant_id', true))
  AND ((SELECT current_setting('app.namespaces', true)) = '*' OR namespace_id = ANY (string_to_array((SELECT current_setting('app.namespaces', true)), ',')))$p$;
BEGIN
  EXECUTE format($p$CREATE POLICY loading ON lowering TO %I USING ((SELECT current_setting('app.loading', true)) = 'on')$p$, current_user);
  EXECUTE format('CREATE POLICY of_tenant ON lowering USING (%s)', own);
END $$;
CREATE POLICY of_loop ON lowering FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'quotas');
CREATE POLICY lowering ON account FOR SELECT TO bailiwick_engine USING (kind = 'namespace' AND (SELECT current_setting('app.loop', true)) = 'quotas');
CREATE POLICY lowering ON tenant FOR SELECT TO bailiwick_engine USING ((SELECT current_setting('app.loop', true)) = 'quotas');
GRANT SELECT ON lowering TO bailiwick_web, bailiwick_engine;
GRANT INSERT, UPDATE (began_at, ended_at, outcome) ON lowering TO bailiwick_engine;
COMMENT ON TABLE lowering IS 'class: sensitive. Which limits were to come down as what is in use ends, who wanted it, and what came of it.';

-- Its rows have a beginning and an end, so that what was on its way at a moment is a question to them.
CREATE VIEW past.lowering WITH (security_invoker = true) AS
  SELECT id, account_id, tenant_id, namespace_id, resource, goal, asked_by, asked_at, begins_at, CASE WHEN began_at <= (SELECT past.moment()) THEN began_at END AS began_at,
    CASE WHEN ended_at <= (SELECT past.moment()) THEN ended_at END AS ended_at, CASE WHEN ended_at <= (SELECT past.moment()) THEN outcome END AS outcome
    FROM public.lowering WHERE asked_at <= (SELECT past.moment());
GRANT SELECT ON past.lowering TO bailiwick_web;
