import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorize } from '~/server/authorization/permit'
import { findActor } from '~/server/identity/session'
import type { Actor } from '~/server/identity/actor'
import { secretText } from '~/server/keys/secret'
import { samples } from '~/server/testing/samples'
import { namespacesOf, quotasOf } from '~/server/testing/every-row'
import { projectAll, sealAll } from '~/server/testing/records'
import { makeCluster } from '~/server/testing/cluster'
import { connectAs, doorFor, loading, makeWorld, shown, sourceOfTest, type World } from '~/server/testing/world'
import { catalogueFaults } from './catalogue'
import { closeDatabase } from './client'
import { read } from './read'

let world: World
let owner: pg.Client
beforeAll(async () => {
  world = await makeWorld()
  owner = await connectAs('owner')
  const input = { tenant: world.a, namespace: 'red', resource: 'nvidia.com/gpu', limit: '5', version: '1' }
  await (await doorFor(world.admin, { stepUp: await shown(world.admin, 'quotas.change', input) })).quotas.change(input)
  await (await doorFor(world.lead)).allocations.create({ ...samples(world)['allocations.create'], models: [], claims: [], waits: false })
  const engine = await connectAs('engine')
  await engine.query('BEGIN')
  for (const tenant of [world.a, world.b]) {
    await engine.query("SELECT set_config('app.tenant_id', $1, true)", [tenant])
    await engine.query("INSERT INTO signal (id, tenant_id, kind, body) VALUES ($1, $2, 'test', '{}')", [randomUUID(), tenant])
    await engine.query("INSERT INTO outbox (id, channel, tenant_id, kind, body, once) VALUES (gen_random_uuid(), 'event', $1, 'test', '{}', gen_random_uuid()::text)", [tenant])
  }
  await engine.query('COMMIT')
  await engine.end()
  await sealAll()
  await projectAll()
  const fleet = await makeCluster(world)
  await loading(async (sql) => {
    await sql.query(`INSERT INTO workload (cluster_id, id, tenant_id, namespace_id, node_id, resources, amounts, started_at, reported_at) SELECT $1, 'of-' || t, t, n, $2, '{cpu}', '{1}', now(), now() FROM unnest($3::text[], '{red,blue}'::text[]) AS w (t, n)`, [fleet.cluster, fleet.nodes[0], [world.a, world.b]])
    for (const tenant of [world.a, world.b]) {
      await sql.query("INSERT INTO use_span VALUES ('hour', '2026-01-01', $1, 'red', '', '', $2, 1000, 1000, 500, 0, 0, 0, 0)", [tenant, world.lead.id])
      await sql.query("INSERT INTO use_peak VALUES ($1, 'red', '2026-01-01', 500, 0)", [tenant])
      await sql.query("INSERT INTO lowering (account_id, tenant_id, namespace_id, resource, goal, asked_by, asked_at, begins_at) SELECT id, tenant_id, namespace_id, 'nvidia.com/gpu', 1, $2, now(), now() + interval '1 day' FROM account WHERE tenant_id = $1 AND namespace_id = 'red'", [tenant, world.admin.id])
      const { rows: [{ id }] } = await sql.query("INSERT INTO webhook (id, tenant_id, title, host, address, format, kinds, secret, made_by, made_at) VALUES (gen_random_uuid(), $1, 'x', 'x.example', repeat('x', 40)::bytea, 'standard', '{lease_ends}', repeat('x', 40)::bytea, $2, now()) RETURNING id", [tenant, world.admin.id])
      await sql.query("INSERT INTO outbox (id, channel, tenant_id, webhook_id, kind, body, once) VALUES (gen_random_uuid(), 'webhook', $1, $2, 'test', '{}', gen_random_uuid()::text)", [tenant, id])
    }
    await sql.query("INSERT INTO invitation (id, tenant_id, email, role, token_hash, invited_by, invited_at, expires_at) VALUES ($1, $2, 'x@example.test', 'developer', $3, $4, now(), now() + interval '1 day')", [randomUUID(), world.b, randomBytes(32), world.stranger.id])
    for (const tenant of [world.a, world.b]) await sql.query("INSERT INTO feed (id, tenant_id, title, way, format, host, address, made_by, made_at) VALUES (gen_random_uuid(), $1, 'x', 'syslog', 'ocsf', 'x.example', repeat('x', 40)::bytea, $2, now())", [tenant, world.admin.id])
    for (const tenant of [world.a, world.b]) await sql.query("INSERT INTO feed_place (feed_id, tenant_id, stream, sequence) SELECT id, tenant_id, 'deed', 0 FROM feed WHERE tenant_id = $1", [tenant])
    for (const tenant of [world.a, world.b]) await sql.query("INSERT INTO pair (tenant_id, namespace_id, other_tenant, other_namespace, way, ports, until, purpose, offered_by, offered_at, lapses_at) VALUES ($1, 'red', 'nobody', 'blue', 'out', '{443}', now() + interval '30 days', 'x', $2, now(), now() + interval '14 days')", [tenant, world.admin.id])
    for (const tenant of [world.a, world.b]) {
      await sql.query("INSERT INTO residency_stay (tenant_id, namespace_id, work, cluster_id, node_id, gpu_milli, placed, state, since, seen_at) VALUES ($1, 'red', 'w', $2, $3, 0, $4, 'allowed', now(), now())", [tenant, fleet.cluster, fleet.nodes[0], fleet.region])
      await sql.query("INSERT INTO residency_exception (tenant_id, violation_id, regions, reason, owner_id, since, until, granted_by) VALUES ($1, $2, '{us-test-1}', 'x', $3, now(), now() + interval '1 day', $3)", [tenant, world.violation, world.platformAdmin.id])
      await sql.query("INSERT INTO residency_failover (tenant_id, regions, reason, asked_at, asked_by) VALUES ($1, '{us-test-1}', 'x', now(), $2)", [tenant, world.platformAdmin.id])
      await sql.query('INSERT INTO residency_book (tenant_id, looked_at, written_until) VALUES ($1, now(), now())', [tenant])
      const { rows: [{ step }] } = await sql.query("WITH file AS (INSERT INTO case_file (tenant_id, kind, version, shadow, opened_at, seen_at) VALUES ($1, 'allocations.burst', 1, false, now(), now()) RETURNING id) INSERT INTO case_step (case_id, tenant_id, kind, taken_at, taken_by, ended_at) SELECT id, $1, 'notify', now(), $2, now() FROM file RETURNING id AS step", [tenant, world.platformAdmin.id])
      await sql.query("INSERT INTO case_part (step_id, tenant_id, allocation_id, namespace_id, name, person_id, gpu_milli, idle_since) VALUES ($1, $2, $3, 'red', 'x', $4, 1000, now())", [step, tenant, world.allocation, world.admin.id])
      await sql.query("INSERT INTO residency_gap (tenant_id, since, until) VALUES ($1, now() - interval '1 hour', now())", [tenant])
    }
    for (const tenant of [world.a, world.b]) await sql.query("INSERT INTO group_binding (id, tenant_id, provider, group_name, role, valid_from, granted_by) VALUES ($1, $2, 'idp', $2, 'developer', now(), $3)", [randomUUID(), tenant, world.admin.id])
  })
})
afterAll(async () => {
  await owner.end()
  await closeDatabase()
})

