/**
 * The demo’s tenant aurora, grown by the owner of the database in a few statements: namespaces with quotas, allocations of ninety days, of which one in each namespace runs on a
 * node of its own cluster. Nothing that holds of a world is bent: shares add up to their parents’, what runs stands in every account above it and on its node, and open rows of quotas
 * are the accounts’ own.
 */
import { readFileSync } from 'node:fs'
import pg from 'pg'

export const grown = { tenant: 'aurora', namespaces: 5_000, allocations: 100_000 } as const
const [nodesEach, share, running] = [4, { cpu: 1_000n, memory: 2n ** 30n, 'nvidia.com/gpu': 1n }, { cpu: 500n, memory: 2n ** 29n, 'nvidia.com/gpu': 1n }] as const
const resources = Object.keys(share)
const amounts = (of: Readonly<Record<string, bigint>>, times = 1n) => resources.map((resource) => String((of[resource] ?? 0n) * times))

export async function growWorld(): Promise<void> {
  const sql = new pg.Client({ connectionString: readFileSync(process.env.OWNER_DATABASE_URL_FILE ?? '', 'utf8').trim() })
  await sql.connect()
  try {
    await sql.query("SELECT set_config('app.loading', 'on', false), set_config('app.tenant_id', $1, false), set_config('app.namespaces', '*', false)", [grown.tenant])
    await sql.query('BEGIN')
    // The trigger asks for every row what is asked for all of them at the end.
    await sql.query('ALTER TABLE account DISABLE TRIGGER account_shares')
    const many = BigInt(grown.namespaces)
    await sql.query(`UPDATE account a SET version = version + 1, (nominal, hard, used) = (SELECT array_agg(n + coalesce(g, 0) ORDER BY at), array_agg(h + coalesce(g, 0) ORDER BY at), array_agg(u + coalesce(r, 0) ORDER BY at)
        FROM unnest(a.resources, a.nominal, a.hard, a.used) WITH ORDINALITY AS was (resource, n, h, u, at) LEFT JOIN unnest($2::text[], $3::bigint[], $4::bigint[]) AS more (resource, g, r) USING (resource))
      WHERE id IN (SELECT 'platform/' || organisation_id || suffix FROM tenant, unnest(ARRAY['', '/' || $1]) AS suffix WHERE id = $1)`, [grown.tenant, resources, amounts(share, many), amounts(running, many)])
    await sql.query("UPDATE quota q SET valid_to = now() FROM account a WHERE a.id = q.account_id AND q.valid_to IS NULL AND a.kind IN ('organisation', 'tenant') AND a.resources <> '{}' AND (a.tenant_id = $1 OR a.id = (SELECT 'platform/' || organisation_id FROM tenant WHERE id = $1))", [grown.tenant])
    await sql.query(`INSERT INTO quota (account_id, resource, version, tenant_id, namespace_id, nominal, hard, valid_from) SELECT a.id, r, a.version, a.tenant_id, a.namespace_id, n, h, now() FROM account a, unnest(a.resources, a.nominal, a.hard) AS w (r, n, h)
      WHERE a.kind IN ('organisation', 'tenant') AND (a.tenant_id = $1 OR a.id = (SELECT 'platform/' || organisation_id FROM tenant WHERE id = $1))`, [grown.tenant])
    await sql.query("INSERT INTO namespace (tenant_id, id, title) SELECT $1, 'grown-' || lpad(n::text, 4, '0'), 'Grown ' || n FROM generate_series(1, $2::int) n", [grown.tenant, grown.namespaces])
    await sql.query(`INSERT INTO account (id, kind, parent_id, organisation_id, tenant_id, namespace_id, resources, nominal, hard, used, held, unexplained)
      SELECT t.id || '/' || n.id, 'namespace', t.id, t.organisation_id, t.tenant_id, n.id, $2::text[], $3::bigint[], $3::bigint[], $4::bigint[], '{0,0,0}', '{0,0,0}' FROM account t JOIN namespace n ON n.tenant_id = t.tenant_id AND n.id LIKE 'grown-%' WHERE t.kind = 'tenant' AND t.tenant_id = $1`, [grown.tenant, resources, amounts(share), amounts(running)])
    await sql.query("INSERT INTO quota (account_id, resource, version, tenant_id, namespace_id, nominal, hard, valid_from) SELECT a.id, r, a.version, a.tenant_id, a.namespace_id, n, h, now() FROM account a, unnest(a.resources, a.nominal, a.hard) AS w (r, n, h) WHERE a.tenant_id = $1 AND a.namespace_id LIKE 'grown-%'", [grown.tenant])
    await sql.query("INSERT INTO region (id, title, country, jurisdiction) VALUES ('eu-grown-1', 'Grown', 'DE', 'eu')")
    await sql.query("INSERT INTO cluster (id, region_id, kind) VALUES ('grown', 'eu-grown-1', 'kubernetes')")
    await sql.query("INSERT INTO pool (id, cluster_id, isolation_level, taints) VALUES ('grown', 'grown', 1, '{}')")
    await sql.query(`INSERT INTO node (id, pool_id, model, gpu_memory, cpu, memory, cpu_free, memory_free, gpu_free) SELECT 'grown-' || lpad(n::text, 4, '0'), 'grown', 'A100', 80 * 2::bigint ^ 30, 64000, 2::bigint ^ 40, 64000 - $2 * $3::bigint, 2::bigint ^ 40 - $2 * $4::bigint,
      '{0,0,0,0,1000,1000,1000,1000}' FROM generate_series(1, $1::int / $2) n`, [grown.namespaces, nodesEach, amounts(running)[0], amounts(running)[1]])
    await sql.query(`INSERT INTO allocation (id, organisation_id, tenant_id, namespace_id, account_id, name, class, priority, asked_by, state, pods, resources, amounts, region, placement, burst, preemptible, reserved, devices, asked_at, admitted_at, running_at, ends_at, ended_at)
      SELECT gen_random_uuid(), a.organisation_id, a.tenant_id, a.namespace_id, a.id, CASE WHEN lives THEN 'serve-' ELSE 'train-' END || lpad(n::text, 6, '0'), 'normal', 100, p.id, CASE WHEN lives THEN 'running' ELSE 'released' END, 1, $2::text[], $3::bigint[], 'eu-grown-1',
        jsonb_build_object('region', 'eu-grown-1', 'cluster', 'grown', 'each', jsonb_build_object('cpuMilli', ($3::bigint[])[1], 'memoryBytes', 0, 'gpuMilli', 1000), 'pods', '[]'::jsonb), false, false, false, 1,
        asked, asked + interval '2 seconds', asked + interval '40 seconds', CASE WHEN lives THEN now() + interval '30 days' END, CASE WHEN NOT lives THEN asked + interval '5 hours' END
      FROM generate_series(1, $4::int) AS n CROSS JOIN LATERAL (SELECT n <= $5::int AS lives, now() - make_interval(mins => 360 + n) AS asked) AS w
      JOIN account a ON a.tenant_id = $1 AND a.namespace_id = 'grown-' || lpad((1 + (n - 1) % $5::int)::text, 4, '0') CROSS JOIN (SELECT id FROM person WHERE email = 'ada@aurora.test') AS p`, [grown.tenant, resources, amounts(running), grown.allocations, grown.namespaces])
    await sql.query(`UPDATE allocation SET placement = placement || jsonb_build_object('each', placement -> 'each' || jsonb_build_object('memoryBytes', $1::bigint), 'pods', jsonb_build_array(jsonb_build_object('node', 'grown-' || lpad((1 + (right(name, 6)::int - 1) / $2)::text, 4, '0'), 'gpus', jsonb_build_array((right(name, 6)::int - 1) % $2))))
      WHERE region = 'eu-grown-1' AND ended_at IS NULL`, [amounts(running)[1], nodesEach])
    // A tenant of so few that two pages hold them, to be compared with.
    await sql.query(`INSERT INTO allocation (id, organisation_id, tenant_id, namespace_id, account_id, name, class, priority, asked_by, state, pods, resources, amounts, region, burst, preemptible, reserved, devices, asked_at, admitted_at, ended_at)
      SELECT gen_random_uuid(), a.organisation_id, a.tenant_id, a.namespace_id, a.id, 'few-' || n, 'normal', 100, p.id, 'released', 1, $1::text[], $2::bigint[], 'eu-grown-1', false, false, false, 1, now() - make_interval(mins => 360 + n), now() - make_interval(mins => 359 + n), now() - make_interval(mins => 60 + n)
      FROM generate_series(1, 100) AS n CROSS JOIN account a CROSS JOIN person p WHERE a.tenant_id = 'borealis' AND a.namespace_id = 'training' AND p.email = 'bo@borealis.test'`, [resources, amounts(running)])
    const { rows: wrong } = await sql.query(`SELECT a.id, r FROM account a, unnest(a.resources, a.nominal, a.used) AS w (r, n, u)
      WHERE a.tenant_id = $1 AND a.kind = 'tenant' AND (n < (SELECT coalesce(sum(c.nominal[array_position(c.resources, r)]), 0) FROM account c WHERE c.parent_id = a.id) OR u <> (SELECT coalesce(sum(c.used[array_position(c.resources, r)]), 0) FROM account c WHERE c.parent_id = a.id))`, [grown.tenant])
    if (wrong.length > 0) throw new Error(`what is shared out does not add up: ${JSON.stringify(wrong)}`)
    await sql.query('ALTER TABLE account ENABLE TRIGGER account_shares')
    await sql.query('COMMIT')
    await sql.query('ANALYZE')
  } finally {
    await sql.end()
  }
}
