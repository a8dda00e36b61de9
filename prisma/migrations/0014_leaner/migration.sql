-- Of a decision is kept what it said; what each check looked at is worked out again from its facts, under the policies it was made by. Whoever may read a decision names its set.
GRANT SELECT ON policy_set TO bailiwick_web;
CREATE POLICY named ON policy_set FOR SELECT TO bailiwick_web USING (digest = ANY (string_to_array((SELECT current_setting('app.policy_sets', true)), ' ')));

-- An account says whose it is: an allocation that names it agrees with it in all of that at once, which is one look instead of three.
ALTER TABLE account ADD CONSTRAINT account_whose UNIQUE (id, organisation_id, tenant_id, namespace_id);
ALTER TABLE allocation
  DROP CONSTRAINT allocation_organisation_id_fkey, DROP CONSTRAINT allocation_account_id_fkey, DROP CONSTRAINT allocation_tenant_id_namespace_id_fkey,
  ADD CONSTRAINT allocation_account FOREIGN KEY (account_id, organisation_id, tenant_id, namespace_id) REFERENCES account (id, organisation_id, tenant_id, namespace_id) ON DELETE RESTRICT ON UPDATE CASCADE;
-- Of which organisation a tenant is it says itself.
ALTER TABLE decision DROP CONSTRAINT decision_organisation_id_fkey;

-- A lane works for several organisations where each has little to do: a commit costs the same for one as for all of them.
DO $$
DECLARE mine text := $p$tenant_id = ANY (string_to_array((SELECT current_setting('app.lane_tenants', true)), ','))$p$;
DECLARE lane text := $p$organisation_id = ANY (string_to_array((SELECT current_setting('app.lane', true)), ','))$p$;
BEGIN
  EXECUTE format('ALTER POLICY of_lane ON allocation USING (%s AND %s)', lane, mine);
  EXECUTE format('ALTER POLICY of_lane ON decision USING (%s AND %s)', lane, mine);
  EXECUTE format('ALTER POLICY of_lane ON account USING (%s AND (tenant_id IS NULL OR %s))', lane, mine);
  EXECUTE format('ALTER POLICY of_lane ON tenant USING (%s AND %s)', lane, replace(mine, 'tenant_id', 'id'));
END $$;