test('every table has forced row security, a policy that asks whose row it is, and a class of data', async () => {
  expect((await owner.query(catalogueFaults)).rows).toEqual([])
})
test.each([
  ['a table without row security', 'CREATE TABLE careless (tenant_id text)', ['careless: a policy that does not ask whose row it is', 'careless: no class of data', 'careless: no policy', 'careless: row security is not forced']],
  ['a policy open to all', "CREATE TABLE careless (tenant_id text); ALTER TABLE careless ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY; CREATE POLICY open ON careless USING (true); COMMENT ON TABLE careless IS 'class: internal. A.'", ['careless: a policy that does not ask whose row it is']],
  ['a tenant’s policy that forgets namespaces', "CREATE TABLE careless (tenant_id text, namespace_id text); ALTER TABLE careless ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY; CREATE POLICY part ON careless USING (tenant_id = current_setting('app.tenant_id', true)); COMMENT ON TABLE careless IS 'class: internal. A.'", ['careless: a policy that does not ask which namespaces']],
  ['a policy that splits a list for each row', "CREATE POLICY careless ON data_key USING (tenant_id = ANY (string_to_array((SELECT current_setting('app.tenant_id', true)), ',')))", ['data_key: a policy that splits a setting for each row']],
  ['views that see what their owner sees', 'CREATE VIEW careless AS SELECT id FROM account; CREATE MATERIALIZED VIEW copied AS SELECT 1', ['careless: a view that sees what its owner sees', 'copied: a view that sees what its owner sees']],
  ['a function that runs as its owner', 'CREATE FUNCTION careless() RETURNS int LANGUAGE sql SECURITY DEFINER AS $$ SELECT 1 $$; GRANT EXECUTE ON FUNCTION careless TO PUBLIC', ['careless: anybody may run it', 'careless: runs as its owner without a pinned search_path']],
])('a migration that adds %s is found', async (_says, statement, faults) => {
  await owner.query('BEGIN')
  await owner.query(statement)
  const found = (await owner.query(catalogueFaults)).rows.map(({ fault }) => fault)
  await owner.query('ROLLBACK')
  expect(found).toEqual(faults)
})

