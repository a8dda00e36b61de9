-- How much of what a tenant may borrow it may still, in percent, and until when: its limits stay as they are, and admission takes the lower ceiling from then on (server/database/assumed.ts).
ALTER TABLE account ADD COLUMN burst_percent smallint CHECK (burst_percent BETWEEN 0 AND 99), ADD COLUMN burst_until timestamptz(3),
  ADD CONSTRAINT account_burst CHECK ((burst_percent IS NULL) = (burst_until IS NULL) AND (burst_until IS NULL OR kind = 'tenant'));
GRANT UPDATE (burst_percent, burst_until) ON account TO bailiwick_engine;
CREATE FUNCTION bounded(hard bigint[], nominal bigint[], percent smallint) RETURNS bigint[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(least(each.hard, each.nominal + div(greatest(each.hard - each.nominal, 0)::numeric * percent, 100))::bigint ORDER BY each.at), '{}') FROM unnest(hard, nominal) WITH ORDINALITY AS each (hard, nominal, at)
$$;
GRANT EXECUTE ON FUNCTION bounded(bigint[], bigint[], smallint) TO bailiwick_engine;

-- The second wall: nothing more is borrowed than that, whatever decided it. What was borrowed before stays.
CREATE FUNCTION account_keeps_to_bound() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NEW.burst_until > clock_timestamp() AND EXISTS (SELECT FROM unnest(NEW.resources, NEW.used, NEW.held, bounded(NEW.hard, NEW.nominal, NEW.burst_percent)) WITH ORDINALITY AS now (resource, used, held, most, at)
    WHERE now.used + now.held > now.most AND now.used + now.held > coalesce(OLD.used[now.at], 0) + coalesce(OLD.held[now.at], 0)) THEN
    RAISE EXCEPTION 'account %: more would be borrowed than it may for now', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER account_keeps_to_bound BEFORE UPDATE OF used, held ON account FOR EACH ROW WHEN (NEW.burst_until IS NOT NULL) EXECUTE FUNCTION account_keeps_to_bound();

ALTER TABLE case_step
  ADD COLUMN percent smallint CHECK (percent BETWEEN 0 AND 99),
  DROP CONSTRAINT case_step_kind_check, ADD CONSTRAINT case_step_kind_check CHECK (kind IN ('notify', 'ask', 'reclaim', 'burst', 'suspend')),
  DROP CONSTRAINT case_step_hours, ADD CONSTRAINT case_step_hours CHECK ((hours IS NOT NULL) = (kind IN ('burst', 'suspend')) AND (percent IS NOT NULL) = (kind = 'burst'));

-- Whoever is about to take a step sees what it moves: of the one case that is read, while it is open, what its tenant may hold and holds, and the organisation of which it would borrow.
CREATE FUNCTION tenant_of_case() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT f.tenant_id FROM case_file f WHERE f.id = nullif(current_setting('app.case_file', true), '')::uuid AND f.closed_at IS NULL
$$;
CREATE POLICY of_case ON account FOR SELECT TO bailiwick_web USING ((SELECT current_setting('app.platform', true)) = 'on'
  AND (tenant_id = (SELECT tenant_of_case()) OR kind = 'organisation' AND organisation_id = (SELECT t.organisation_id FROM tenant t WHERE t.id = (SELECT tenant_of_case()))));
GRANT EXECUTE ON FUNCTION tenant_of_case() TO bailiwick_web;
