/** What usually comes decides where something goes: so that the rest of the fleet stays of use to whoever comes next. */
import { expect, test } from 'vitest'
import type { FleetRow } from '~/server/database/fleet'
import type { Shape } from '~/server/placement/decide-feasible'
import type { Wish } from '~/server/placement/typical'
import { Mirror } from './mirror'

const shape = (gpus: number): Shape => ({ cpuMilli: gpus * 4_000, memoryBytes: 0, gpus, gpuMilli: 1000, models: 'any', gpuMemoryBytes: 0 })
const wish = (gpus: number): Wish => ({ shape: shape(gpus), regions: ['here'] })
const node = (id: string, free: number): FleetRow => ({
  id, version: 1, region: 'here', cluster: 'c', pool: 'p', model: 'A100', gpuMemoryBytes: 2 ** 36, taints: [], isolation: 1, owner: null, cordoned: false, silent: false,
  cpuMilli: 96_000, cpuMilliFree: 96_000 - (8 - free) * 4_000, memoryBytes: 2 ** 40, memoryBytesFree: 2 ** 40, gpuMilliFree: Array.from({ length: 8 }, (_, at) => (at < free ? 1000 : 0)),
})
const rows = [node('a-whole', 8), node('b-begun', 4)]
const allowed = { tenant: 't', isolation: 1, regions: ['here'], clusters: 'any', pools: 'any', tolerates: [] } as const
const mirror = (came: readonly Wish[]) => new Mirror(async () => ({ horizon: '1', changed: rows, silent: [] }), async () => [...came])
const whereOne = (of: Mirror) => of.find(shape(1), allowed, 1)[0]?.id

test('where nothing is known of what comes, one GPU goes to the first node; where whole nodes usually do, to the one that is no whole one any more', async () => {
  for (const [came, where] of [[[], 'a-whole'], [Array.from({ length: 20 }, () => wish(8)), 'b-begun']] as const) {
    const of = mirror(came)
    await of.fresh()
    expect(whereOne(of)).toBe(where)
  }
})
test('it learns while it runs, from the first sixteen on', async () => {
  const of = mirror([])
  await of.fresh()
  for (let turn = 0; turn < 15; turn++) of.note(wish(8), 1)
  expect(whereOne(of)).toBe('a-whole')
  of.note(wish(8), 1)
  expect(whereOne(of)).toBe('b-begun')
})
test('what came long ago is forgotten, and one wish for very many pods is not all that is known', async () => {
  const of = mirror(Array.from({ length: 4_096 }, () => wish(8)))
  await of.fresh()
  of.note(wish(1), 100_000)
  expect(of.came.filter(({ shape: { gpus } }) => gpus === 1)).toHaveLength(64)
  for (let turn = 0; turn < 70; turn++) of.note(wish(1), 64)
  expect(of.came.length).toBeLessThanOrEqual(4_096 + 1_024)
  expect(whereOne(of)).toBe('a-whole')
})
