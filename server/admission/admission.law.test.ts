import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { createAllocation } from '~/server/allocations/create-allocation'
import { releaseAllocation } from '~/server/allocations/change-allocation'
import { extendAllocation } from '~/server/allocations/extend-allocation'
import { authorize } from '~/server/authorization/permit'
import type { Actor } from '~/server/identity/actor'
import { findActor } from '~/server/identity/session'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { digestOf, type Json } from '~/server/shared/canonical'
import { dice } from '~/server/testing/dice'
import { connectAs, loading, makeWorld, sourceOfTest, type World } from '~/server/testing/world'
import { carryOutBatch } from './carry-out'
import type { Item, Settled } from './item'
import { Lanes } from './lanes'

afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

const seed = 20261121
/** Three processes, as far as the rows can tell: each has a queue of its own, and they meet at the locks. */
const writers = Array.from({ length: 3 }, () => new Lanes<Item, Settled>(carryOutBatch))
const deciders = { 'allocations.create': createAllocation, 'allocations.extend': extendAllocation, 'allocations.release': releaseAllocation } as const

async function deed(actor: Actor, world: World, writer: number, action: keyof typeof deciders, input: Json, key: string = randomUUID()) {
  const tenant = (input as { tenant: string }).tenant
  const item: Item = { action, decider: deciders[action] as never, by: { actor, organisation: world.organisation, tenant, namespaces: authorize(actor, action, { tenant }).namespaces, source: actor.source }, input, key: { id: key, inputDigest: digestOf(input) } }
  const settled = await (writers[writer] as (typeof writers)[number]).submit(world.organisation, tenant, item)
  if ('denied' in settled) throw settled.denied
  return settled.answer as { ok: true; value: { allocation: string; repeats?: boolean } } | { ok: false; refusal: string }
}

type Sums = { id: string; used: string[]; held: string[]; hard: string[]; resources: string[] }
async function accountsOf(world: World): Promise<Sums[]> {
  return loading(async (sql) => (await sql.query('SELECT id, resources, used::text[], held::text[], hard::text[] FROM account WHERE organisation_id = $1 ORDER BY id', [world.organisation])).rows)
}
async function history(world: World): Promise<{ accounts: string[]; resources: string[]; used: string[]; held: string[] }[]> {
  const sql = await connectAs('engine')
  await sql.query('BEGIN')
  await sql.query("SELECT set_config('app.lane', $1, true), set_config('app.lane_tenants', $2, true)", [world.organisation, `${world.a},${world.b}`])
  const { rows } = await sql.query('SELECT accounts, resources, used::text[], held::text[] FROM decision ORDER BY at, id')
  await sql.end()
  return rows
}

test(`of random plays by three writers at once (seed ${seed}), nothing ever holds more than it may, and history replayed is what is`, { timeout: 120_000 }, async () => {
  const world = await makeWorld()
  const roll = dice(seed)
  await loading(async (sql) => {
    for (const [kind, hard] of [['namespace', 9], ['tenant', 14], ['organisation', 22]] as const) {
      await sql.query(`UPDATE account SET resources = '{nvidia.com/gpu,cpu}', nominal = '{0,0}', hard = ARRAY[$2::bigint, $2::bigint * 4000], used = '{0,0}', held = '{0,0}', unexplained = '{0,0}' WHERE organisation_id = $1 AND kind = $3`, [world.organisation, hard, kind])
    }
    await sql.query(`INSERT INTO account (id, kind, parent_id, organisation_id, tenant_id, namespace_id, resources, nominal, hard, used, held, unexplained)
      SELECT id || '/burst', 'class', id, organisation_id, tenant_id, namespace_id, '{nvidia.com/gpu}', '{0}', '{3}', '{0}', '{0}', '{0}' FROM account WHERE kind = 'namespace' AND organisation_id = $1`, [world.organisation])
  })
  const actors = { [world.a]: await findActor('web', world.admin.token, sourceOfTest()), [world.b]: await findActor('web', world.stranger.token, sourceOfTest()) }
  const made: { tenant: string; allocation: string; gpus: number }[] = []
  const counted = { admitted: 0, refused: 0, released: 0, repeated: 0 }
  const within = async () => {
    for (const { id, used, held, hard } of await accountsOf(world)) for (const [at, most] of hard.entries()) expect([id, BigInt(used[at] ?? 0) + BigInt(held[at] ?? 0) <= BigInt(most)]).toEqual([id, true])
  }
  for (let turn = 0; turn < 12; turn++) {
    await Promise.all(Array.from({ length: 24 }, async (_, at) => {
      const tenant = roll(2) ? world.a : world.b
      const actor = actors[tenant] as Actor
      const one = made[roll(made.length + 1)]
      if (roll(3) === 0 && one) {
        const answer = await deed(actors[one.tenant] as Actor, world, roll(3), 'allocations.release', { tenant: one.tenant, allocation: one.allocation })
        if (answer.ok) counted[answer.value.repeats ? 'repeated' : 'released']++
        return
      }
      const gpus = 1 + roll(4)
      const input = { tenant, namespace: roll(2) ? 'red' : 'blue', name: `p${turn}-${at}`, class: roll(3) ? 'normal' : 'burst', pods: 1, each: { 'nvidia.com/gpu': `${gpus}`, cpu: `${roll(8)}` }, models: [], region: null, labels: { 'cost-center': 'x' }, purpose: 'Played.', hours: 1, pod: null, claims: [], waits: false }
      const key = randomUUID()
      const writer = roll(3)
      // Now and then the same wish comes twice at once, by two processes.
      const [answer, again] = await Promise.all([deed(actor, world, writer, 'allocations.create', input, key), ...(roll(5) === 0 ? [deed(actor, world, (writer + 1) % 3, 'allocations.create', input, key)] : [])])
      if (again) expect(again).toEqual(answer)
      if (!answer?.ok) return void counted.refused++
      counted.admitted++
      made.push({ tenant, allocation: answer.value.allocation, gpus })
    }))
    await within()
  }
  expect(counted.admitted).toBeGreaterThan(20)
  expect(counted.refused).toBeGreaterThan(20)
  expect(counted.released).toBeGreaterThan(10)

  const replayed = new Map<string, bigint>()
  for (const { accounts, resources, used, held } of await history(world)) {
    for (const account of accounts) for (const [at, resource] of resources.entries()) {
      for (const [which, moved] of [['used', used[at]], ['held', held[at]]] as const) replayed.set(`${account} ${resource} ${which}`, (replayed.get(`${account} ${resource} ${which}`) ?? 0n) + BigInt(moved ?? 0))
    }
  }
  for (const { id, resources, used, held } of await accountsOf(world)) for (const [at, resource] of resources.entries()) {
    expect([id, resource, used[at], held[at]]).toEqual([id, resource, String(replayed.get(`${id} ${resource} used`) ?? 0n), String(replayed.get(`${id} ${resource} held`) ?? 0n)])
  }
  for (const { tenant, allocation } of made) await deed(actors[tenant] as Actor, world, 0, 'allocations.release', { tenant, allocation })
  for (const { id, used, held } of await accountsOf(world)) expect([id, [...used, ...held].every((amount) => amount === '0')]).toEqual([id, true])
})
