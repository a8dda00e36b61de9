/** What may come between a look at who waits and their beginning. */
import type pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { makeNodes, type TestNodes } from '~/server/testing/nodes'
import { connectAs, doorFor, loading, makeWorld, type Person, type World } from '~/server/testing/world'
import { lookAtQueue } from './admit'

afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

/** Two tenants of one organisation that has so many cores, of which each has all, on nodes of eight. */
async function ofCores(cores: number, nodes: number): Promise<{ world: World; fleet: TestNodes }> {
  const world = await makeWorld()
  await loading((sql) => sql.query("UPDATE account SET resources = '{cpu}', nominal = '{0}', hard = ARRAY[$2::bigint] WHERE organisation_id = $1", [world.organisation, cores * 1_000]))
  return { world, fleet: await makeNodes([world.a, world.b], [{ nodes, gpus: 0, cpu: 8_000 }]) }
}
async function ask(person: Person, tenant: string, name: string): Promise<string> {
  const wish = { tenant, namespace: 'red', name, class: 'normal', pods: 1, each: { cpu: '8' }, models: [], region: null, labels: { 'cost-center': 'test' }, purpose: 'For the test.', hours: 1, pod: null, claims: [], waits: true }
  const answer = await (await doorFor(person)).allocations.create(wish)
  return answer.ok ? (answer.value.allocation ?? '') : answer.refusal
}
const look = ({ a, allocation }: World) => lookAtQueue({ tenant: a, allocation })
const raise = ({ organisation }: World, cores: number) => loading((sql) => sql.query('UPDATE account SET hard = ARRAY[$2::bigint], version = version + 1 WHERE organisation_id = $1', [organisation, cores * 1_000]))
const statesOf = ({ organisation }: World) => loading(async (sql) => Object.fromEntries((await sql.query("SELECT name, state, placement -> 'pods' -> 0 ->> 'node' AS node FROM allocation WHERE organisation_id = $1 AND name <> 'waits' ORDER BY name", [organisation])).rows.map(({ name, state, node }) => [name, [state, node]])))
/** Somebody else who holds rows until they are done. */
async function holding(work: (sql: pg.Client) => Promise<void>): Promise<void> {
  const sql = await connectAs('owner')
  try {
    await sql.query('BEGIN')
    await sql.query("SELECT set_config('app.loading', 'on', true)")
    await work(sql)
  } finally {
    await sql.end()
  }
}
/** Until somebody waits for whoever holds rows on this connection. */
async function untilWaitedFor(sql: pg.Client): Promise<void> {
  const { rows: [{ pid }] } = await sql.query('SELECT pg_backend_pid() AS pid')
  for (let tries = 0; tries < 400; tries++) {
    if (await loading(async (on) => (await on.query('SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))', [pid])).rows.length > 0)) return
    await new Promise((wait) => setTimeout(wait, 5))
  }
  throw new Error('nobody waits for what is held')
}

test('whoever has a turn in the first batch of a process begins on a node, or goes on waiting for one', async () => {
  const { world, fleet } = await ofCores(16, 1)
  const [node] = fleet.nodes.flat()
  await ask(world.lead, world.a, 'first')
  await ask(world.lead, world.a, 'next')
  expect(await statesOf(world)).toEqual({ first: ['admitted', node], next: ['waiting', null] })
  vi.resetModules()
  const begun = await import('./admit')
  await begun.lookAtQueue({ tenant: world.a, allocation: world.allocation })
  expect(await statesOf(world)).toEqual({ first: ['admitted', node], next: ['waiting', null] })
})

test('whoever has a turn while somebody else holds the node has the next one, and waits for nothing to be given back', async () => {
  const { world, fleet } = await ofCores(8, 2)
  await ask(world.lead, world.a, 'first')
  await ask(world.lead, world.a, 'next')
  await raise(world, 16)
  await holding(async (sql) => {
    await sql.query('SELECT FROM node WHERE id = ANY ($1) FOR UPDATE', [fleet.nodes.flat()])
    await look(world)
    expect((await statesOf(world)).next).toEqual(['waiting', null])
  })
  await look(world)
  expect((await statesOf(world)).next).toEqual(['admitted', expect.any(String)])
})

test.each([
  ['tenant', 'UPDATE tenant SET frozen_at = now() WHERE id = $1', 'UPDATE tenant SET frozen_at = NULL WHERE id = $1'],
  ['tenant', "UPDATE tenant SET suspended_until = now() + interval '1 hour' WHERE id = $1", 'UPDATE tenant SET suspended_until = NULL WHERE id = $1'],
  ['namespace', "UPDATE namespace SET frozen_at = now() WHERE tenant_id = $1 AND id = 'red'", "UPDATE namespace SET frozen_at = NULL WHERE tenant_id = $1 AND id = 'red'"],
])('whose %s is shut while their turn comes waits on, and begins when it is open again', async (_what, shut, open) => {
  const { world } = await ofCores(8, 2)
  await ask(world.lead, world.a, 'first')
  await ask(world.stranger, world.b, 'next')
  await raise(world, 16)
  let looked: Promise<void> | undefined
  await holding(async (sql) => {
    await sql.query("SELECT FROM account WHERE tenant_id = $1 AND kind = 'tenant' FOR UPDATE", [world.b])
    await sql.query(shut, [world.b])
    looked = look(world)
    await untilWaitedFor(sql)
    await sql.query('COMMIT')
  })
  await looked
  expect((await statesOf(world)).next).toEqual(['waiting', null])
  await loading((sql) => sql.query(open, [world.b]))
  await look(world)
  expect((await statesOf(world)).next).toEqual(['admitted', expect.any(String)])
})

/** Whether the release was thrown out of the ring: on a busy machine the ring is closed a second after it began to wait, and then it is whoever closes it. What was asked is done either way. */
async function isThrownOut(): Promise<boolean> {
  const { world, fleet } = await ofCores(8, 1)
  const first = await ask(world.lead, world.a, 'first')
  await ask(world.stranger, world.b, 'next')
  let released: Promise<unknown> | undefined
  const closed = await holding(async (sql) => {
    // As whoever cordons nodes because of work that may not be there: first the place, and then its nodes.
    await sql.query("SELECT FROM account WHERE tenant_id = $1 AND kind = 'tenant' FOR UPDATE", [world.b])
    released = doorFor(world.lead).then((door) => door.allocations.release({ tenant: world.a, allocation: first }))
    released.catch(() => undefined)
    await untilWaitedFor(sql)
    await sql.query('SELECT FROM node WHERE id = ANY ($1) FOR UPDATE', [fleet.nodes.flat()])
  }).then(() => true, (thrown: { code?: string }) => { if (thrown.code !== '40P01') throw thrown; return false })
  expect(await released).toMatchObject({ ok: true, value: { state: 'released' } })
  await look(world)
  expect((await statesOf(world)).next).toEqual(['admitted', fleet.nodes.flat()[0]])
  return closed
}
test('what is thrown out of a ring of those who wait for one another is carried out all the same', async () => {
  let tries = 0
  while (!(await isThrownOut())) expect(++tries).toBeLessThan(10)
})