/** Which tables show a row of tenant B to a transaction that works for tenant A. */
const tenantTables = [
  ['web', 'tenant', 'id'], ['web', 'namespace', 'tenant_id'], ['web', 'account', 'tenant_id'], ['web', 'quota', 'tenant_id'], ['web', 'lowering', 'tenant_id'], ['engine', 'lowering', 'tenant_id'], ['web', 'role_binding', 'tenant_id'],
  ['web', 'allocation', 'tenant_id'], ['engine', 'allocation', 'tenant_id'], ['web', 'workload', 'tenant_id'], ['web', 'use_span', 'tenant_id'], ['web', 'use_peak', 'tenant_id'], ['engine', 'workload', 'tenant_id'], ['web', 'decision', 'tenant_id'], ['engine', 'decision', 'tenant_id'],
  ['web', 'residency_stay', 'tenant_id'], ['engine', 'residency_stay', 'tenant_id'], ['web', 'residency_violation', 'tenant_id'], ['engine', 'residency_violation', 'tenant_id'], ['web', 'residency_exception', 'tenant_id'], ['engine', 'residency_exception', 'tenant_id'], ['web', 'residency_failover', 'tenant_id'], ['engine', 'residency_failover', 'tenant_id'], ['web', 'residency_gap', 'tenant_id'], ['engine', 'residency_gap', 'tenant_id'], ['web', 'residency_book', 'tenant_id'], ['engine', 'residency_book', 'tenant_id'],
  ['web', 'case_file', 'tenant_id'], ['engine', 'case_file', 'tenant_id'], ['web', 'case_step', 'tenant_id'], ['engine', 'case_step', 'tenant_id'], ['web', 'case_part', 'tenant_id'], ['engine', 'case_part', 'tenant_id'],
  ['web', 'webhook', 'tenant_id'], ['engine', 'webhook', 'tenant_id'], ['web', 'feed', 'tenant_id'], ['engine', 'feed', 'tenant_id'], ['engine', 'feed_place', 'tenant_id'], ['web', 'outbox', 'tenant_id'], ['engine', 'outbox', 'tenant_id'],
  ['web', 'custom_role', 'tenant_id'], ['web', 'custom_role_version', 'tenant_id'], ['web', 'group_binding', 'tenant_id'], ['web', 'invitation', 'tenant_id'], ['web', 'request', 'tenant_id'], ['web', 'signal', 'tenant_id'], ['web', 'pair', 'tenant_id'], ['engine', 'pair', 'tenant_id'], ['engine', 'tenant', 'id'], ['engine', 'namespace', 'tenant_id'], ['engine', 'account', 'tenant_id'], ['engine', 'quota', 'tenant_id'],
  ['engine', 'custom_role', 'tenant_id'], ['engine', 'custom_role_version', 'tenant_id'], ['engine', 'group_binding', 'tenant_id'], ['engine', 'invitation', 'tenant_id'], ['engine', 'request', 'tenant_id'], ['engine', 'role_binding', 'tenant_id'], ['engine', 'data_key', 'tenant_id'], ['auditor', 'record', 'tenant_id'], ['auditor', 'log_run', 'tenant_id'], ['auditor', 'record_line', 'tenant_id'], ['auditor', 'record_tally', 'tenant_id'],
] as const
async function rowsSeen(role: string, table: string, column: string, tenant: string, others: string): Promise<number> {
  await owner.query(`SET LOCAL ROLE bailiwick_${role}`)
  await owner.query("SELECT set_config('app.tenant_id', $1, true), set_config('app.namespaces', '*', true)", [tenant])
  const { rows } = await owner.query(`SELECT count(*)::int AS n FROM ${table} WHERE ${column} = $1`, [others])
  await owner.query('RESET ROLE')
  return rows[0].n
}
test.each(tenantTables)('%s working for one tenant sees no row of another in %s, and would if the policy were gone', async (role, table, column) => {
  const has = ['allocation', 'custom_role', 'custom_role_version', 'data_key', 'decision', 'log_run', 'record', 'record_line', 'record_tally', 'request', 'residency_violation'].includes(table) ? [world.b, world.a] : [world.a, world.b]
  const [own = '', other = ''] = has
  await owner.query('BEGIN')
  try {
    expect(await rowsSeen(role, table, column, own, other)).toBe(0)
    expect(await rowsSeen(role, table, column, other, other)).toBeGreaterThan(0)
    await owner.query(`ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY`)
    expect(await rowsSeen(role, table, column, own, other)).toBeGreaterThan(0)
  } finally {
    await owner.query('ROLLBACK')
  }
})
test('the web sees of the policies by which decisions were made those it names, and no others', async () => {
  await owner.query('BEGIN')
  await owner.query('SET LOCAL ROLE bailiwick_web')
  await owner.query("SELECT set_config('app.tenant_id', $1, true), set_config('app.namespaces', '*', true)", [world.a])
  const { rows: [{ digest }] } = await owner.query('SELECT policies AS digest FROM decision LIMIT 1')
  const seen = async (named: string) => {
    await owner.query("SELECT set_config('app.policy_sets', $1, true)", [named])
    return (await owner.query('SELECT digest FROM policy_set')).rows.map((row) => row.digest)
  }
  expect([await seen(''), await seen('another'), await seen(`another ${digest}`)]).toEqual([[], [], [digest]])
  await owner.query('ROLLBACK')
})
test('a transaction that says nothing sees nothing', async () => {
  for (const [role, table] of tenantTables) {
    await owner.query('BEGIN')
    await owner.query(`SET LOCAL ROLE bailiwick_${role}`)
    expect([table, (await owner.query(`SELECT 1 FROM ${table} LIMIT 1`)).rowCount]).toEqual([table, 0])
    await owner.query('ROLLBACK')
  }
})
test('a lane sees, of its organisation’s tenants, those it says that it works for, and their organisation’s account', async () => {
  await owner.query('BEGIN')
  await owner.query('SET LOCAL ROLE bailiwick_engine')
  const seen = async (lane: string, tenants: string) => {
    await owner.query("SELECT set_config('app.lane', $1, true), set_config('app.lane_tenants', $2, true)", [lane, tenants])
    const found: unknown[] = []
    for (const [table, column] of [['account', 'tenant_id'], ['tenant', 'id'], ['namespace', 'tenant_id'], ['allocation', 'tenant_id'], ['decision', 'tenant_id']]) {
      found.push((await owner.query(`SELECT DISTINCT ${column} AS tenant FROM ${table} WHERE ${column} IS NOT NULL ORDER BY 1`)).rows.map(({ tenant }) => tenant))
    }
    return [...found, (await owner.query("SELECT 1 FROM account WHERE kind = 'organisation'")).rowCount]
  }
  expect(await seen(world.organisation, world.a)).toEqual([[world.a], [world.a], [world.a], [world.a], [world.a], 1])
  expect(await seen(world.organisation, world.b)).toEqual([[world.b], [world.b], [world.b], [], [], 1])
  expect(await seen('another', world.a)).toEqual([[], [], [world.a], [], [], 0])
  expect(await seen('', '')).toEqual([[], [], [], [], [], 0])
  await owner.query('ROLLBACK')
})
test('what others lost by a case neither they nor its tenant see, nor any loop but the one that reckons it; that one sees no case that is closed', async () => {
  await owner.query('BEGIN')
  await owner.query("SELECT set_config('app.loading', 'on', true)")
  const { rows: [{ id }] } = await owner.query('SELECT case_id AS id FROM case_step WHERE tenant_id = $1', [world.b])
  await owner.query('INSERT INTO case_held SELECT $1, $2, now(), now()', [id, world.allocation])
  await owner.query('ALTER TABLE decision NO FORCE ROW LEVEL SECURITY')
  await owner.query("INSERT INTO case_loss SELECT $1, d.id, d.tenant_id, d.namespace_id, 'lost', 'kept_out', 1000, now(), now(), 1 FROM decision d WHERE d.tenant_id = $2 LIMIT 1", [id, world.a])
  await owner.query("SELECT set_config('app.loading', '', true)")
  const seen = async (role: string, said: Record<string, string>): Promise<number[]> => {
    await owner.query(`SET LOCAL ROLE bailiwick_${role}`)
    for (const setting of ['app.tenant_id', 'app.namespaces', 'app.loop', 'app.platform']) await owner.query('SELECT set_config($1, $2, true)', [setting, said[setting] ?? ''])
    const tables = role === 'engine' ? ['case_loss', 'case_held', 'case_file'] : ['case_loss']
    const found: number[] = []
    for (const table of tables) found.push((await owner.query(`SELECT FROM ${table} WHERE ${table === 'case_file' ? 'id' : 'case_id'} = $1`, [id])).rowCount ?? 0)
    await owner.query('RESET ROLE')
    return found
  }
  for (const tenant of [world.a, world.b]) expect(await seen('web', { 'app.tenant_id': tenant, 'app.namespaces': '*' })).toEqual([0])
  expect([await seen('web', { 'app.platform': 'on' }), await seen('engine', { 'app.loop': 'watch' }), await seen('engine', { 'app.loop': 'harm' })]).toEqual([[1], [0, 0, 1], [1, 1, 1]])
  await owner.query("SELECT set_config('app.loading', 'on', true)")
  await owner.query("UPDATE case_file SET closed_at = seen_at, closed_by = $2, outcome = 'benign' WHERE id = $1", [id, world.platformAdmin.id])
  await owner.query("SELECT set_config('app.loading', '', true)")
  expect((await seen('engine', { 'app.loop': 'harm' }))[2]).toBe(0)
  await owner.query('ROLLBACK')
})
test('nobody writes a row of another tenant', async () => {
  await owner.query('BEGIN')
  await owner.query('SET LOCAL ROLE bailiwick_engine')
  await owner.query("SELECT set_config('app.tenant_id', $1, true), set_config('app.namespaces', '*', true)", [world.a])
  await expect(owner.query("INSERT INTO namespace (tenant_id, id, title) VALUES ($1, 'x', 'x')", [world.b])).rejects.toThrow(/row-level security/)
  await owner.query('ROLLBACK')
})
test('the platform looks at a tenant from outside: it sees that it is there, and nothing in it', async () => {
  const actor = (await findActor('web', world.platformAdmin.token, sourceOfTest())) as Actor
  const seen = await read(authorize(actor, 'tenants.readOnPlatform', { tenant: world.a }), {}, async ({ rows }) => {
    const where = { tenantId: world.a }
    return [await rows.tenant.count({ where: { id: world.a } }), await rows.request.count({ where }), await rows.namespace.count({ where }), await rows.account.count({ where }), await rows.quota.count({ where }), await rows.roleBinding.count({ where })]
  })
  expect(seen).toEqual([1, 1, 0, 0, 0, 0])
})
const asPlatform = "SELECT set_config('app.platform', 'on', true), set_config('app.namespaces', '*', true), set_config('app.tenant_id', 'platform', true), set_config('app.person_id', $1, true)"
test.each([
  ['gives a role in a tenant other than its admin’s', "INSERT INTO role_binding (id, person_id, role, tenant_id) VALUES (gen_random_uuid(), $1, 'developer', $2)"],
  ['gives an admin’s role on the platform', "INSERT INTO role_binding (id, person_id, role) SELECT gen_random_uuid(), $1, 'platform_admin' WHERE $2::text IS NOT NULL"],
  ['opens an account that holds something', "INSERT INTO account (id, kind, parent_id, organisation_id, tenant_id, resources, nominal, hard, used, held, unexplained) VALUES ('platform/x/' || $2, 'tenant', 'platform/x', 'x', $2, '{cpu}', '{1}', '{1}', '{0}', '{0}', '{0}') RETURNING $1::uuid"],
  ['makes a namespace', "INSERT INTO namespace (tenant_id, id, title) SELECT $2, 'x', 'x' WHERE $1::uuid IS NOT NULL"],
  ['asks in another person’s name', "INSERT INTO request (id, kind, organisation_id, subject, payload, terms, purpose, requested_by, requested_at) SELECT gen_random_uuid(), 'tenant.create', organisation_id, 'x', '{}', repeat('x', 43), 'x', id_of.id, now() FROM tenant, (SELECT id FROM person WHERE id <> $1 LIMIT 1) AS id_of WHERE tenant.id = $2"],
  ['answers in another person’s name', "UPDATE request SET state = 'refused', decision_reason = 'x', decided_at = now(), decided_by = (SELECT id FROM person WHERE id NOT IN ($1, requested_by) LIMIT 1) WHERE tenant_id = $2"],
])('the engine, working for the platform, never %s', async (_says, statement) => {
  await owner.query('BEGIN')
  await owner.query('SET LOCAL ROLE bailiwick_engine')
  await owner.query(asPlatform, [world.platformApprover.id])
  await expect(owner.query(statement, [world.platformApprover.id, world.a])).rejects.toThrow(/row-level security/)
  await owner.query('ROLLBACK')
})
test('a request is seen by whoever asked, wherever they are, and withdrawn by nobody else', async () => {
  for (const [person, seen] of [[world.admin, 1], [world.auditor, 0], [world.stranger, 0]] as const) {
    await owner.query('BEGIN')
    await owner.query('SET LOCAL ROLE bailiwick_engine')
    await owner.query("SELECT set_config('app.person_id', $1, true)", [person.id])
    expect((await owner.query('SELECT 1 FROM request WHERE id = $1', [world.request])).rowCount).toBe(seen)
    expect((await owner.query("UPDATE request SET state = 'withdrawn', decided_by = $2, decided_at = now() WHERE id = $1", [world.request, person.id])).rowCount).toBe(seen)
    await owner.query('ROLLBACK')
  }
})
test('who reaches one namespace is shown that one, and not the tenant’s own account', async () => {
  expect(await namespacesOf(world.lead, world.a)).toEqual(['red'])
  expect(new Set((await quotasOf(world.lead, world.a)).map(({ namespace }) => namespace))).toEqual(new Set(['red']))
})
test('a session is seen by whoever shows its token, and a person’s by that person', async () => {
  const web = await connectAs('web')
  await web.query('BEGIN')
  await web.query("SELECT set_config('app.person_id', $1, true)", [world.admin.id])
  const { rows } = await web.query('SELECT DISTINCT person_id FROM session')
  expect(rows).toEqual([{ person_id: world.admin.id }])
  await web.query('ROLLBACK')
  expect((await web.query('SELECT 1 FROM session')).rowCount).toBe(0)
  expect((await web.query('SELECT 1 FROM person')).rowCount).toBe(0)
  await expect(web.query('SELECT 1 FROM local_account')).rejects.toMatchObject({ code: '42501' })
  await web.end()
})

