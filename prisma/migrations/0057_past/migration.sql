-- What was, so that a page can be read as of a moment. Three ways, by how a table changes:
--   what is never overwritten (quota, policy, custom_role_version, decision) says it itself: its rows have a beginning, and an end or none yet;
--   what is changed now and then (tenant, namespace, role_binding, group_binding, an account's limits) leaves what it was in <table>_past, by a trigger;
--   what is changed all the time (allocation) leaves it in the very statement that changes it (server/database/lane-write.ts), and an account's use is the sum of these.
-- A row of <table>_past is what stood there until that moment. What stood there at a moment is the first that lasted longer, or what stands there now.
CREATE SCHEMA past;

-- Since when: before this, what changed left nothing behind. The day on which it was installed is in no table, so it is written into the function.
DO $$
BEGIN
  EXECUTE format('CREATE FUNCTION past.kept_since() RETURNS timestamptz LANGUAGE sql IMMUTABLE AS %L', format('SELECT timestamptz %L', clock_timestamp()));
END $$;
-- As of when this transaction reads. Outside of one that says so there is no past, and to read it fails.
CREATE FUNCTION past.moment() RETURNS timestamptz LANGUAGE sql STABLE AS $$ SELECT current_setting('app.as_of')::timestamptz $$;

CREATE TABLE tenant_past (until timestamptz NOT NULL, LIKE tenant);
ALTER TABLE tenant_past ADD PRIMARY KEY (id, until);
CREATE TABLE namespace_past (until timestamptz NOT NULL, LIKE namespace);
ALTER TABLE namespace_past ADD PRIMARY KEY (tenant_id, id, until);
CREATE TABLE role_binding_past (until timestamptz NOT NULL, LIKE role_binding);
ALTER TABLE role_binding_past ADD PRIMARY KEY (id, until);
CREATE TABLE group_binding_past (until timestamptz NOT NULL, LIKE group_binding);
ALTER TABLE group_binding_past ADD PRIMARY KEY (id, until);
-- An account's limits alone: what it uses is moved by everybody all the time, and is added up from its allocations.
CREATE TABLE account_past (
  until timestamptz NOT NULL,
  id text NOT NULL,
  tenant_id text,
  namespace_id text,
  resources text[] NOT NULL,
  nominal bigint[] NOT NULL,
  hard bigint[] NOT NULL,
  version bigint NOT NULL,
  PRIMARY KEY (id, until)
);
-- As much of an allocation as changes and is shown. Neither where its pods stood nor how it was asked for: both are long, and in its decisions.
CREATE TABLE allocation_past (
  until timestamptz NOT NULL,
  id uuid NOT NULL,
  tenant_id text NOT NULL,
  namespace_id text NOT NULL,
  class text NOT NULL,
  priority integer NOT NULL,
  state text NOT NULL,
  pods integer NOT NULL,
  resources text[] NOT NULL,
  amounts bigint[] NOT NULL,
  region text,
  burst boolean NOT NULL,
  preemptible boolean NOT NULL,
  reserved boolean NOT NULL,
  devices bigint NOT NULL,
  approved_by uuid,
  held_until timestamptz(3),
  admitted_at timestamptz(3),
  running_at timestamptz(3),
  ends_at timestamptz(3),
  ended_at timestamptz(3),
  version bigint NOT NULL,
  waiting_since timestamptz(3),
  preemptions integer NOT NULL,
  PRIMARY KEY (id, version)
);
CREATE INDEX allocation_past_of_tenant ON allocation_past (tenant_id, until);

-- A deed says its own moment (app.now), so that all it changes changed at once. Of what is changed twice in a deed, what stood there before it is kept.
CREATE FUNCTION keep_past() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  EXECUTE format('INSERT INTO %I SELECT $1, before.* FROM before ON CONFLICT DO NOTHING', TG_TABLE_NAME || '_past')
    USING coalesce(nullif(current_setting('app.now', true), '')::timestamptz, clock_timestamp());
  RETURN NULL;
END $$;
CREATE TRIGGER keep_past AFTER UPDATE ON tenant REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION keep_past();
CREATE TRIGGER keep_past AFTER UPDATE ON namespace REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION keep_past();
CREATE TRIGGER keep_past AFTER UPDATE ON role_binding REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION keep_past();
CREATE TRIGGER keep_past AFTER UPDATE ON group_binding REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION keep_past();

CREATE FUNCTION keep_past_limits() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO account_past (until, id, tenant_id, namespace_id, resources, nominal, hard, version)
    VALUES (coalesce(nullif(current_setting('app.now', true), '')::timestamptz, clock_timestamp()), OLD.id, OLD.tenant_id, OLD.namespace_id, OLD.resources, OLD.nominal, OLD.hard, OLD.version) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
-- Of these columns alone: a posting sets none of them, and costs nothing more.
CREATE TRIGGER keep_past AFTER UPDATE OF resources, nominal, hard, version ON account FOR EACH ROW
  WHEN ((OLD.resources, OLD.nominal, OLD.hard, OLD.version) IS DISTINCT FROM (NEW.resources, NEW.nominal, NEW.hard, NEW.version)) EXECUTE FUNCTION keep_past_limits();

-- Whoever sees a row now sees what it was; whoever changes one, and so sees it, leaves what it was.
DO $$
DECLARE t text; own text := $p$tenant_id = (SELECT current_setting('app.tenant_id', true))$p$;
DECLARE reached text := $p$ AND ((SELECT current_setting('app.namespaces', true)) = '*' OR namespace_id = ANY (string_to_array((SELECT current_setting('app.namespaces', true)), ',')))$p$;
BEGIN
  FOREACH t IN ARRAY ARRAY['tenant_past', 'namespace_past', 'role_binding_past', 'group_binding_past', 'account_past', 'allocation_past'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', t);
    EXECUTE format($p$CREATE POLICY loading ON %I TO %I USING ((SELECT current_setting('app.loading', true)) = 'on')$p$, t, current_user);
    EXECUTE format('GRANT SELECT ON %I TO bailiwick_web', t);
    EXECUTE format('GRANT INSERT ON %I TO bailiwick_engine', t);
  END LOOP;
  FOREACH t IN ARRAY ARRAY['role_binding', 'group_binding', 'account'] LOOP
    EXECUTE format('CREATE POLICY of_tenant ON %I FOR SELECT TO bailiwick_web USING (%s)', t || '_past', own || reached);
    EXECUTE format('CREATE POLICY leaving ON %I FOR INSERT TO bailiwick_engine WITH CHECK (EXISTS (SELECT FROM %I now WHERE now.id = %I.id))', t || '_past', t, t || '_past');
  END LOOP;
  EXECUTE format('CREATE POLICY of_tenant ON allocation_past FOR SELECT TO bailiwick_web USING (%s)', own || reached);
  EXECUTE format('CREATE POLICY of_tenant ON namespace_past FOR SELECT TO bailiwick_web USING (%s)', own || replace(reached, 'namespace_id', 'id'));
  EXECUTE format('CREATE POLICY of_tenant ON tenant_past FOR SELECT TO bailiwick_web USING (%s)', replace(own, 'tenant_id =', 'id ='));
END $$;
CREATE POLICY leaving ON tenant_past FOR INSERT TO bailiwick_engine WITH CHECK (EXISTS (SELECT FROM tenant now WHERE now.id = tenant_past.id));
CREATE POLICY leaving ON namespace_past FOR INSERT TO bailiwick_engine WITH CHECK (EXISTS (SELECT FROM namespace now WHERE now.tenant_id = namespace_past.tenant_id AND now.id = namespace_past.id));
CREATE POLICY of_lane ON allocation_past FOR INSERT TO bailiwick_engine WITH CHECK (tenant_id = ANY (string_to_array((SELECT current_setting('app.lane_tenants', true)), ',')));

COMMENT ON TABLE tenant_past IS 'class: internal. What tenants were, until when.';
COMMENT ON TABLE namespace_past IS 'class: internal. What namespaces were, until when.';
COMMENT ON TABLE role_binding_past IS 'class: sensitive. Who held which role where, as it stood until when.';
COMMENT ON TABLE group_binding_past IS 'class: sensitive. Which group held which role where, as it stood until when.';
COMMENT ON TABLE account_past IS 'class: sensitive. What the limits of accounts were, until when.';
COMMENT ON TABLE allocation_past IS 'class: sensitive. What allocations were, until when.';

-- The tables as they were, under their own names: who reads them asks what they ask now. They see what their reader sees, by today's row security.
DO $$
DECLARE kept record; columns text;
BEGIN
  FOR kept IN SELECT * FROM (VALUES ('tenant', 'created_at', 'e.id = t.id'), ('namespace', 'created_at', 'e.tenant_id = t.tenant_id AND e.id = t.id'),
    ('role_binding', 'valid_from', 'e.id = t.id'), ('group_binding', 'valid_from', 'e.id = t.id')) AS v (name, beginning, same) LOOP
    SELECT string_agg(format('t.%I', attname), ', ' ORDER BY attnum) INTO columns FROM pg_attribute WHERE attrelid = format('public.%I', kept.name)::regclass AND attnum > 0 AND NOT attisdropped;
    EXECUTE format($v$CREATE VIEW past.%1$I WITH (security_invoker = true) AS
      SELECT %2$s FROM public.%1$I t WHERE t.%3$I <= (SELECT past.moment()) AND NOT EXISTS (SELECT FROM public.%4$I e WHERE %5$s AND e.until > (SELECT past.moment()))
      UNION ALL
      SELECT %2$s FROM public.%4$I t WHERE t.%3$I <= (SELECT past.moment()) AND t.until > (SELECT past.moment())
        AND NOT EXISTS (SELECT FROM public.%4$I e WHERE %5$s AND e.until > (SELECT past.moment()) AND e.until < t.until)$v$, kept.name, columns, kept.beginning, kept.name || '_past', kept.same);
  END LOOP;
END $$;

CREATE VIEW past.allocation WITH (security_invoker = true) AS
  SELECT a.id, a.organisation_id, a.tenant_id, a.namespace_id, a.account_id, a.name, a.asked_by, a.asked_at, a.class, a.priority, a.state, a.pods, a.resources, a.amounts, a.region, a.burst, a.preemptible, a.reserved,
    a.devices, a.approved_by, a.held_until, a.admitted_at, a.running_at, a.ends_at, a.ended_at, a.version, a.waiting_since, a.preemptions
    FROM public.allocation a WHERE a.asked_at <= (SELECT past.moment()) AND NOT EXISTS (SELECT FROM public.allocation_past e WHERE e.id = a.id AND e.until > (SELECT past.moment()))
  UNION ALL
  SELECT a.id, a.organisation_id, a.tenant_id, a.namespace_id, a.account_id, a.name, a.asked_by, a.asked_at, p.class, p.priority, p.state, p.pods, p.resources, p.amounts, p.region, p.burst, p.preemptible, p.reserved,
    p.devices, p.approved_by, p.held_until, p.admitted_at, p.running_at, p.ends_at, p.ended_at, p.version, p.waiting_since, p.preemptions
    FROM public.allocation_past p JOIN public.allocation a ON a.id = p.id WHERE a.asked_at <= (SELECT past.moment()) AND p.until > (SELECT past.moment())
      AND NOT EXISTS (SELECT FROM public.allocation_past e WHERE e.id = p.id AND e.until > (SELECT past.moment()) AND e.version < p.version);

-- What the tenant's allocations used and were promised, by namespace: what waits for room holds nothing.
CREATE VIEW past.charge WITH (security_invoker = true) AS
  SELECT a.tenant_id, a.namespace_id, r.resource, coalesce(sum(r.amount) FILTER (WHERE a.state IN ('admitted', 'running')), 0)::bigint AS used, coalesce(sum(r.amount) FILTER (WHERE a.state = 'held'), 0)::bigint AS held
    FROM past.allocation a CROSS JOIN LATERAL unnest(a.resources, a.amounts) AS r (resource, amount)
    WHERE a.tenant_id = (SELECT current_setting('app.tenant_id', true)) AND a.ended_at IS NULL AND (a.state IN ('admitted', 'running') OR a.state = 'held' AND a.waiting_since IS NULL) GROUP BY 1, 2, 3;

-- Of tenants and namespaces, and without what is not known of the past: what was there beyond any grant, and how far the record had come.
CREATE VIEW past.account WITH (security_invoker = true) AS
  WITH limits AS (
    SELECT a.id, a.kind, a.parent_id, a.organisation_id, a.tenant_id, a.namespace_id, coalesce(p.resources, a.resources) AS resources, coalesce(p.nominal, a.nominal) AS nominal, coalesce(p.hard, a.hard) AS hard, coalesce(p.version, a.version) AS version
      FROM public.account a LEFT JOIN LATERAL (SELECT e.* FROM public.account_past e WHERE e.id = a.id AND e.until > (SELECT past.moment()) ORDER BY e.until LIMIT 1) p ON true
      WHERE a.kind = 'tenant' AND EXISTS (SELECT FROM public.tenant t WHERE t.id = a.tenant_id AND t.created_at <= (SELECT past.moment()))
        OR a.kind = 'namespace' AND EXISTS (SELECT FROM public.namespace n WHERE n.tenant_id = a.tenant_id AND n.id = a.namespace_id AND n.created_at <= (SELECT past.moment()))),
    charged AS MATERIALIZED (SELECT * FROM past.charge)
  SELECT l.id, l.kind, l.parent_id, l.organisation_id, l.tenant_id, l.namespace_id, l.resources, l.nominal, l.hard, l.version,
    ARRAY(SELECT coalesce((SELECT sum(c.used) FROM charged c WHERE c.resource = r.resource AND (l.kind = 'tenant' OR c.namespace_id = l.namespace_id)), 0)::bigint FROM unnest(l.resources) WITH ORDINALITY AS r (resource, at) ORDER BY r.at) AS used,
    ARRAY(SELECT coalesce((SELECT sum(c.held) FROM charged c WHERE c.resource = r.resource AND (l.kind = 'tenant' OR c.namespace_id = l.namespace_id)), 0)::bigint FROM unnest(l.resources) WITH ORDINALITY AS r (resource, at) ORDER BY r.at) AS held
    FROM limits l;

-- What is never overwritten. An end that came later was not there yet.
CREATE VIEW past.quota WITH (security_invoker = true) AS
  SELECT account_id, resource, version, tenant_id, namespace_id, nominal, hard, valid_from, CASE WHEN valid_to <= (SELECT past.moment()) THEN valid_to END AS valid_to, set_by FROM public.quota WHERE valid_from <= (SELECT past.moment());
CREATE VIEW past.policy WITH (security_invoker = true) AS
  SELECT id, tenant_id, kind, version, body, valid_from, CASE WHEN valid_to <= (SELECT past.moment()) THEN valid_to END AS valid_to, set_by FROM public.policy WHERE valid_from <= (SELECT past.moment());
CREATE VIEW past.custom_role_version WITH (security_invoker = true) AS
  SELECT role_id, tenant_id, version, title, actions, valid_from, CASE WHEN valid_to <= (SELECT past.moment()) THEN valid_to END AS valid_to, set_by FROM public.custom_role_version WHERE valid_from <= (SELECT past.moment());
CREATE VIEW past.custom_role WITH (security_invoker = true) AS SELECT id, tenant_id FROM public.custom_role r WHERE EXISTS (SELECT FROM public.custom_role_version v WHERE v.role_id = r.id AND v.valid_from <= (SELECT past.moment()));
CREATE VIEW past.decision WITH (security_invoker = true) AS SELECT * FROM public.decision WHERE at <= (SELECT past.moment());
-- What never changes; and people, who are called as they are called today: who is erased is erased from the past, too.
CREATE VIEW past.policy_set WITH (security_invoker = true) AS SELECT digest, body, first_used_at FROM public.policy_set;
CREATE VIEW past.organisation WITH (security_invoker = true) AS SELECT id, title, created_at FROM public.organisation WHERE created_at <= (SELECT past.moment());
CREATE VIEW past.person WITH (security_invoker = true) AS SELECT id, email, name, disabled_at FROM public.person;

GRANT USAGE ON SCHEMA past TO bailiwick_web;
GRANT SELECT ON ALL TABLES IN SCHEMA past TO bailiwick_web;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA past TO bailiwick_web;
