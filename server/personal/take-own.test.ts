/** Guarantee: whoever asks is given all that is kept of them, opened, from wherever they did it; nothing of anybody else's, no secret, and what is not given is said. */
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { textOf } from '~/server/api/own-file'
import { closeDatabase } from '~/server/database/client'
import { numberAll, projectAll, recordsOf } from '~/server/testing/records'
import { connectAs, doorFor, loading, makeWorld, type Person, sourceOfTest, type World } from '~/server/testing/world'
import { elsewhere, sections } from './own-sections'

let world: World
let person: Person
const typed = 'A name that only this test gives.'
beforeAll(async () => {
  world = await makeWorld()
  person = await world.person('both', ['tenant_admin', world.a, null], ['tenant_admin', world.b, null])
  const door = await doorFor(person)
  for (const tenant of [world.a, world.b]) for (const find of [null, 'x']) await door.namespaces.list({ tenant, find, state: null, environment: null, sort: 'name', descending: false, after: null, before: null })
  await expect(door.tenants.readOnPlatform({ tenant: world.a })).rejects.toThrow()
  await loading(async (sql) => {
    await sql.query("INSERT INTO notice (id, person_id, kind, body, path) VALUES (gen_random_uuid(), $1, 'factor_added', $2, '/you/security')", [person.id, JSON.stringify({ label: typed })])
    await sql.query("INSERT INTO delegation (id, tenant_id, giver, delegate, reason, began_at, until) VALUES (gen_random_uuid(), $1, $2, $3, $4, now(), now() + interval '1 day')", [world.a, world.admin.id, person.id, typed])
    await sql.query("INSERT INTO person_group (id, person_id, provider, group_name, valid_from) VALUES (gen_random_uuid(), $1, 'idp', 'of-the-test', now())", [person.id])
    await sql.query("INSERT INTO token (id, person_id, title, token_hash, seal, actions, made_at, expires_at) VALUES (gen_random_uuid(), $1, $2, $3, $4, '{quotas.list}', now(), now() + interval '1 day')", [person.id, typed, randomBytes(32), randomBytes(64)])
    await sql.query('INSERT INTO recovery_code (id, person_id, code_hash, made_at) VALUES (gen_random_uuid(), $1, $2, now())', [person.id, randomBytes(32)])
    await sql.query("INSERT INTO sign_in (id, person_id, way, token_hash, at, outcome, source_address, user_agent) VALUES (gen_random_uuid(), $1, 'password', $2, now(), 'waits', 'elsewhere', 'test')", [person.id, randomBytes(32)])
  })
  await numberAll()
  await projectAll()
})
afterAll(closeDatabase)

const take = async (who: Person, after: string | null = null) => {
  const answer = await (await doorFor(who)).personal.takeOwn({ after })
  if (!answer.ok) throw new Error(answer.refusal)
  return answer.value
}