test.each(['factor', 'elevation', 'sign_in', 'recovery_code', 'notice', 'token'])('%s: what is one person’s is shown to that person and nobody else', async (table) => {
  const engine = await connectAs('engine')
  const id = crypto.randomUUID()
  const columns = {
    factor: "(id, person_id, kind, label, secret) VALUES ($1, $2, 'totp', 'x', '')", elevation: "(id, person_id, reason, began_at, until) VALUES ($1, $2, 'x', now(), now() + interval '1 hour')",
    sign_in: "(id, person_id, way, at, ended_at, outcome, source_address, user_agent) VALUES ($1, $2, 'code', now(), now(), 'done', '', '')", recovery_code: "(id, person_id, code_hash, made_at) VALUES ($1, $2, sha256(gen_random_uuid()::text::bytea), now())",
    notice: "(id, person_id, kind, body, at) VALUES ($1, $2, 'x', '{}', now())", token: "(id, person_id, title, token_hash, seal, actions, made_at, expires_at) VALUES ($1, $2, 'x', sha256(gen_random_uuid()::text::bytea), sha512(''), '{x}', now(), now() + interval '1 hour')",
  }[table]
  await engine.query('BEGIN')
  await engine.query("SELECT set_config('app.person_id', $1, true)", [world.admin.id])
  await engine.query(`INSERT INTO ${table} ${columns}`, [id, world.admin.id])
  await engine.query('COMMIT')
  for (const role of ['engine', 'web'] as const) {
    const sql = await connectAs(role)
    for (const [person, seen] of [[world.admin.id, 1], [world.auditor.id, 0], [world.stranger.id, 0], ['', 0]] as const) {
      await sql.query('BEGIN')
      await sql.query("SELECT set_config('app.person_id', $1, true), set_config('app.tenant_id', $2, true), set_config('app.namespaces', '*', true)", [person, world.a])
      expect([role, person, (await sql.query(`SELECT id FROM ${table} WHERE id = $1`, [id])).rowCount]).toEqual([role, person, seen])
      await sql.query('ROLLBACK')
    }
    await sql.end()
  }
  await engine.end()
})

