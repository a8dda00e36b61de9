/** What who waits is told of the place it has. */
import { afterAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { doorFor, loading, makeWorld, type World } from '~/server/testing/world'
import type { Waiting } from './waiting'

afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

/** A world in which so many GPUs are in each namespace of tenant A. */
async function makeSmallWorld(gpus: number): Promise<World> {
  const world = await makeWorld()
  await limitTo(world, gpus)
  return world
}
const limitTo = (world: World, gpus: number, kind = 'namespace') => loading((sql) => sql.query("UPDATE account SET nominal = '{0}', hard = ARRAY[$2::bigint] WHERE tenant_id = $1 AND kind = $3", [world.a, gpus, kind]))
const create = async (world: World, name: string, gpus: number, more: object = {}) => (await doorFor(world.admin)).allocations.create(
  { tenant: world.a, namespace: 'red', name, class: 'normal', pods: 1, each: { 'nvidia.com/gpu': `${gpus}` }, models: [], region: null, labels: { 'cost-center': 'test' }, purpose: 'For the test.', hours: 1, pod: null, claims: [], waits: true, ...more })
async function told(world: World, name: string, sent: { asOf?: string } = {}): Promise<Waiting | null> {
  const { allocations } = await doorFor(world.admin, sent)
  const { rows: [row] } = await allocations.list({ tenant: world.a, namespace: null, find: name, show: 'live', after: null, before: null })
  return (await allocations.read({ tenant: world.a, allocation: row?.allocation ?? '' })).waiting
}
const ahead = async (world: World, ...names: string[]) => Promise.all(names.map(async (name) => (await told(world, name))?.ahead))

const lack = (level: string, isBeyond = false) => ({ level, resource: 'nvidia.com/gpu', isBeyond })

test('whoever came first comes before it, and what runs is not told of as waiting', async () => {
  const world = await makeSmallWorld(4)
  for (const [name, gpus] of [['runs', 1], ['head', 4], ['small', 1]] as const) await create(world, name, gpus)
  expect(await told(world, 'head', { asOf: new Date().toISOString() })).toBe(null)
  expect([await told(world, 'runs'), await told(world, 'head'), await told(world, 'small')]).toEqual([null, { ahead: 0, usually: null, shut: null, lacks: [lack('namespace')] }, { ahead: 1, usually: null, shut: null, lacks: [] }])
})
test('who has waited long enough is told to come before a class above it', async () => {
  const world = await makeSmallWorld(4)
  await create(world, 'runs', 4)
  await create(world, 'old', 4, { class: 'low' })
  await loading((sql) => sql.query("UPDATE allocation SET asked_at = asked_at - interval '5 hours' WHERE organisation_id = $1 AND name = 'old'", [world.organisation]))
  await create(world, 'new', 4)
  expect(await ahead(world, 'old', 'new')).toEqual([0, 1])
})
test.each(['frozen_at', 'closing_at'])('whoever waits where nothing begins (%s) is told to come before nobody elsewhere, and still before those who wait there', async (shut) => {
  const world = await makeSmallWorld(1)
  for (const namespace of ['red', 'blue']) await create(world, `runs-${namespace}`, 1, { namespace })
  for (const name of ['one', 'two']) await create(world, name, 1)
  await create(world, 'other', 1, { namespace: 'blue' })
  expect(await ahead(world, 'one', 'two', 'other')).toEqual([0, 1, 2])
  await loading((sql) => sql.query(`UPDATE namespace SET ${shut} = now()${shut === 'closing_at' ? ', closed_by = $2' : ''} WHERE tenant_id = $1 AND id = 'red'`, [world.a, ...(shut === 'closing_at' ? [world.admin.id] : [])]))
  expect(await ahead(world, 'one', 'two', 'other')).toEqual([0, 1, 0])
  expect([(await told(world, 'one'))?.shut, (await told(world, 'other'))?.shut]).toEqual(['namespace', null])
  await loading((sql) => sql.query('UPDATE tenant SET frozen_at = now() WHERE id = $1', [world.a]))
  expect((await told(world, 'other'))?.shut).toBe('tenant')
})
test('whoever waits for more than a limit that was lowered is told which, and to come before nobody', async () => {
  const world = await makeSmallWorld(4)
  for (const [name, gpus] of [['runs', 3], ['large', 4], ['small', 1]] as const) await create(world, name, gpus)
  expect(await ahead(world, 'small')).toEqual([1])
  await limitTo(world, 3)
  expect([await told(world, 'large'), await told(world, 'small')]).toMatchObject([{ ahead: 0, lacks: [lack('namespace', true)] }, { ahead: 0, lacks: [lack('namespace')] }])
  await limitTo(world, 4)
  await limitTo(world, 3, 'tenant')
  expect((await told(world, 'large'))?.lacks).toEqual([lack('tenant', true), lack('namespace')])
})
