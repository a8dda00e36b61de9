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
