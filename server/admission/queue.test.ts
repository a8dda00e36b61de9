import { afterAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { expireAllocations } from '~/server/allocations/expire-allocations'
import { runOnce } from '~/server/engine/loops'
import { doorFor, loading, makeWorld, type Person, type World } from '~/server/testing/world'

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
/** So little that what one person is given without a yes is more. */
async function makeSmallWorld(): Promise<World> {
  const world = await makeWorld()
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
  await loading((sql) => sql.query(`INSERT INTO policy (id, tenant_id, kind, version, body) SELECT gen_random_uuid(), NULL, 'admission', 1, '{"pendingMax": 4, "holdHours": 168, "hoursMax": 720}' WHERE NOT EXISTS (SELECT FROM policy WHERE kind = 'admission')`))
  await create(world.lead, world.a, 'runs', 4)
  try {
    const answers = await Promise.all([0, 1, 2, 3, 4].map((at) => create(world.lead, world.a, `w-${at}`, 1)))
    // One waits in this world from the beginning.
    expect(answers.map((answer) => (answer.ok ? answer.value.reason : answer.refusal)).sort()).toEqual(['too_many_pending', 'too_many_pending', 'waits_for_room', 'waits_for_room', 'waits_for_room'])
  } finally {
    await loading((sql) => sql.query("UPDATE policy SET valid_to = now() WHERE kind = 'admission'"))
  }
})
