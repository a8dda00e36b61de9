import { afterAll, expect, test } from 'vitest'
import { lookAtQueue } from '~/server/admission/admit'
import { known } from '~/server/admission/known'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { freeOf, makeNodes } from '~/server/testing/nodes'
import { create, gpu, idOf, placementOf, reasonOf, release, roomy } from '~/server/testing/placing'
import { loading, type Person } from '~/server/testing/world'

afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

test('who waits for a yes holds quota and no node', async () => {
  const world = await roomy()
  const fleet = await makeNodes([world.a], [{ nodes: 1 }])
  const before = await freeOf(fleet)
  const made = await create(world.developer, world.a, { [gpu]: '1' })
  expect(reasonOf(made)).toBe('hold')
  expect(await placementOf(made)).toEqual({ region: null, placement: null })
  expect(await freeOf(fleet)).toEqual(before)
})
test('who waits for a node begins on it when it is given back, and holds up nobody meanwhile', async () => {
  const world = await roomy()
  const fleet = await makeNodes([world.a], [{ nodes: 1, gpus: 4 }])
  const [first, waits] = [await create(world.lead, world.a, { [gpu]: '3' }), await create(world.lead, world.a, { [gpu]: '2' }, { waits: true })]
  expect([reasonOf(first), reasonOf(waits), waits.ok && waits.value.reason]).toEqual(['admit', 'hold', 'waits_for_room'])
  expect(await placementOf(waits)).toEqual({ region: null, placement: null })
  expect(reasonOf(await create(world.lead, world.a, { [gpu]: '1' }))).toBe('admit')
  const decisionsOf = () => loading(async (sql) => {
    await sql.query("SELECT set_config('app.tenant_id', $1, true), set_config('app.namespaces', '*', true)", [world.a])
    return (await sql.query('SELECT count(*)::int AS times FROM decision WHERE allocation_id = $1', [idOf(waits)])).rows[0].times as number
  })
  const before = await decisionsOf()
  expect(before).toBeGreaterThan(0)
  await lookAtQueue({ tenant: world.a, allocation: idOf(waits) })
  expect(await decisionsOf()).toBe(before)
  await release(world.lead, world.a, first)
  for (let tries = 0; tries < 20 && (await placementOf(waits)).placement === null; tries++) await lookAtQueue({ tenant: world.a, allocation: idOf(waits) })
  expect((await placementOf(waits)).placement?.pods).toEqual([{ node: fleet.nodes[0]?.[0], gpus: [expect.any(Number), expect.any(Number)] }])
  expect((await freeOf(fleet))[0]?.gpus.filter((free) => free === 1000)).toHaveLength(1)
})
test('who waits for a node keeps nobody from the room that it would take, though something was given back just then', async () => {
  const world = await roomy()
  await makeNodes([world.a], [{ nodes: 1, gpus: 4 }])
  await loading((sql) => sql.query("UPDATE account SET hard = '{8}' WHERE organisation_id = $1 AND kind = 'namespace'", [world.organisation]))
  const first = await create(world.lead, world.a, { [gpu]: '4' })
  for (let others = 0; others < 4; others++) await create(world.admin, world.a, { [gpu]: '5' }, { waits: true })
  const [large, small] = [await create(world.admin, world.a, { [gpu]: '5' }, { waits: true }), await create(world.lead, world.a, { [gpu]: '4' }, { waits: true })]
  expect([reasonOf(first), ...[large, small].map((answer) => answer.ok && answer.value.reason)]).toEqual(['admit', 'waits_for_room', 'waits_for_room'])
  await release(world.lead, world.a, first)
  // By now there is room for any one of them, and a node for the last alone.
  await lookAtQueue({ tenant: world.a, allocation: idOf(small) })
  expect((await placementOf(small)).placement?.pods).toHaveLength(1)
  expect((await placementOf(large)).placement).toBe(null)
})
test('whoever has no turn yet keeps no node from whoever has, where one before them finds none', async () => {
  const world = await roomy()
  const fleet = await makeNodes([world.a], [{ nodes: 1, gpus: 4 }, { nodes: 1, gpus: 2 }])
  const cordon = (to: string) => loading((sql) => sql.query(`UPDATE node SET ${to}, version = version + 1 WHERE id = $1`, [fleet.nodes[0]?.[0]]))
  await loading((sql) => sql.query("UPDATE account SET hard = CASE namespace_id WHEN 'red' THEN '{8}'::bigint[] ELSE '{5}' END WHERE tenant_id = $1 AND kind = 'namespace'", [world.a]))
  await cordon("cordoned_at = now(), cordoned_because = 'For a while.'")
  expect(reasonOf(await create(world.admin, world.a, { [gpu]: '2' }, { namespace: 'blue' }))).toBe('admit')
  // One finds no node, one lacks room in blue, one stands behind that one, and the last keeps to its own room.
  const waits = async (by: Person, gpus: string, namespace: string) => {
    const answer = await create(by, world.a, { [gpu]: gpus }, { namespace, waits: true })
    expect(answer).toMatchObject({ ok: true, value: { reason: 'waits_for_room' } })
    return answer
  }
  await waits(world.lead, '8', 'red')
  for (const gpus of ['4', '3']) await waits(world.admin, gpus, 'blue')
  const last = await waits(world.lead, '4', 'red')
  await cordon('cordoned_at = NULL, cordoned_because = NULL')
  await known.mirror.fresh()
  for (let looks = 0; looks < 3; looks++) await lookAtQueue({ tenant: world.a, allocation: idOf(last) })
  expect((await placementOf(last)).placement?.pods).toHaveLength(1)
})
test('whoever waits for others to give way keeps no node from whoever has a turn', async () => {
  const world = await roomy([gpu, 'cpu'])
  const fleet = await makeNodes([world.a, world.b], [{ nodes: 1, gpus: 4, cpu: 4_000 }, { nodes: 1, gpus: 4, cpu: 8_000 }])
  const cordon = (to: string) => loading((sql) => sql.query(`UPDATE node SET ${to}, version = version + 1 WHERE id = $1`, [fleet.nodes[1]?.[0]]))
  await loading((sql) => sql.query("UPDATE account SET nominal = CASE WHEN kind = 'organisation' OR (tenant_id = $2 AND namespace_id IS DISTINCT FROM 'blue') THEN '{4,100000}'::bigint[] ELSE '{0,0}' END, hard = CASE kind WHEN 'organisation' THEN '{4,1000000}'::bigint[] ELSE hard END WHERE organisation_id = $1", [world.organisation, world.a]))
  await cordon("cordoned_at = now(), cordoned_because = 'For a while.'")
  const lent = await create(world.stranger, world.b, { [gpu]: '4', cpu: '4' })
  expect(reasonOf(lent)).toBe('admit')
  await loading((sql) => sql.query('UPDATE allocation SET preemptions = 3 WHERE id = $1', [idOf(lent)]))
  // Its own is lent to somebody who keeps it; whoever comes after it asks for nothing that it lacks.
  const first = await create(world.lead, world.a, { [gpu]: '1', cpu: '8' }, { waits: true })
  const last = await create(world.lead, world.a, { cpu: '8' }, { waits: true })
  for (const answer of [first, last]) expect(answer).toMatchObject({ ok: true, value: { reason: 'waits_for_room' } })
  await cordon('cordoned_at = NULL, cordoned_because = NULL')
  await known.mirror.fresh()
  for (let looks = 0; looks < 3; looks++) await lookAtQueue({ tenant: world.a, allocation: idOf(last) })
  expect([(await placementOf(first)).placement, (await placementOf(last)).placement?.pods.length]).toEqual([null, 1])
})
