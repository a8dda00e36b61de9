/** Of those who come at once, and are decided in one batch: who waits holds up whoever comes after, and nobody else. */
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { releaseAllocation } from '~/server/allocations/change-allocation'
import { createAllocation } from '~/server/allocations/create-allocation'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { findActor } from '~/server/identity/session'
import { digestOf } from '~/server/shared/canonical'
import { loading, makeWorld, sourceOfTest } from '~/server/testing/world'
import { carryOutBatch, footings } from './carry-out'
import type { Item } from './item'

afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

const resource = 'example.com/seat'
/** Two tenants of one organisation that has so many, of which each may have all. */
async function ofSeats(seats: number) {
  const { organisation, a, b, admin, stranger } = await makeWorld()
  await loading((sql) => sql.query("UPDATE account SET resources = ARRAY[$3], nominal = '{0}', hard = ARRAY[$2::bigint] WHERE organisation_id = $1", [organisation, seats, resource]))
  const actors = new Map<string, Awaited<ReturnType<typeof findActor>>>([[a, await findActor('web', admin.token, sourceOfTest())], [b, await findActor('web', stranger.token, sourceOfTest())]])
  const item = (action: Item['action'], decider: unknown, input: { tenant: string }): Item => {
    const actor = actors.get(input.tenant)
    if (!actor) throw new Error('somebody of the tenant')
    return { action, decider: decider as never, input: input as never, by: { actor, organisation, tenant: input.tenant, namespaces: '*', source: actor.source }, key: { id: randomUUID(), inputDigest: digestOf(input as never) } }
  }
  const asks = (tenant: string, name: string, amount: number, of = 'normal', waits = true) =>
    item('allocations.create', createAllocation, { tenant, ...{ namespace: 'red', name, class: of, pods: 1, each: { [resource]: `${amount}` }, models: [], region: null, labels: { 'cost-center': 'test' }, purpose: 'For the test.', hours: 1, pod: null, claims: [], waits } })
  const states = () => loading(async (sql) => Object.fromEntries((await sql.query("SELECT name, state FROM allocation WHERE organisation_id = $1 AND name <> 'waits' ORDER BY name", [organisation])).rows.map(({ name, state }) => [name, state])))
  const release = async (tenant: string, name: string) => item('allocations.release', releaseAllocation, { tenant, ...{ allocation: await loading(async (sql) => (await sql.query('SELECT id FROM allocation WHERE tenant_id = $1 AND name = $2', [tenant, name])).rows[0].id) } })
  return { a, b, asks, release, states }
}
/** In one batch; or in one of the same tenant that is decided on what another leaves while that is being written. */
const ways: [way: string, carryOut: (before: readonly Item[], items: readonly Item[]) => Promise<void>, other: 'a' | 'b'][] = [
  ['in one batch', async (before, items) => {
    await carryOutBatch(before)
    await carryOutBatch(items)
  }, 'b'],
  ['on what is being written', async (before, items) => {
    const { right } = footings
    let next: Promise<unknown> | undefined
    // What a tenant's first record makes is nothing to stand on.
    await carryOutBatch(before.slice(0, 1))
    await carryOutBatch(before.slice(1), () => { next ??= carryOutBatch(items) })
    await next
    expect(footings.right).toBe(right + 1)
  }, 'a'],
]

test.each(ways)('%s, whoever has no room and waits holds up who came after, however small', async (_way, carryOut, other) => {
  const { asks, states, ...tenants } = await ofSeats(10)
  await carryOut([asks(tenants.a, 'runs', 4), asks(tenants.a, 'too', 1)], [asks(tenants.a, 'head', 8), asks(tenants[other], 'small', 1), asks(tenants[other], 'never', 1, 'normal', false)])
  expect(await states()).toEqual({ runs: 'admitted', too: 'admitted', head: 'waiting', small: 'waiting' })
})
test.each(ways)('%s, a class above comes first, and is not held up by whoever has no room in a class below', async (_way, carryOut, other) => {
  const { asks, states, ...tenants } = await ofSeats(10)
  await carryOut([asks(tenants.a, 'runs', 2), asks(tenants.a, 'more', 2), asks(tenants.a, 'too', 1, 'low')], [asks(tenants.a, 'low', 8, 'low'), asks(tenants[other], 'above', 2), asks(tenants[other], 'lower', 1, 'low')])
  expect(await states()).toEqual({ runs: 'admitted', more: 'admitted', too: 'admitted', above: 'admitted', low: 'waiting', lower: 'waiting' })
})
test('of what is given back nobody has any who stands behind somebody that comes in the same batch and has no room', async () => {
  const { a, b, asks, release, states } = await ofSeats(10)
  await carryOutBatch([asks(a, 'runs', 8), asks(b, 'goes', 2)])
  await carryOutBatch([asks(b, 'behind', 2, 'low')])
  await carryOutBatch([await release(b, 'goes'), asks(a, 'comes', 6)])
  expect(await states()).toEqual({ runs: 'admitted', goes: 'released', behind: 'waiting', comes: 'waiting' })
})