test('whoever gave somebody a role is shown to them, also from a tenant they are not in, and to nobody else; without the policy, not to them either', async () => {
  await loading((sql) => sql.query("INSERT INTO role_binding (id, person_id, role, tenant_id, granted_by) VALUES (gen_random_uuid(), $1, 'developer', $2, $3)", [world.guest.id, world.b, world.stranger.id]))
  const seenBy = async (person: string): Promise<string[]> => {
    await owner.query('SET LOCAL ROLE bailiwick_web')
    await owner.query("SELECT set_config('app.person_id', $1, true)", [person])
    const { rows } = await owner.query('SELECT id FROM person WHERE id = ANY ($1)', [[world.guest.id, world.stranger.id, world.lead.id]])
    await owner.query('RESET ROLE')
    return rows.map(({ id }) => id).sort()
  }
  await owner.query('BEGIN')
  try {
    expect(await seenBy(world.guest.id)).toEqual([world.guest.id, world.stranger.id].sort())
    expect(await seenBy(world.lead.id)).toEqual([world.lead.id])
    expect(await seenBy('')).toEqual([])
    await owner.query('DROP POLICY beside ON person')
    expect(await seenBy(world.guest.id)).toEqual([world.guest.id])
  } finally {
    await owner.query('ROLLBACK')
  }
})

