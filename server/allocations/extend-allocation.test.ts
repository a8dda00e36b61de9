/** What may go on only when somebody has said so: asked of whoever would be asked for it anew, done once by a lane, and over with what it is about. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { takeLease } from '~/server/database/lease'
import { carryOutRequests } from '~/server/engine/carry-out-requests'
import { runOnce } from '~/server/engine/loops'
import { lapseRequests } from '~/server/requests/lapse-requests'
import { approve, makeRoom, wishIn } from '~/server/testing/asking'
import { replayed } from '~/server/testing/replay'
import { doorFor, loading, makeWorld, type Person, shown, type World } from '~/server/testing/world'
import { expireAllocations } from './expire-allocations'

let world: World
let second: Person
const lease = `extend-${randomUUID()}`
beforeAll(async () => {
  world = await makeWorld()
  second = await world.person('second', ['tenant_admin', world.a, null])
  expect(await takeLease(lease, 600)).toBe(true)
  await makeRoom(world)
})
afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

type Row = { id: string; kind: string; level: string; state: string; terms: string; terms_body: { version: number; endsAt: string }; requested_by: string; carried_out: boolean }
const rowOf = async (allocation: string): Promise<Row> =>
  (await loading((sql) => sql.query('SELECT id, kind, level, state, terms, terms_body, requested_by, carried_out_at IS NOT NULL AS carried_out FROM request WHERE allocation_id = $1 ORDER BY requested_at DESC LIMIT 1', [allocation]))).rows[0]
const held = async (allocation: string) => {
  const { rows: [row] } = await loading((sql) => sql.query('SELECT state, ends_at FROM allocation WHERE id = $1', [allocation]))
  return { state: row.state as string, endsAt: (row.ends_at as Date).toISOString() }
}
const yes = (by: Person, { id: request, terms }: Row) => approve(world, by, { request, terms })
const approveOnPlatform = async (by: Person, { id, terms }: Row) => {
  const wish = { request: id, terms }
  return (await doorFor(by, { stepUp: await shown(by, 'requests.approve', wish) })).requests.approve(wish)
}
/** Admitted, whoever had to say yes to that. */
async function admitted(by: Person, gpus: number): Promise<string> {
  const answer = await (await doorFor(by)).allocations.create(wishIn(world, gpus, { hours: 2 }))
  if (!answer.ok || !answer.value.allocation) throw new Error(JSON.stringify(answer))
  const { allocation, verdict } = answer.value
  if (verdict === 'hold') {
    const row = await rowOf(allocation)
    if (row.level === 'platform') expect(await approveOnPlatform(world.platformApprover, row)).toMatchObject({ ok: true, value: { state: 'approved' } })
    else expect(await yes(world.admin, row)).toMatchObject({ ok: true })
    if (row.level === 'tenant' && gpus > 8) expect(await yes(second, row)).toMatchObject({ ok: true, value: { state: 'approved' } })
  }
  expect((await held(allocation)).state).toBe('admitted')
  return allocation
}
const decided = async (allocation: string) => (await (await doorFor(world.admin)).allocations.read({ tenant: world.a, allocation })).decisions.map(({ action, verdict }) => `${action} ${verdict}`)
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const extend = async (by: Person, allocation: string, endsAt: string, reason: string | null = null) => (await doorFor(by)).allocations.extend({ tenant: world.a, allocation, endsAt, reason })
async function asked(by: Person, allocation: string, endsAt: string): Promise<Row> {
  expect(await extend(by, allocation, endsAt)).toMatchObject({ ok: true, value: { asked: true } })
  return rowOf(allocation)
}

