import { afterAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { reclaimAllocation } from '~/server/allocations/change-allocation'
import { expireAllocations } from '~/server/allocations/expire-allocations'
import { giveBackAllocation } from '~/server/allocations/give-back'
import { growBackAllocation } from '~/server/allocations/grow-back'
import { lookAtQueues } from '~/server/allocations/look-at-queues'
import { startAllocation } from '~/server/allocations/start-allocation'
import { runOnce } from '~/server/engine/loops'
import { approve, askedAbout } from '~/server/testing/asking'
import { connectAs, doorFor, loading, makeWorld, type Person, type World } from '~/server/testing/world'
import { recordsOf } from '~/server/testing/records'
import { admitByItself, lookAtQueue } from './admit'
import type { Policy } from './facts'
import { keptOf } from './kept'

afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

const wish = (tenant: string, name: string, gpus: number, more: object = {}) =>
  ({ tenant, namespace: 'red', name, class: 'normal', pods: 1, each: { 'nvidia.com/gpu': `${gpus}` }, models: [], region: null, labels: { 'cost-center': 'test' }, purpose: 'For the test.', hours: 1, pod: null, claims: [], waits: true, ...more })
const create = async (person: Person, ...asked: Parameters<typeof wish>) => (await doorFor(person)).allocations.create(wish(...asked))
const idOf = (answer: Awaited<ReturnType<typeof create>>) => (answer.ok ? (answer.value.allocation ?? '') : '')
const release = async (person: Person, tenant: string, allocation: string) => (await doorFor(person)).allocations.release({ tenant, allocation })
const expire = () => runOnce({ name: 'expire-allocations', everyMs: 0, leaseSeconds: 5, run: expireAllocations })
async function standing(world: World, tenant: string): Promise<number[]> {
  return loading(async (sql) => (await sql.query('SELECT used[1]::int AS used, held[1]::int AS held FROM account WHERE id = $1', [`platform/${world.organisation}/${tenant}/red`])).rows.flatMap(({ used, held }) => [used, held]))
}
const worlds: World[] = []
const keep = (world: World) => {
  worlds.push(world)
  return world
}
async function decisionsOf(of: readonly World[]): Promise<{ verdict: string; facts: string; policies: string; outcome: string }[]> {
  const sql = await connectAs('engine')
  const found = []
  for (const { organisation, a, b } of of) {
    await sql.query('BEGIN')
    await sql.query("SELECT set_config('app.lane', $1, true), set_config('app.lane_tenants', $2, true)", [organisation, `${a},${b}`])
    found.push(...(await sql.query("SELECT verdict, facts, policies, outcome FROM decision WHERE action IN ('allocations.start', 'allocations.create')")).rows)
    await sql.query('COMMIT')
  }
  await sql.end()
  return found
}
/** So little that what one person is given without a yes is more. */
async function makeSmallWorld(): Promise<World> {
  const world = await keep(await makeWorld())
  await loading((sql) => sql.query("UPDATE account SET nominal = '{4}', hard = '{4}' WHERE id = $1", [`platform/${world.organisation}/${world.a}/red`]))
  return world
}

test('what finds no room and may wait waits: it takes nothing, nobody is asked, and who may not wait is refused as ever', async () => {
  const world = await makeSmallWorld()
  await create(world.lead, world.a, 'runs', 3)
  expect(await create(world.lead, world.a, 'waits-not', 2, { waits: false })).toMatchObject({ ok: false, refusal: 'quota_exceeded' })
  expect(await create(world.lead, world.a, 'later', 2)).toMatchObject({ ok: true, value: { verdict: 'hold', reason: 'waits_for_room', approver: null, says: 'Quota exceeded: GPU limit 4, used 3, requested 2' } })
  expect(await standing(world, world.a)).toEqual([3, 0])
  // More than there will ever be room for is not worth waiting for.
  expect(await create(world.lead, world.a, 'never', 5)).toMatchObject({ ok: false, refusal: 'quota_exceeded' })
})
test('who needs a yes besides is asked for that first, and is promised nothing that is not there', async () => {
  const world = await makeSmallWorld()
  await create(world.lead, world.a, 'runs', 3)
  const asked = await create(world.developer, world.a, 'hopes', 2)
  expect(asked).toMatchObject({ ok: true, value: { verdict: 'hold', reason: 'developer_gpus', approver: 'tenant' } })
  expect(await standing(world, world.a)).toEqual([3, 0])
  expect(await release(world.developer, world.a, idOf(asked))).toMatchObject({ ok: true, value: { state: 'withdrawn' } })
  expect(await standing(world, world.a)).toEqual([3, 0])
})
test('who waits is withdrawn when they say so and over at the deadline; either way nothing moves', async () => {
  const world = await makeSmallWorld()
  await create(world.lead, world.a, 'runs', 4)
  const [leaves, tires] = [await create(world.lead, world.a, 'leaves', 1), await create(world.lead, world.a, 'tires', 1)]
  expect(await release(world.lead, world.a, idOf(leaves))).toMatchObject({ ok: true, value: { state: 'withdrawn' } })
  await loading((sql) => sql.query('UPDATE allocation SET held_until = now() WHERE id = $1', [idOf(tires)]))
  const stateOf = async () => (await (await doorFor(world.lead)).allocations.read({ tenant: world.a, allocation: idOf(tires) })).allocation.state
  for (let tries = 0; tries < 50 && (await stateOf()) === 'waiting'; tries++) await expire()
  expect(await stateOf()).toBe('expired')
  expect(await standing(world, world.a)).toEqual([4, 0])
})
test('a namespace has no more waiting than may: one more is refused', async () => {
  const world = await makeSmallWorld()
  await loading((sql) => sql.query(`INSERT INTO policy (id, tenant_id, kind, version, body) SELECT gen_random_uuid(), NULL, 'admission', 1, '{"pendingMax": 4, "holdHours": 168, "hoursMax": 720, "burstHours": 24, "ageing": {"minutes": 60, "step": 100, "most": 400}}' WHERE NOT EXISTS (SELECT FROM policy WHERE kind = 'admission')`))
  const runs = await create(world.lead, world.a, 'runs', 3)
  const hopes = await create(world.developer, world.a, 'hopes', 1)
  try {
    const answers = await Promise.all([0, 1, 2, 3].map((at) => create(world.lead, world.a, `w-${at}`, 1)))
    // One waits in this world from the beginning, and one for somebody's yes.
    expect(answers.map((answer) => (answer.ok ? answer.value.reason : answer.refusal)).sort()).toEqual(['too_many_pending', 'too_many_pending', 'waits_for_room', 'waits_for_room'])
    // Where fewer may from now on, whoever waits already waits on, and has its turn or its answer.
    await loading((sql) => sql.query("UPDATE policy SET valid_to = now() WHERE kind = 'admission' AND valid_to IS NULL"))
    await loading((sql) => sql.query(`INSERT INTO policy (id, tenant_id, kind, version, body) SELECT gen_random_uuid(), NULL, 'admission', max(version) + 1, '{"pendingMax": 1, "holdHours": 168, "hoursMax": 720, "burstHours": 24, "ageing": {"minutes": 60, "step": 100, "most": 400}}' FROM policy WHERE kind = 'admission'`))
    await release(world.lead, world.a, idOf(runs))
    // Under another policy what was asked is asked anew, and then granted.
    expect(await approve(world, world.admin, await askedAbout(idOf(hopes)))).toMatchObject({ ok: false, refusal: 'terms_changed' })
    expect(await approve(world, world.admin, await askedAbout(idOf(hopes)))).toMatchObject({ ok: true })
    expect(Object.values(await statesOf(world)).sort()).toEqual(['admitted', 'admitted', 'admitted', 'released'])
  } finally {
    await loading((sql) => sql.query("UPDATE policy SET valid_to = now() WHERE kind = 'admission' AND valid_to IS NULL"))
  }
})

const look = () => runOnce({ name: 'look-at-queues', everyMs: 0, leaseSeconds: 5, run: lookAtQueues })
async function statesOf(world: World): Promise<Record<string, string>> {
  return loading(async (sql) => Object.fromEntries((await sql.query("SELECT name, state FROM allocation WHERE organisation_id = $1 AND name <> 'waits' ORDER BY name", [world.organisation])).rows.map(({ name, state }) => [name, state])))
}
/** Ceilings of the organisation's, the tenants' and the namespaces', with nothing of anybody's own: what there is is everybody's. */
async function makeSharedWorld(hard: number): Promise<World> {
  const world = await keep(await makeWorld())
  await loading((sql) => sql.query("UPDATE account SET nominal = CASE WHEN kind = 'organisation' THEN ARRAY[$2::bigint] ELSE '{0}' END, hard = ARRAY[$2::bigint] WHERE organisation_id = $1", [world.organisation, hard]))
  return world
}

test('what is given back is whose turn it is, in the same breath, with a posting and a record of its own', async () => {
  const world = await makeSmallWorld()
  const runs = await create(world.lead, world.a, 'runs', 4)
  await create(world.lead, world.a, 'one', 2)
  await create(world.lead, world.a, 'two', 2)
  await create(world.lead, world.a, 'three', 1)
  expect(await release(world.lead, world.a, idOf(runs))).toMatchObject({ ok: true })
  expect(await statesOf(world)).toEqual({ runs: 'released', one: 'admitted', two: 'admitted', three: 'waiting' })
  expect(await standing(world, world.a)).toEqual([4, 0])
  const begun = (await recordsOf(world.a, 'deed')).filter(({ entry }) => entry.action.verb === 'start')
  expect(begun.map(({ entry }) => [entry.actor.serviceAccount, entry.context])).toEqual([
    ['engine', expect.objectContaining({ verdict: 'admit', before: { state: 'waiting' }, after: expect.objectContaining({ state: 'admitted' }) })], ['engine', expect.objectContaining({ verdict: 'admit' })],
  ])
})
test('who comes first is not passed by who comes later and is smaller, whether that one waits or only tries', async () => {
  const world = await makeSmallWorld()
  const [half, quarter] = [await create(world.lead, world.a, 'half', 2), await create(world.lead, world.a, 'quarter', 1)]
  await create(world.lead, world.a, 'head', 4)
  expect(await create(world.lead, world.a, 'small', 1)).toMatchObject({ ok: true, value: { reason: 'waits_for_room', says: 'Others wait for GPU in this namespace already.' } })
  expect(await create(world.lead, world.a, 'tries', 1, { waits: false })).toEqual({ ok: false, refusal: 'others_wait', about: [{ field: 'says', says: 'Others wait for GPU in this namespace already.' }] })
  await release(world.lead, world.a, idOf(half))
  expect(await statesOf(world)).toMatchObject({ head: 'waiting', small: 'waiting' })
  await release(world.lead, world.a, idOf(quarter))
  expect(await statesOf(world)).toMatchObject({ head: 'admitted', small: 'waiting' })
})
test('who has waited long enough comes before a class above it', async () => {
  const world = await makeSmallWorld()
  const runs = await create(world.lead, world.a, 'runs', 4)
  await create(world.lead, world.a, 'old', 4, { class: 'low' })
  await loading((sql) => sql.query("UPDATE allocation SET asked_at = asked_at - interval '5 hours' WHERE organisation_id = $1 AND name = 'old'", [world.organisation]))
  await create(world.lead, world.a, 'new', 4)
  await release(world.lead, world.a, idOf(runs))
  expect(await statesOf(world)).toEqual({ runs: 'released', old: 'admitted', new: 'waiting' })
})
test('what is given back, or grows back, passes nobody who waits', async () => {
  const world = await makeSmallWorld()
  const [taken, stays] = [await create(world.lead, world.a, 'taken', 1), await create(world.lead, world.a, 'stays', 3)]
  const own = (action: 'reclaim' | 'giveBack' | 'growBack', decider: unknown, of: typeof taken, more: object = {}) => admitByItself({ action: `allocations.${action}`, decider: decider as never, tenant: world.a, input: { tenant: world.a, allocation: idOf(of), ...more } as never })
  expect(await own('reclaim', reclaimAllocation, taken)).toMatchObject({ ok: true })
  expect(await (await doorFor(world.lead)).allocations.shrink({ tenant: world.a, allocation: idOf(stays), gpus: 2 })).toMatchObject({ ok: true })
  await create(world.lead, world.a, 'large', 4)
  expect(await own('giveBack', giveBackAllocation, taken)).toMatchObject({ ok: false, refusal: 'others_wait' })
  expect(await own('growBack', growBackAllocation, stays, { gpus: 3, from: 2 })).toMatchObject({ ok: false, refusal: 'others_wait' })
  // Of whoever is in a class below nobody is passed.
  await loading((sql) => sql.query("UPDATE allocation SET class = 'low', priority = 100 WHERE organisation_id = $1 AND name = 'large'", [world.organisation]))
  expect(await own('giveBack', giveBackAllocation, taken)).toMatchObject({ ok: true })
  expect(await statesOf(world)).toEqual({ large: 'waiting', stays: 'admitted', taken: 'admitted' })
})
test('an organisation has one queue: what one tenant gives back another begins with, and nobody is told whose it was', async () => {
  const world = await makeSharedWorld(4)
  const runs = await create(world.lead, world.a, 'runs', 4)
  const answer = await create(world.stranger, world.b, 'theirs', 3)
  expect(answer).toMatchObject({ ok: true, value: { reason: 'waits_for_room', says: 'The organisation has no room for this much GPU.' } })
  await create(world.lead, world.a, 'ours', 4)
  // The queue of the organisation and its want of room are told in the same words.
  expect(await create(world.stranger, world.b, 'tries', 1, { waits: false })).toMatchObject({ about: [{ says: 'The organisation has no room for this much GPU.' }] })
  await release(world.lead, world.a, idOf(runs))
  expect(await statesOf(world)).toEqual({ runs: 'released', theirs: 'admitted', ours: 'waiting' })
  expect(await create(world.stranger, world.b, 'tries', 1, { waits: false })).toMatchObject({ about: [{ says: 'The organisation has no room for this much GPU.' }] })
})
test('whoever waits for more than a limit that was lowered waits on and holds up nobody, and begins when it is raised', async () => {
  const world = await makeSharedWorld(5)
  const limit = (hard: number) => loading((sql) => sql.query('UPDATE account SET hard = ARRAY[$2::bigint] WHERE id = $1', [`platform/${world.organisation}/${world.a}/red`, hard]))
  const runs = await create(world.lead, world.a, 'runs', 3)
  await create(world.lead, world.a, 'large', 4)
  await create(world.stranger, world.b, 'theirs', 1)
  await limit(3)
  await release(world.lead, world.a, idOf(runs))
  const small = await create(world.lead, world.a, 'small', 1, { waits: false })
  expect(await statesOf(world)).toEqual({ runs: 'released', large: 'waiting', theirs: 'admitted', small: 'admitted' })
  await limit(4)
  await release(world.lead, world.a, idOf(small))
  expect(await statesOf(world)).toMatchObject({ large: 'admitted', small: 'released' })
})
/** As many more as one that waits, just like it, that came after it. */
const more = (world: World, name: string, times: number) => loading((sql) => sql.query(`INSERT INTO allocation SELECT (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'name', a.name || '-' || n, 'asked_at', a.asked_at + make_interval(secs => n / 1000.0)))).*
  FROM allocation a, generate_series(1, $3::int) n WHERE a.organisation_id = $1 AND a.name = $2`, [world.organisation, name, times]))
test('who lacks room in one namespace holds up nobody in another, nor who asks for something else there, however many they are', async () => {
  const world = await makeSharedWorld(100)
  await loading((sql) => sql.query(`UPDATE account SET resources = '{nvidia.com/gpu,storage}', nominal = '{0,0}', hard = CASE WHEN kind = 'namespace' THEN '{4,4}' ELSE '{100,100}' END::bigint[], used = '{0,0}', held = '{0,0}', unexplained = '{0,0}' WHERE organisation_id = $1`, [world.organisation]))
  const storage = { each: { storage: '4' } }
  await create(world.lead, world.a, 'runs', 4)
  const [blue, disks] = [await create(world.admin, world.a, 'runs-blue', 4, { namespace: 'blue' }), await create(world.admin, world.a, 'runs-disks', 0, storage)]
  await create(world.lead, world.a, 'red', 1)
  await more(world, 'red', 89)
  await loading((sql) => sql.query("UPDATE allocation SET asked_at = asked_at - interval '1 minute' WHERE organisation_id = $1 AND name LIKE 'red%'", [world.organisation]))
  for (const waits of [await create(world.admin, world.a, 'in-blue', 2, { namespace: 'blue' }), await create(world.admin, world.a, 'disks', 0, storage)]) expect(waits).toMatchObject({ ok: true, value: { reason: 'waits_for_room' } })
  for (const given of [blue, disks]) expect(await release(world.admin, world.a, idOf(given))).toMatchObject({ ok: true })
  // Each look goes on where the one before ended.
  for (let looks = 0; looks < 4; looks++) await lookAtQueue({ tenant: world.a, allocation: idOf(blue) })
  expect(await statesOf(world)).toMatchObject({ runs: 'admitted', red: 'waiting', 'red-89': 'waiting', 'in-blue': 'admitted', disks: 'admitted' })
})
test('room that came otherwise is found by the loop', async () => {
  const world = await makeSmallWorld()
  await create(world.lead, world.a, 'runs', 4)
  await create(world.lead, world.a, 'one', 2)
  await loading((sql) => sql.query("UPDATE account SET hard = '{8}' WHERE id = $1", [`platform/${world.organisation}/${world.a}/red`]))
  for (let tries = 0; tries < 50 && (await statesOf(world)).one === 'waiting'; tries++) await look()
  expect(await statesOf(world)).toMatchObject({ one: 'admitted' })
})
test('what is no longer allowed when its turn comes is over, and the one behind it begins; in a frozen tenant nothing begins', async () => {
  const world = await makeSharedWorld(4)
  const runs = await create(world.lead, world.a, 'runs', 4)
  await create(world.stranger, world.b, 'theirs', 2)
  const ours = await create(world.lead, world.a, 'ours', 2, { region: 'eu-test-1' })
  await loading((sql) => sql.query("UPDATE tenant SET frozen_at = now() WHERE id = $1", [world.b]))
  await loading((sql) => sql.query(`INSERT INTO policy (id, tenant_id, kind, version, body) VALUES (gen_random_uuid(), $1, 'residency', 1, '{"jurisdiction": null, "allowed": ["eu-*"], "prohibited": ["eu-test-1"]}')`, [world.a]))
  await release(world.lead, world.a, idOf(runs))
  expect(await statesOf(world)).toEqual({ runs: 'released', theirs: 'waiting', ours: 'refused' })
  expect(await noticesOf(world)).toEqual([{ kind: 'wait_over', body: { label: 'ours', state: 'refused' } }])
  expect((await (await doorFor(world.lead)).allocations.read({ tenant: world.a, allocation: idOf(ours) })).ending).toEqual({ person: null, because: 'turn_refused' })
  await loading((sql) => sql.query('UPDATE tenant SET frozen_at = NULL WHERE id = $1', [world.b]))
  for (let tries = 0; tries < 50 && (await statesOf(world)).theirs === 'waiting'; tries++) await look()
  expect(await statesOf(world)).toMatchObject({ theirs: 'admitted' })
})
test('pieces that wait are one wish, too: the piece that goes over what one person is given asks for a yes when its turn comes', async () => {
  const world = await makeSharedWorld(24)
  await loading((sql) => sql.query("UPDATE account SET used = '{24}' WHERE organisation_id = $1 AND kind = 'organisation'", [world.organisation]))
  for (const name of ['one', 'two', 'three']) expect(await create(world.lead, world.a, name, 4)).toMatchObject({ ok: true, value: { reason: 'waits_for_room' } })
  await loading((sql) => sql.query("UPDATE account SET used = '{0}' WHERE organisation_id = $1 AND kind = 'organisation'", [world.organisation]))
  for (let tries = 0; tries < 50 && (await statesOf(world)).one === 'waiting'; tries++) await look()
  expect(await statesOf(world)).toEqual({ one: 'admitted', two: 'admitted', three: 'held' })
  expect(await standing(world, world.a)).toEqual([8, 4])
})
test('however many begin at once in however many processes, together they never take more than there is, and none is lost', async () => {
  const world = await makeSharedWorld(3)
  const runs = await Promise.all([1, 2, 3].map((at) => create(world.lead, world.a, `runs-${at}`, 1)))
  await Promise.all(Array.from({ length: 12 }, (_, at) => (at % 2 ? create(world.lead, world.a, `w-${at}`, 1) : create(world.stranger, world.b, `w-${at}`, 1))))
  await Promise.all(runs.map((answer) => release(world.lead, world.a, idOf(answer))))
  const states = Object.values(await statesOf(world))
  expect([states.filter((state) => state === 'admitted').length, states.filter((state) => state === 'waiting').length]).toEqual([3, 9])
})
/** Two tenants, each with a share of its own, and both may have all that there is. */
async function makeLendingWorld(share: number): Promise<World> {
  const world = keep(await makeWorld())
  await loading((sql) => sql.query(`UPDATE account SET nominal = CASE WHEN kind = 'organisation' THEN ARRAY[$2::bigint * 2] WHEN kind = 'tenant' OR namespace_id = 'red' THEN ARRAY[$2::bigint] ELSE '{0}' END, hard = ARRAY[$2::bigint * 2]
    WHERE organisation_id = $1`, [world.organisation, share]))
  return world
}
const noticesOf = (world: World) => loading(async (sql) => {
  const found = []
  for (const person of [world.lead, world.stranger]) {
    await sql.query("SELECT set_config('app.person_id', $1, true)", [person.id])
    found.push(...(await sql.query('SELECT kind, body FROM notice WHERE person_id = $1 ORDER BY at, id', [person.id])).rows)
  }
  return found
})

test('what is lent is marked, ends sooner, and goes back when whoever it belongs to wants it: each victim with a posting, a record and a notice', async () => {
  const world = await makeLendingWorld(4)
  const [own, lent] = [await create(world.lead, world.a, 'own', 4, { waits: false, hours: 100 }), await create(world.lead, world.a, 'lent', 3, { waits: false, hours: 100 })]
  const hoursOf = (answer: typeof own) => (answer.ok && answer.value.endsAt !== null ? Math.round((Date.parse(answer.value.endsAt) - Date.now()) / 3_600_000) : null)
  expect([hoursOf(own), hoursOf(lent)]).toEqual([100, 24])
  expect(await create(world.stranger, world.b, 'theirs', 4, { waits: false })).toMatchObject({ ok: true, value: { verdict: 'admit' } })
  expect(await statesOf(world)).toEqual({ own: 'admitted', lent: 'preempted', theirs: 'admitted' })
  expect([await standing(world, world.a), await standing(world, world.b)]).toEqual([[4, 0], [4, 0]])
  expect((await recordsOf(world.a, 'deed')).at(-1)?.entry).toMatchObject({ action: { verb: 'preempt' }, request: { allocation: idOf(lent) }, actor: { serviceAccount: 'engine' }, context: { after: { state: 'preempted' } } })
  expect(await noticesOf(world)).toEqual([{ kind: 'allocation_preempted', body: { label: 'lent', kind: 'lent', state: 'over' } }])
})
test('nobody reclaims what would be above their own share, nor from whoever is within theirs, and who may wait waits again', async () => {
  const world = await makeLendingWorld(4)
  await create(world.lead, world.a, 'own', 4)
  await create(world.lead, world.a, 'lent', 4)
  expect(await create(world.stranger, world.b, 'much', 5, { waits: false })).toMatchObject({ ok: false, refusal: 'quota_exceeded_above' })
  const theirs = await create(world.stranger, world.b, 'theirs', 4, { waits: false })
  expect(theirs).toMatchObject({ ok: true, value: { verdict: 'admit' } })
  expect(await statesOf(world)).toEqual({ own: 'admitted', lent: 'waiting', theirs: 'admitted' })
  expect(await create(world.stranger, world.b, 'more', 1, { waits: false })).toMatchObject({ ok: false, refusal: 'quota_exceeded_above' })
  await release(world.stranger, world.b, idOf(theirs))
  expect(await statesOf(world)).toMatchObject({ lent: 'admitted', theirs: 'released' })
  expect(await noticesOf(world)).toEqual([{ kind: 'allocation_preempted', body: { label: 'lent', kind: 'lent', state: 'waits' } }, { kind: 'wait_over', body: { label: 'lent', state: 'admitted' } }])
})
test('one that waits reclaims when its own share has room again, whoever came before it', async () => {
  const world = await makeLendingWorld(4)
  const theirs = await create(world.stranger, world.b, 'theirs', 4)
  await create(world.lead, world.a, 'own', 4)
  await create(world.stranger, world.b, 'next', 4)
  expect(await statesOf(world)).toMatchObject({ next: 'waiting' })
  await create(world.lead, world.a, 'borrows', 2)
  await loading((sql) => sql.query("UPDATE allocation SET asked_at = asked_at - interval '1 minute' WHERE tenant_id = $1 AND name = 'borrows'", [world.a]))
  await release(world.stranger, world.b, idOf(theirs))
  // Of what came back, the tenant with less of its own share was first.
  expect(await statesOf(world)).toMatchObject({ next: 'admitted', borrows: 'waiting' })
})
test('who has lost a place three times keeps it, who lost one has an hour of peace from when they began again, and what is reserved is never taken', async () => {
  const world = await makeLendingWorld(4)
  const [own, lent] = [await create(world.lead, world.a, 'own', 4), await create(world.lead, world.a, 'lent', 4)]
  await loading((sql) => sql.query('UPDATE allocation SET preemptions = 3 WHERE id = $1', [idOf(lent)]))
  expect(await create(world.stranger, world.b, 'theirs', 2, { waits: false })).toMatchObject({ ok: false, refusal: 'quota_exceeded_above' })
  await loading((sql) => sql.query('UPDATE allocation SET preemptions = 1 WHERE id = $1', [idOf(lent)]))
  expect(await create(world.stranger, world.b, 'theirs', 2, { waits: false })).toMatchObject({ ok: false, refusal: 'quota_exceeded_above' })
  await loading((sql) => sql.query('UPDATE allocation SET preemptions = 0, reserved = true WHERE id = $1', [idOf(lent)]))
  expect(await create(world.stranger, world.b, 'theirs', 2, { waits: false })).toMatchObject({ ok: false, refusal: 'quota_exceeded_above' })
  expect(await statesOf(world)).toEqual({ own: 'admitted', lent: 'admitted' })
  expect(idOf(own)).not.toBe('')
  await loading((sql) => sql.query("UPDATE allocation SET preemptions = 1, reserved = false, asked_at = asked_at - interval '1 hour', admitted_at = admitted_at - interval '1 hour' WHERE id = $1", [idOf(lent)]))
  expect(await create(world.stranger, world.b, 'theirs', 2, { waits: false })).toMatchObject({ ok: true, value: { verdict: 'admit' } })
})
test('a preview says that it would be admitted, and takes nobody’s place', async () => {
  const world = await makeLendingWorld(4)
  await create(world.lead, world.a, 'own', 4)
  await create(world.lead, world.a, 'lent', 4)
  expect(await (await doorFor(world.stranger)).allocations.preview(wish(world.b, 'perhaps', 4))).toMatchObject({ ok: true, value: { verdict: 'admit' } })
  expect(await statesOf(world)).toEqual({ own: 'admitted', lent: 'admitted' })
})
test('every turn, decided again from its facts under its policies, gives the same bytes', async () => {
  const sql = await connectAs('engine')
  const bodies = new Map<string, Policy>((await sql.query('SELECT digest, body FROM policy_set')).rows.map(({ digest, body }) => [digest, JSON.parse(body) as Policy]))
  await sql.end()
  const rows = await decisionsOf(worlds)
  expect(rows.filter(({ verdict }) => verdict === 'admit').length).toBeGreaterThan(5)
  expect(rows.filter(({ verdict }) => verdict === 'refuse').length).toBeGreaterThan(0)
  for (const { facts, policies, outcome } of rows) expect(keptOf(startAllocation.decide(JSON.parse(facts) as never, bodies.get(policies) as Policy))).toBe(outcome)
})