test('their account, and what they did in each place with who the record says that they were', async () => {
  const { account, records, next } = await take(person)
  expect(account?.sections).toMatchObject({
    person: [{ id: person.id, email: person.email }], password: [{ email: person.email }], factors: [{ kind: 'totp', label: 'Test' }], sessions: [{ sourceAddress: sourceOfTest().address, userAgent: 'vitest' }],
    tokens: [{ title: typed, actions: ['quotas.list'] }], signIns: [{ outcome: 'waits', sourceAddress: 'elsewhere' }],
    notices: [{ body: { label: typed } }], delegations: [{ giverId: world.admin.id, delegateId: person.id, reason: typed }], groups: [{ provider: 'idp', groupName: 'of-the-test' }],
  })
  expect(account?.sections.roles.map(({ role, tenantId }) => [role, tenantId]).sort()).toEqual([['tenant_admin', world.a], ['tenant_admin', world.b]].sort())
  expect([account?.cut, next]).toEqual([[], null])
  const denied = records.filter(({ outcome }) => outcome === 'denied')
  expect(denied).toMatchObject([{ resource: 'tenants', verb: 'readOnPlatform', username: person.email, sourceIP: sourceOfTest().address, userAgent: 'vitest' }])
  expect(records.every(({ username }) => username === person.email)).toBe(true)
})
test('that they were is no more known where the key was destroyed, and what they did is', async () => {
  const place = await makeWorld()
  await expect((await doorFor(place.stranger)).quotas.list({ tenant: place.b, namespace: null, find: null, after: 'made up', before: null })).rejects.toThrow()
  await numberAll()
  await projectAll()
  expect((await take(place.stranger)).records).toMatchObject([{ place: place.b, username: place.stranger.email }])
  await loading((sql) => sql.query('UPDATE data_key SET wrapped = NULL, destroyed_at = now() WHERE tenant_id = $1', [place.b]))
  expect((await take(place.stranger)).records).toMatchObject([{ place: place.b, verb: 'list', outcome: 'denied', username: null, sourceIP: null, userAgent: null }])
})
test('nothing of anybody else: no row, no name, and by no role of the database', async () => {
  const { account } = await take(world.nobody)
  expect(Object.fromEntries(Object.entries(account?.sections ?? {}).map(([name, rows]) => [name, rows.length]).filter(([, many]) => many !== 0))).toEqual({ person: 1, password: 1, factors: 1, sessions: 1 })
  expect(JSON.stringify(await take(world.nobody))).not.toContain(typed)
  for (const role of ['web', 'auditor'] as const) {
    const sql = await connectAs(role)
    await expect(sql.query('SELECT * FROM own_records(NULL, NULL, 10)')).rejects.toMatchObject({ code: '42501' })
    await sql.end()
  }
  const engine = await connectAs('engine')
  expect((await engine.query('SELECT * FROM own_records(NULL, NULL, 10)')).rows).toEqual([])
  await engine.end()
})
test('page by page every record once, in its order', async () => {
  const all = (await take(person)).records.map(({ record }) => record)
  const engine = await connectAs('engine')
  await engine.query("SELECT set_config('app.person_id', $1, false)", [person.id])
  const seen: string[] = []
  for (let key: [string | null, string | null] = [null, null]; ;) {
    const { rows: [row] } = await engine.query('SELECT at::text AS at, id FROM own_records($1, $2, 1)', key)
    if (!row) break
    seen.push(`audit-${row.id}`)
    key = [row.at, row.id]
  }
  await engine.end()
  expect(seen.slice(0, all.length)).toEqual(all)
})
test('no secret is in it, and that it was taken is recorded, without a word of what it was', async () => {
  const { account } = await take(person)
  for (const rows of Object.values(account?.sections ?? {})) for (const row of rows) expect(Object.keys(row).filter((name) => /hash|seal|secret|credential|token|evidence/i.test(name))).toEqual([])
  await numberAll()
  const taken = (await recordsOf('platform', 'access')).filter(({ entry }) => entry.actor.userId === person.id && entry.action.verb === 'takeOwn')
  expect(taken.length).toBeGreaterThan(0)
  expect(taken.every(({ bytes }) => !bytes.toString().includes(person.email) && !bytes.toString().includes(typed))).toBe(true)
  const { rows } = await loading(async (sql) => {
    await sql.query("SELECT set_config('app.keyed', 'on', true)")
    return sql.query("SELECT count(*)::int > 0 AS any, count(answer)::int AS kept FROM answered WHERE action = 'personal.takeOwn'")
  })
  expect(rows).toEqual([{ any: true, kept: 0 }])
})
test('every table that holds something of people is given, or it is said why it is not', async () => {
  const { rows } = await loading((sql) => sql.query(`SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND NOT a.attisdropped AND (a.attname ~ '^(person_id|actor|owner_id|giver|email|source_address|user_agent)$' OR (a.attname ~ '_by$' AND a.atttypid = 'uuid'::regtype))) ORDER BY 1`))
  // Whose lines are the records that are given.
  const named: readonly string[] = ['record_line', ...Object.values(sections).map(({ table }) => table), ...elsewhere.flatMap(({ tables }) => tables)]
  expect([rows.length > 40, rows.map(({ name }) => name).filter((name) => !named.includes(name))]).toEqual([true, []])
  expect(new Set(named).size).toBe(named.length)
})
test('as a file it is one document, however many pages it has', async () => {
  const record = (at: number) => ({ record: `audit-${randomUUID()}`, at: String(at) })
  const pages = [[record(1), record(2)], [], [record(3)]].map((records, at, { length }) => ({ account: at === 0 ? { sections: { person: [{ id: 'x' }] }, cut: ['signIns'] } : null, records, next: at < length - 1 ? String(at + 1) : null }))
  const parts: string[] = []
  for await (const part of textOf('2026-11-22T10:00:00.000Z', pages[0] as never, async (after) => pages[Number(after)] as never)) parts.push(part)
  const made = JSON.parse(parts.join(''))
  expect(made).toMatchObject({ account: { person: [{ id: 'x' }] }, onlyTheNewestOf: ['signIns'], records: pages.flatMap(({ records }) => records) })
  expect(made.notInHere.map(({ what }: { what: string }) => what)).toEqual(elsewhere.map(({ what }) => what))
})
