/** What is wrong with the tables, by the database's own catalogue. Empty, or the migration that made it so does not land. */
export const catalogueFaults = `
  WITH tables AS (
    SELECT c.oid, c.relname, c.relrowsecurity AND c.relforcerowsecurity AS forced, c.relispartition, obj_description(c.oid, 'pg_class') AS comment,
      (SELECT count(*) FROM pg_policy p WHERE p.polrelid = c.oid) AS policies
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> '_prisma_migrations')
  SELECT relname || ': row security is not forced' AS fault FROM tables WHERE NOT forced
  UNION ALL SELECT relname || ': no policy' FROM tables WHERE policies = 0 AND NOT relispartition
  UNION ALL SELECT relname || ': no class of data' FROM tables WHERE comment IS NULL OR comment !~ '^class: (highly sensitive|sensitive|internal|public)(, personal)?(, transient)?\\. '
  UNION ALL SELECT relname || ': a policy that does not ask whose row it is' FROM tables t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped
    WHERE NOT relispartition AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = t.oid AND pg_get_expr(coalesce(p.polqual, p.polwithcheck), p.polrelid) LIKE '%app.tenant_id%')
      AND relname <> 'access_inbox'
  UNION ALL SELECT relname || ': a policy that does not ask which namespaces' FROM tables t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attname = 'namespace_id' AND NOT a.attisdropped
    WHERE NOT relispartition AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = t.oid AND pg_get_expr(p.polqual, p.polrelid) LIKE '%app.namespaces%')
  UNION ALL SELECT tablename || ': a policy that splits a setting for each row' FROM pg_policies WHERE schemaname = 'public' AND concat(qual, with_check) ~ 'string_to_array\\(\\( SELECT'
  UNION ALL SELECT p.proname || ': runs as its owner without a pinned search_path' FROM pg_proc p
    WHERE p.pronamespace = 'public'::regnamespace AND p.prosecdef AND NOT EXISTS (SELECT FROM unnest(p.proconfig) AS s WHERE s LIKE 'search_path=pg_catalog, public, pg_temp')
  UNION ALL SELECT p.proname || ': anybody may run it' FROM pg_proc p
    WHERE p.pronamespace = 'public'::regnamespace AND p.prosecdef AND has_function_privilege('public', p.oid, 'EXECUTE')
  UNION ALL SELECT c.relname || ': a view that sees what its owner sees' FROM pg_class c
    WHERE c.relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname IN ('public', 'past')) AND (c.relkind = 'm' OR (c.relkind = 'v' AND NOT coalesce(c.reloptions, '{}') @> '{security_invoker=true}'))
  ORDER BY 1`
