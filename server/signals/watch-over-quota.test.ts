/** Guarantee: a wish above a quota is told of to whoever works on the platform and to whoever runs the tenant, and to nobody else; neither again and again, nor of what came later. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { runOnce } from '~/server/engine/loops'
import { connectAs, doorFor, loading, makeWorld, type Person, type World } from '~/server/testing/world'
import { webhookKinds } from '~/server/webhooks/webhook'
import { watchOverQuota } from './watch-over-quota'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

/** As a lane would write it, and nothing else of what it would. */
async function refused(person: Person | null, at: string, of: { tenant?: string; reason?: string } = {}): Promise<void> {
  const sql = await connectAs('engine')
  await sql.query('BEGIN')
  await sql.query("SELECT set_config('app.lane', $1, true), set_config('app.lane_tenants', $2, true)", [world.organisation, of.tenant ?? world.a])
  await sql.query(`INSERT INTO decision (id, organisation_id, tenant_id, namespace_id, person_id, action, verdict, reason, at, accounts, resources, used, held, used_after, held_after, policies, facts, outcome)
    VALUES (uuidv7(), $1, $2, 'red', $3, 'allocations.create', 'refuse', $4, $5, '{}', '{}', '{}', '{}', '{}', '{}', $6, '{}', '{}')`, [world.organisation, of.tenant ?? world.a, person?.id ?? null, of.reason ?? 'quota_exceeded', at, randomUUID()])
  await sql.query('COMMIT')
  await sql.end()
}
async function look(at: string): Promise<void> {
  expect(await runOnce({ name: 'watch-over-quota', everyMs: 0, leaseSeconds: 5, run: (name) => watchOverQuota(name, new Date(at)) })).toBe('ran')
}
const rows = (query: string, of: string) => loading(async (sql) => {
  await sql.query("SELECT set_config('app.platform', 'on', true), set_config('app.person_id', $1, true)", [of])
  return (await sql.query(query, [of])).rows
})
const signals = async (tenant: string = world.a) => (await rows("SELECT body FROM signal WHERE kind = 'allocations.over_quota' AND body ->> 'tenant' = $1 ORDER BY at", tenant)).map(({ body }) => body.hour.slice(0, 13))
const notices = async ({ id }: Person) => (await rows("SELECT body ->> 'place' AS place, path FROM notice WHERE kind = 'over_quota' AND person_id = $1 ORDER BY at", id)).map(({ place }) => place)

test('whose wish is above the quota is told of, once an hour, and so are the tenant’s other admins, once a day', async () => {
  const other = await world.person('other-admin', ['tenant_admin', world.a, null])
  const told = async () => [await signals(), await notices(world.admin), await notices(other), await notices(world.developer), await notices(world.lead)]
  await refused(world.admin, '2027-01-08T10:30:00.001Z')
  await refused(world.developer, '2027-01-08T10:20:00Z', { reason: 'too_many_pending' })
  await look('2027-01-08T10:30:00Z')
  expect(await told()).toEqual([[], [], [], [], []])
  await look('2027-01-08T10:30:00.001Z')
  expect(await told()).toEqual([['2027-01-08T10'], [], [world.a], [], []])
  await refused(world.developer, '2027-01-08T10:59:59.999Z', { reason: 'quota_exceeded_above' })
  await look('2027-01-08T11:00:00Z')
  expect(await told()).toEqual([['2027-01-08T10'], [world.a], [world.a], [], []])
  await refused(world.developer, '2027-01-08T11:00:00Z')
  await refused(null, '2027-01-08T11:00:01Z')
  await look('2027-01-08T11:00:30Z')
  expect(await told()).toEqual([['2027-01-08T10', '2027-01-08T11'], [world.a], [world.a], [], []])
  await look('2027-01-08T13:00:00Z')
  expect(await signals()).toEqual(['2027-01-08T10', '2027-01-08T11'])
  await refused(world.developer, '2027-01-09T00:00:00Z')
  await look('2027-01-09T00:00:00Z')
  expect(await told()).toEqual([['2027-01-08T10', '2027-01-08T11', '2027-01-09T00'], [world.a, world.a], [world.a, world.a], [], []])
  expect(await signals(world.b)).toEqual([])
})
test('what really was refused is told of, counted where it is watched, and leads to it', async () => {
  const figure = async () => (await (await doorFor(world.platformAuditor)).security.figures({ range: 'day' })).figures.find(({ name }) => name === 'over_quota')?.signals ?? 0
  const before = await figure()
  const fresh = await makeWorld()
  const wish = { tenant: fresh.a, namespace: 'red', name: 'too-much', class: 'normal', pods: 1, each: { 'nvidia.com/gpu': '9' }, models: [], region: null, labels: { 'cost-center': 'test' }, purpose: 'For the test.', hours: 1, pod: null, claims: [], waits: false }
  expect(await (await doorFor(fresh.lead)).allocations.create(wish)).toMatchObject({ ok: false, refusal: 'quota_exceeded' })
  await look(new Date().toISOString())
  const door = await doorFor(fresh.platformAuditor)
  expect((await door.signals.list({ topic: 'allocations', ...firstPage })).rows.filter(({ body }) => body.tenant === fresh.a)).toMatchObject([{ kind: 'allocations.over_quota', body: { hour: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:00Z$/) } }])
  // What other tenants were refused within the hour is told of by the same look.
  expect(await figure()).toBeGreaterThan(before)
  const [notice] = (await (await doorFor(fresh.admin)).notices.history({ show: 'unread', ...firstPage })).rows.filter(({ kind }) => kind === 'over_quota')
  const query = new URL(notice?.path ?? '', 'https://bailiwick.example.test').searchParams.get('query') ?? ''
  expect(query).toContain('reason:quota_exceeded reason:quota_exceeded_above')
  const told = await loading((sql) => sql.query("SELECT kind FROM outbox WHERE channel = 'event' AND tenant_id = $1", [fresh.a]))
  expect([told.rows.map(({ kind }) => kind), webhookKinds]).toEqual([['over_quota'], expect.arrayContaining(['over_quota'])])
})
