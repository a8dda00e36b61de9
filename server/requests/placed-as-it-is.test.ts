/** What somebody says yes to is shown and placed on the fleet as it is at that moment, not as this process last saw it. */
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { known } from '~/server/admission/known'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { approve, hold, makeRoom, wishIn } from '~/server/testing/asking'
import { makeNodes, type TestNodes } from '~/server/testing/nodes'
import { connectAs, doorFor, loading, makeWorld, type World } from '~/server/testing/world'

let [world, fleet] = [] as unknown as [World, TestNodes]
beforeAll(async () => {
  world = await makeWorld()
  await makeRoom(world)
  fleet = await makeNodes([world.a], [{ nodes: 2 }])
})
afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

const [first, second] = [0, 1] as const
const nodeAt = (at: number) => fleet.nodes[0]?.[at] ?? ''
/** As another process does it: this one is told of nothing. */
const onlyOpen = (at: number) => loading((sql) => sql.query("UPDATE node SET cordoned_at = CASE WHEN id <> $1 THEN now() END, cordoned_because = CASE WHEN id <> $1 THEN 'Hot.' END, version = version + 1 WHERE id = ANY ($2)", [nodeAt(at), fleet.nodes[0]]))
/** This process has seen the fleet, and does not look again by itself. */
const seen = () => known.mirror.fresh()
const stands = async (allocation: string) => (await loading((sql) => sql.query("SELECT state, placement -> 'pods' -> 0 ->> 'node' AS node FROM allocation WHERE id = $1", [allocation]))).rows[0]
const sheetOf = async (allocation: string) => {
  const sheet = await (await doorFor(world.admin)).requests.sheetInTenant({ tenant: world.a, allocation, less: null })
  return sheet.ok ? sheet.value && { verdict: sheet.value.verdict, reason: sheet.value.reason } : sheet.refusal
}

test('where the node that had room closes and another opens, the yes is carried out on the other', async () => {
  await onlyOpen(first)
  const of = await hold(world.developer, wishIn(world, 8))
  await seen()
  await onlyOpen(second)
  expect(await approve(world, world.admin, of)).toMatchObject({ ok: true, value: { state: 'approved' } })
  expect(await stands(of.allocation)).toEqual({ state: 'admitted', node: nodeAt(second) })
})
test('and so it is shown: room that came is there, and room that went is not', async () => {
  await onlyOpen(second)
  const of = await hold(world.developer, wishIn(world, 8))
  await seen()
  expect(await sheetOf(of.allocation)).toEqual({ verdict: 'refuse', reason: 'no_node_fits' })
  await seen()
  await onlyOpen(first)
  expect(await sheetOf(of.allocation)).toEqual({ verdict: 'admit', reason: null })
  await onlyOpen(second)
  expect(await sheetOf(of.allocation)).toEqual({ verdict: 'refuse', reason: 'no_node_fits' })
})
test('nodes that somebody else holds for a moment, as each heartbeat does, are not taken: it is looked again when they are done', async () => {
  await onlyOpen(first)
  const of = await hold(world.developer, wishIn(world, 8))
  await seen()
  const other = await connectAs('owner')
  const held = async (ms: number) => {
    await other.query("BEGIN; SELECT set_config('app.loading', 'on', true)")
    await other.query('SELECT FROM node WHERE id = ANY ($1) FOR NO KEY UPDATE', [fleet.nodes[0]])
    void setTimeout(ms).then(() => other.query('ROLLBACK'))
  }
  await held(250)
  expect(await sheetOf(of.allocation)).toEqual({ verdict: 'admit', reason: null })
  await held(250)
  expect(await approve(world, world.admin, of)).toMatchObject({ ok: true, value: { state: 'approved' } })
  expect(await stands(of.allocation)).toEqual({ state: 'admitted', node: nodeAt(first) })
  await other.end()
})