test('a developer’s GPUs go on when an admin has said so: nothing moves before, the end moves then, and every decision comes to the same again', async () => {
  const allocation = await admitted(world.developer, 4)
  const before = await held(allocation)
  const until = inHours(24)
  expect(await (await doorFor(world.developer)).allocations.previewExtension({ tenant: world.a, allocation, endsAt: until, reason: null })).toMatchObject({ ok: true, value: { refusal: null, asks: { level: 'tenant', rule: { anyOf: [{ of: ['tenant_admin'], count: 1 }] } } } })
  const row = await asked(world.developer, allocation, until)
  expect(row).toMatchObject({ kind: 'allocation.extend', level: 'tenant', state: 'open', requested_by: world.developer.id, terms_body: { from: before.endsAt, endsAt: until, devices: '4', amounts: { 'nvidia.com/gpu': '4' }, version: 1 } })
  expect(await held(allocation)).toEqual(before)
  expect(await extend(world.developer, allocation, inHours(30))).toEqual({ ok: false, refusal: 'asked_already' })
  expect(await (await doorFor(world.developer)).requests.ofAllocation({ allocation })).toMatchObject({ kind: 'allocation.extend', state: 'open' })
  expect(await yes(world.admin, row)).toMatchObject({ ok: true, value: { state: 'approved' } })
  expect(await held(allocation)).toEqual({ state: 'admitted', endsAt: until })
  expect(await rowOf(allocation)).toMatchObject({ state: 'approved', carried_out: true })
  expect((await decided(allocation)).slice(-3)).toEqual(['allocations.extend hold', 'allocations.extend refuse', 'allocations.answerExtension admit'])
  expect(await replayed(world)).toEqual([])
})
test('an admin goes on alone as long as anything may last; past that the platform is asked, and nobody beyond a year', async () => {
  const allocation = await admitted(world.admin, 1)
  expect(await extend(world.admin, allocation, inHours(700))).toMatchObject({ ok: true, value: { asked: false } })
  const until = inHours(1_000)
  const row = await asked(world.admin, allocation, until)
  expect(row).toMatchObject({ level: 'platform', state: 'open' })
  expect(await approveOnPlatform(world.platformApprover, row)).toMatchObject({ ok: true, value: { state: 'approved' } })
  expect((await held(allocation)).endsAt).toBe(until)
  expect(await extend(world.admin, allocation, inHours(9_000))).toEqual({ ok: false, refusal: 'too_long' })
})
test('neither whoever asks nor whoever has it says yes', async () => {
  const allocation = await admitted(second, 9)
  const row = await asked(world.lead, allocation, inHours(24))
  expect(row).toMatchObject({ level: 'tenant', requested_by: world.lead.id })
  expect(await yes(second, row)).toEqual({ ok: false, refusal: 'own_request' })
  expect(await yes(world.admin, row)).toMatchObject({ ok: true, value: { state: 'open' } })
})
test('killed between the last yes and its end: whoever finds it moves it, once', async () => {
  const allocation = await admitted(world.developer, 2)
  const until = inHours(24)
  const row = await asked(world.developer, allocation, until)
  await loading((sql) => sql.query("UPDATE request SET state = 'approved', decided_by = $2, decided_at = now() WHERE id = $1", [row.id, world.admin.id]))
  await Promise.all([carryOutRequests(lease), carryOutRequests(lease), carryOutRequests(lease)])
  expect(await held(allocation)).toEqual({ state: 'admitted', endsAt: until })
  expect((await decided(allocation)).filter((one) => one.startsWith('allocations.answerExtension'))).toEqual(['allocations.answerExtension admit'])
})
test('if it is not what was signed nothing moves: it is asked anew, and who signs that is counted', async () => {
  const allocation = await admitted(world.developer, 2)
  const before = await held(allocation)
  const until = inHours(24)
  const row = await asked(world.developer, allocation, until)
  const door = await doorFor(world.admin)
  const profile = { id: `p-${randomUUID().slice(0, 8)}`, title: 'Any', namespace: null, gpusMost: 1, models: ['A100'], hoursMost: 1, until: inHours(100) }
  const version = (await door.policies.list({ tenant: world.a })).find(({ kind, by }) => kind === 'profiles' && by === 'tenant')?.version ?? null
  const change = { tenant: world.a, kind: 'profiles' as const, version, body: { profiles: [profile] } }
  expect(await (await doorFor(world.admin, { stepUp: await shown(world.admin, 'policies.change', change) })).policies.change(change)).toMatchObject({ ok: true })
  expect(await yes(world.admin, row)).toMatchObject({ ok: false, refusal: 'terms_changed', about: [{ field: 'policies' }] })
  expect(await held(allocation)).toEqual(before)
  const again = await rowOf(allocation)
  expect([again.state, again.terms_body.version]).toEqual(['open', 2])
  expect(await yes(world.admin, again)).toMatchObject({ ok: true, value: { state: 'approved' } })
  expect((await held(allocation)).endsAt).toBe(until)
})
test('refused, withdrawn, released, expired or late: it ends when it did, and nobody need answer what is over', async () => {
  const of = await Promise.all(Array.from({ length: 5 }, () => admitted(world.developer, 1)))
  const before = await Promise.all(of.map(held))
  const rows: Row[] = []
  for (const allocation of of) rows.push(await asked(world.developer, allocation, inHours(24)))
  const [refused, withdrawn, released, expired, late] = rows as [Row, Row, Row, Row, Row]
  expect(await (await doorFor(world.admin)).requests.refuseInTenant({ tenant: world.a, request: refused.id, reason: 'Not this week.' })).toMatchObject({ ok: true })
  expect(await (await doorFor(world.developer)).requests.withdraw({ request: withdrawn.id })).toMatchObject({ ok: true })
  expect(await (await doorFor(world.developer)).allocations.release({ tenant: world.a, allocation: of[2] ?? '' })).toMatchObject({ ok: true })
  await loading((sql) => sql.query("UPDATE allocation SET ends_at = now() - interval '1 minute' WHERE id = $1", [of[3]]))
  expect(await runOnce({ name: `expire-${world.mark}`, everyMs: 1, leaseSeconds: 60, run: expireAllocations })).toBe('ran')
  await loading((sql) => sql.query("UPDATE request SET deadline = now() - interval '1 second' WHERE id = $1", [late.id]))
  expect(await yes(world.admin, late)).toEqual({ ok: false, refusal: 'already_decided' })
  await lapseRequests(lease)
  expect(await Promise.all(of.map(async (one) => [(await rowOf(one)).state, (await held(one)).state, (await rowOf(one)).carried_out]))).toEqual([['refused', 'admitted', true], ['withdrawn', 'admitted', true], ['withdrawn', 'released', true], ['lapsed', 'expired', true], ['lapsed', 'admitted', true]])
  for (const at of [0, 1, 4]) expect(await held(of[at] ?? '')).toEqual(before[at])
  expect(await yes(world.admin, released)).toEqual({ ok: false, refusal: 'already_decided' })
  expect(await yes(world.admin, expired)).toEqual({ ok: false, refusal: 'already_decided' })
})
