/** What is seen in the record itself, through the lines of it, and told once. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { closeDatabase } from '~/server/database/client'
import { runOnce } from '~/server/engine/loops'
import { numberAll, projectAll } from '~/server/testing/records'
import { connectAs, doorFor, loading, makeWorld, type World } from '~/server/testing/world'
import { deniedMost } from './decide-denials'
import { askedLeast } from './decide-unusual'
import { watchRecord } from './watch-record'

let world: World
beforeAll(async () => { world = await makeWorld() })
const made = 800_000_000_000
const asProjector: typeof loading = (work) => loading(async (sql) => {
  await sql.query("SELECT set_config('app.loop', 'project', true)")
  return work(sql)
})
afterAll(async () => {
  await asProjector((sql) => sql.query('DELETE FROM record_line WHERE sequence >= $1', [made]))
  await closeDatabase()
})

const watch = () => runOnce({ name: 'watch-record', everyMs: 0, leaseSeconds: 5, run: watchRecord })
const told = async (person: string) => (await (await doorFor(world.platformAuditor)).signals.list({ topic: 'authorization', ...firstPage })).rows.filter(({ body }) => body.person === person)

test('who is told no fifty-one times within a minute is told of, once; who is told it fifty times is not', async () => {
  const [many, some] = [await world.person('many-noes', ['developer', world.a, null]), await world.person('some-noes', ['developer', world.a, null])]
  const refused = async (token: { token: string }, times: number) => {
    const door = await doorFor(token)
    for (let time = 0; time < times; time++) await expect(door.members.list({ tenant: world.b, find: null, ...firstPage })).rejects.toThrow('not_found')
  }
  await refused(many, deniedMost + 1)
  await refused(some, deniedMost)
  await numberAll()
  await projectAll()
  expect([await watch(), await watch()]).toEqual(['ran', 'ran'])
  expect([await told(many.id), await told(some.id)]).toMatchObject([[{ kind: 'authorization.many_denials' }], []])
})
/** Lines as the projector writes them, of so long ago: what is tried is what is made of them. */
async function lines(actor: string, tenant: string, behalf: string | null, hoursAgo: number, namespaces: readonly string[], outcome = 'done'): Promise<void> {
  await asProjector((sql) => sql.query(`INSERT INTO record_line (tenant_id, stream, sequence, at, id, actor, behalf, verb, resource, namespace, outcome, level, reference, words)
    SELECT $2, 'access', $6::bigint + (random() * 1e11)::bigint, date_trunc('hour', now()) - make_interval(hours => $4), gen_random_uuid(), $1, $3, 'read', 'quotas', n, $7, 'Metadata', gen_random_uuid(), '' FROM unnest($5::text[]) n`, [actor, tenant, behalf, hoursAgo, namespaces, made, outcome]))
}
test('who was told no too often while nobody looked, as where no engine ran, is told of when somebody looks again, once and with the hour of then', async () => {
  const person = await world.person('long-ago', ['developer', world.a, null])
  const at = (minutes: number) => runOnce({ name: 'watch-record', everyMs: 0, leaseSeconds: 5, run: (lease) => watchRecord(lease, new Date(Date.now() + minutes * 60_000)) })
  await at(0)
  await lines(person.id, world.b, null, 5, many(deniedMost + 1), 'denied')
  for (const minutes of [11, 12, 23, 34]) expect(await at(minutes)).toBe('ran')
  expect((await told(person.id)).map(({ kind, body }) => [kind, body.times])).toEqual([['authorization.many_denials', deniedMost + 1]])
})
const many = (times: number) => Array.from({ length: times }, () => 'red')
const door = async () => doorFor(world.platformAuditor)
test('a token that asks far more than it usually does is a case of its tenant; one that is new, or always asks as much, is none', async () => {
  const [wild, steady, fresh] = [randomUUID(), randomUUID(), randomUUID()]
  for (const token of [wild, steady]) await lines(world.developer.id, world.a, `token ${token}`, 30, many(1))
  for (let ago = 1; ago < 30; ago++) await lines(world.developer.id, world.a, `token ${steady}`, ago, many(3))
  for (const token of [wild, steady, fresh]) await lines(world.developer.id, world.a, `token ${token}`, 0, many(askedLeast))
  expect([await watch(), await watch()]).toEqual(['ran', 'ran'])
  const found = await Promise.all((['new', 'tried_out'] as const).map(async (show) => (await (await door()).cases.list({ show, kind: 'tokens.unusual_rate', ...firstPage })).rows.filter(({ tenant }) => tenant === world.a)))
  expect(found.flat()).toMatchObject([{ signals: 1 }])
  expect((await (await door()).cases.read({ case: found.flat()[0]?.case ?? '' })).seen.map(({ body }) => [body.name, body.person, body.times])).toEqual([[wild, world.developer.id, askedLeast]])
})
test('what came in the last moments of an hour is looked at in the first two minutes of the next, and no later', async () => {
  const token = randomUUID()
  await lines(world.developer.id, world.b, `token ${token}`, 30, many(1))
  await lines(world.developer.id, world.b, `token ${token}`, 1, many(askedLeast))
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000
  const lookAt = (ms: number) => runOnce({ name: 'watch-record', everyMs: 0, leaseSeconds: 5, run: (lease) => watchRecord(lease, new Date(hour + ms)) })
  const found = async () => (await Promise.all((['new', 'tried_out'] as const).map(async (show) => (await (await door()).cases.list({ show, kind: 'tokens.unusual_rate', ...firstPage })).rows.filter(({ tenant }) => tenant === world.b)))).flat()
  expect([await lookAt(120_000), await found()]).toEqual(['ran', []])
  expect([await lookAt(119_999), await lookAt(0), await found()]).toMatchObject(['ran', 'ran', [{ signals: 1 }]])
})
test('who acts in five places at once that are new to them is told of; who always acts in many, or is new, is not', async () => {
  const places = ['n1', 'n2', 'n3', 'n4', 'n5']
  const [around, usual, fresh] = [randomUUID(), randomUUID(), randomUUID()]
  for (const actor of [around, usual]) await lines(actor, world.a, null, 8 * 24, ['red'])
  await lines(usual, world.a, null, 48, places)
  for (const actor of [around, usual, fresh]) await lines(actor, world.a, null, 0, places)
  expect(await watch()).toBe('ran')
  const signals = (await (await door()).signals.list({ topic: 'authorization', ...firstPage })).rows.filter(({ kind }) => kind === 'authorization.looks_around').map(({ body }) => body)
  expect(signals.filter(({ person }) => [around, usual, fresh].some((one) => one === person))).toEqual([{ person: around, places: 5 }])
})
test('of the hours of a week only those are read, and told, of tenants that ask so often now', async () => {
  const sql = await connectAs('owner')
  await sql.query("BEGIN; SELECT set_config('app.loop', 'project', true)")
  const [{ hour }] = (await sql.query("SELECT date_trunc('hour', now()) + interval '1 year' AS hour")).rows
  await sql.query(`INSERT INTO record_tally (tenant_id, span, since, resource, verb, outcome, count) SELECT $1 || '-' || t, 'hour', $2::timestamptz - make_interval(hours => h), s.resource, s.verb, 'done', CASE WHEN t > 2 THEN 1 ELSE 30 END
    FROM generate_series(1, 40) t, generate_series(0, 99) h, (VALUES ('*', '*'), ('allocations', 'create'), ('quotas', 'list')) s (resource, verb) WHERE h > 0 OR t <> 2 OR s.verb <> 'create'`, [world.mark, hour])
  const read = async () => Number((await sql.query("SELECT coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) AS read FROM pg_stat_xact_user_tables WHERE relname = 'record_tally'")).rows[0].read)
  const before = await read()
  const { rows } = await sql.query('SELECT tenant, count(*)::int AS hours, sum(times)::int AS times FROM asked_by_hour($1, $2) GROUP BY 1', [hour, askedLeast])
  const after = await read()
  await sql.end()
  expect(rows).toEqual([{ tenant: `${world.mark}-1`, hours: 100, times: 3_000 }])
  expect(after - before).toBeLessThan(500)
})
test('nobody but the engine asks for these figures', async () => {
  for (const role of ['web', 'auditor'] as const) {
    const sql = await connectAs(role)
    for (const question of ["SELECT * FROM many_denied(now(), 1)", "SELECT * FROM asked_by_hour(now(), 1)", "SELECT * FROM asked_by_token(now(), 1)", "SELECT * FROM reached_by_person(now(), 1)"]) await expect(sql.query(question)).rejects.toMatchObject({ code: '42501' })
    await sql.end()
  }
})
