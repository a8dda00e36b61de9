-- A list in a setting is split once in a statement, and not for each row and each question about it: of a batch of many tenants half of what its accounts took was that.
DO $$
DECLARE
  policy record;
  once text := '((SELECT string_to_array(current_setting(''\1'', true), ''\2''))::text[])';
  each text := 'string_to_array\(\( SELECT current_setting\(''([a-z_.]+)''::text, true\) AS current_setting\), ''(.)''::text\)';
BEGIN
  FOR policy IN SELECT tablename, policyname, qual, with_check FROM pg_policies WHERE schemaname = 'public' AND concat(qual, with_check) ~ each LOOP
    EXECUTE format('ALTER POLICY %I ON %I', policy.policyname, policy.tablename)
      || coalesce(' USING (' || regexp_replace(policy.qual, each, once, 'g') || ')', '')
      || coalesce(' WITH CHECK (' || regexp_replace(policy.with_check, each, once, 'g') || ')', '');
  END LOOP;
END $$;
