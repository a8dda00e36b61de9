import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { createAllocation } from '~/server/allocations/create-allocation'
import { releaseAllocation } from '~/server/allocations/change-allocation'
import { authorize } from '~/server/authorization/permit'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import type { Actor } from '~/server/identity/actor'
import { findActor } from '~/server/identity/session'
import { digestOf, type Json } from '~/server/shared/canonical'
import { dice } from '~/server/testing/dice'
import { freeOf, makeNodes } from '~/server/testing/nodes'
import { loading, makeWorld, sourceOfTest, type World } from '~/server/testing/world'
import { carryOutBatch } from '../carry-out'
import type { Item, Settled } from '../item'
import { Lanes } from '../lanes'
import type { Placement } from './decide-placement'

afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

const seed = 20261121
const resources = ['cpu', 'memory', 'nvidia.com/gpu', 'nvidia.com/gpu-milli']
const deciders = { 'allocations.create': createAllocation, 'allocations.release': releaseAllocation } as const
/** Three processes for each of two organisations, as far as the rows can tell: they meet at the locks, those of the two only at the nodes'. */
const writers = Array.from({ length: 3 }, () => new Lanes<Item, Settled>(carryOutBatch))

test(`of random plays by two organisations and three writers at once (seed ${seed}), no node gives more than it has, no GPU more than a thousand thousandths, and what runs is what is taken`, { timeout: 180_000 }, async () => {
  const worlds = [await makeWorld(), await makeWorld()] as const
  const roll = dice(seed)
  const places: { world: World; tenant: string; person: Actor }[] = []
  for (const world of worlds) {
    await loading((sql) => sql.query(`UPDATE account SET resources = $2::text[], nominal = '{0,0,0,0}', hard = ARRAY[100000, 1000000000000, 40, 20000]::bigint[], used = '{0,0,0,0}', held = '{0,0,0,0}', unexplained = '{0,0,0,0}' WHERE organisation_id = $1`, [world.organisation, resources]))
    for (const [tenant, person] of [[world.a, world.admin], [world.b, world.stranger]] as const) places.push({ world, tenant, person: (await findActor('web', person.token, sourceOfTest())) as Actor })
  }
  const [owned] = [places[0]?.tenant ?? '']
  const shared = places.slice(1).map(({ tenant }) => tenant)
  const fleet = await makeNodes([...shared, owned], [{ nodes: 5, gpus: 4, cpu: 8_000, memory: 64 * 2 ** 30 }, { nodes: 2, gpus: 2, model: 'T4', cpu: 8_000, memory: 16 * 2 ** 30, cluster: 1 }, { nodes: 2, gpus: 4, cpu: 16_000, memory: 64 * 2 ** 30, owner: owned, level: 2 }])
  await loading((sql) => sql.query('UPDATE tenant SET isolation_level = 2 WHERE id = $1', [owned]))
  const before = await freeOf(fleet)
  const deed = async (writer: number, { world, tenant, person }: (typeof places)[number], action: keyof typeof deciders, input: Json) => {
    const item: Item = { action, decider: deciders[action] as never, by: { actor: person, organisation: world.organisation, tenant, namespaces: authorize(person, action, { tenant }).namespaces, source: person.source }, input, key: { id: randomUUID(), inputDigest: digestOf(input) } }
    const settled = await (writers[writer] as (typeof writers)[number]).submit(world.organisation, tenant, item)
    if ('denied' in settled) throw settled.denied
    return settled.answer as { ok: true; value: { allocation: string; verdict?: string; repeats?: boolean } } | { ok: false; refusal: string }
  }
  let made: { place: (typeof places)[number]; allocation: string }[] = []
  const counted = new Map<string, number>()
  const count = (what: string) => counted.set(what, (counted.get(what) ?? 0) + 1)
  /** What runs takes exactly what is not free, node by node and GPU by GPU; and it stands where it may. */
  const exact = async () => {
    const free = await freeOf(fleet)
    const { rows } = await loading((sql) => sql.query('SELECT tenant_id, placement FROM allocation WHERE placement IS NOT NULL AND ended_at IS NULL AND tenant_id = ANY ($1)', [places.map(({ tenant }) => tenant)]))
    const taken = new Map(before.map(({ id, ...had }) => [id, { ...had, gpus: [...had.gpus] }]))
    for (const { tenant_id: tenant, placement: { each, pods } } of rows as { tenant_id: string; placement: Placement }[]) for (const { node, gpus } of pods) {
      const left = taken.get(node)
      if (!left) throw new Error(`${node} is elsewhere`)
      left.cpu -= each.cpuMilli
      left.memory -= each.memoryBytes
      for (const gpu of gpus) left.gpus[gpu] = (left.gpus[gpu] ?? 0) - each.gpuMilli
      expect([node, fleet.nodes[2]?.includes(node)]).toEqual([node, tenant === owned])
    }
    expect(free.map(({ version, ...is }) => is)).toEqual(before.map(({ id }) => ({ id, cpu: taken.get(id)?.cpu, memory: taken.get(id)?.memory, gpus: taken.get(id)?.gpus })))
    for (const { cpu, memory, gpus } of free) expect(cpu >= 0 && memory >= 0 && gpus.every((left) => left >= 0 && left <= 1000)).toBe(true)
  }
  // Who is quicker is not in the dice: it is played until each has happened often enough to mean something.
  const happened = () => Object.fromEntries(['admit', 'no_node_fits', 'released'].map((what) => [what, (counted.get(what) ?? 0) > 9]))
  for (let turn = 0; turn < 10 || (turn < 60 && Object.values(happened()).includes(false)); turn++) {
    await Promise.all(Array.from({ length: 24 }, async (_, at) => {
      const one = made[roll(made.length + 1)]
      if (roll(3) === 0 && one) {
        const answer = await deed(roll(3), one.place, 'allocations.release', { tenant: one.place.tenant, allocation: one.allocation })
        // What was given back twice is tried no more: else in the end nothing else is, and all that is promised keeps everybody from coming.
        if (answer.ok && answer.value.repeats) made = made.filter((other) => other !== one)
        return count(answer.ok ? (answer.value.repeats ? 'repeated' : 'released') : answer.refusal)
      }
      const place = places[roll(places.length)] as (typeof places)[number]
      const gpus = [{}, { 'nvidia.com/gpu': `${1 + roll(4)}` }, { 'nvidia.com/gpu-milli': `${100 * (1 + roll(9))}` }][roll(3)]
      const pods = roll(4) ? 1 : 1 + roll(4)
      const input = { tenant: place.tenant, namespace: 'red', name: `p${turn}-${at}`, class: 'normal', pods, each: { cpu: `${1 + roll(6)}`, memory: `${1 + roll(8)}Gi`, ...gpus }, models: roll(5) ? [] : ['T4'], region: null, labels: { 'cost-center': 'x' }, purpose: 'Played.', hours: 1, pod: null, claims: [], waits: false }
      const answer = await deed(roll(3), place, 'allocations.create', input)
      if (!answer.ok) return count(answer.refusal)
      count(answer.value.verdict ?? '')
      made.push({ place, allocation: answer.value.allocation })
    }))
    await exact()
  }
  console.log(`placement, played: ${JSON.stringify(Object.fromEntries(counted))}`)
  expect(happened()).toEqual({ admit: true, no_node_fits: true, released: true })
  for (const { place, allocation } of made) await deed(0, place, 'allocations.release', { tenant: place.tenant, allocation })
  expect((await freeOf(fleet)).map(({ version, ...is }) => is)).toEqual(before.map(({ version, ...was }) => was))
  const { rows: left } = await loading((sql) => sql.query('SELECT id FROM account WHERE organisation_id = ANY ($1) AND NOT (0 = ALL (used) AND 0 = ALL (held))', [worlds.map(({ organisation }) => organisation)]))
  expect(left).toEqual([])
})