test('200 readers at once, of two tenants, each see their own', async () => {
  const actorOf = async (token: string) => (await findActor('web', token, sourceOfTest())) as Actor
  const permits = [authorize(await actorOf(world.admin.token), 'namespaces.list', { tenant: world.a }), authorize(await actorOf(world.stranger.token), 'namespaces.list', { tenant: world.b })] as const
  const seen = await Promise.all(Array.from({ length: 200 }, (_, at) =>
    read(permits[at % 2 ? 1 : 0], {}, async (db) => [db.tenant, ...new Set((await db.rows.namespace.findMany()).map(({ tenantId }) => tenantId))])))
  for (const [tenant, ...tenants] of seen) expect(tenants).toEqual([tenant])
})
test('1,000 transactions of two tenants over one connection, some cut short, leave nothing behind', async () => {
  const pool = new pg.Pool({ connectionString: secretText('WEB_DATABASE_URL_FILE'), max: 1 })
  for (let at = 0; at < 1000; at++) {
    const tenant = at % 2 ? world.a : world.b
    const client = await pool.connect()
    await client.query('BEGIN')
    await client.query("SELECT set_config('app.tenant_id', $1, true), set_config('app.namespaces', '*', true)", [tenant])
    const { rows } = await client.query('SELECT DISTINCT tenant_id FROM namespace')
    expect(rows).toEqual([{ tenant_id: tenant }])
    if (at % 5 === 0) await client.query('SELECT 1/0').catch(() => undefined)
    await client.query(at % 3 ? 'COMMIT' : 'ROLLBACK')
    if (at % 7 === 0) expect((await client.query('SELECT 1 FROM namespace')).rowCount).toBe(0)
    client.release()
  }
  await pool.end()
})
