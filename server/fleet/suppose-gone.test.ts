/** Pools and nodes supposed gone: what stands there is looked for elsewhere, of all tenants together, and nothing is changed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { makeNodes, type TestNodes } from '~/server/testing/nodes'
import { doorFor, loading, makeWorld, type World } from '~/server/testing/world'

const gpu = 'nvidia.com/gpu'
let world: World
let fleet: TestNodes
beforeAll(async () => {
  world = await makeWorld()
  await loading((sql) => sql.query(`UPDATE account SET resources = $2::text[], nominal = '{0,0}', hard = array_fill(1000000::bigint, ARRAY[2]), used = '{0,0}', held = '{0,0}', unexplained = '{0,0}' WHERE organisation_id = $1`, [world.organisation, ['cpu', gpu]]))
  fleet = await makeNodes([world.a, world.b], [{ nodes: 1, gpus: 4 }, { nodes: 1, gpus: 2 }])
})
afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

const cordon = (pool: number, is: boolean) => loading((sql) => sql.query("UPDATE node SET cordoned_at = CASE WHEN $2 THEN now() END, cordoned_because = CASE WHEN $2 THEN 'For the test.' END, version = version + 1 WHERE id = $1", [fleet.nodes[pool]?.[0], is]))
const poolOf = (at: number) => `p${at}-${fleet.mark}`
async function run(tenant: 'a' | 'b', name: string, gpus: number) {
  const door = await doorFor(tenant === 'a' ? world.lead : world.stranger)
  const answer = await door.allocations.create({ tenant: world[tenant], namespace: 'red', name, class: 'normal', pods: 1, each: { [gpu]: `${gpus}` }, models: [], region: null, labels: { 'cost-center': 'test' }, purpose: 'For the test.', hours: 1, pod: null, claims: [], waits: false })
  expect(answer).toMatchObject({ ok: true, value: { verdict: 'admit' } })
}
const suppose = async (pools: string[], nodes: string[] = []) => {
  const answer = await (await doorFor(world.platformAdmin)).fleet.suppose({ pools, nodes })
  if (!answer.ok) throw new Error('it is answered')
  return answer.value
}
const standing = () => loading(async (sql) => [
  (await sql.query('SELECT id, state, placement, version FROM allocation WHERE organisation_id = $1 ORDER BY id', [world.organisation])).rows, (await sql.query('SELECT id, gpu_free, cordoned_at, version FROM node WHERE id LIKE $1 ORDER BY id', [`%-${fleet.mark}`])).rows,
])

test('what stands on what is gone is looked for elsewhere, whoever was there first first, and what one finds another does not; nothing is changed, and no name is told', async () => {
  await cordon(1, true)
  await run('a', 'first-there', 2)
  await run('b', 'second-there', 2)
  await cordon(1, false)
  const before = await standing()
  const answer = await suppose([poolOf(0)])
  expect(answer).toMatchObject({
    nodes: 1, unknown: [], isPart: false, models: [{ model: 'A100', gpus: { before: expect.any(Number), after: expect.any(Number) } }],
    tenants: [{ tenant: world.b, allocations: 1, gpus: '2000', without: 1, gpusWithout: '2000' }, { tenant: world.a, allocations: 1, gpus: '2000', without: 0, gpusWithout: '0' }],
  })
  const [model] = answer.models
  expect((model?.gpus.before ?? 0) - (model?.gpus.after ?? 0)).toBe(4_000)
  expect(JSON.stringify(answer)).not.toMatch(/first-there|second-there/)
  expect(await standing()).toEqual(before)
})
test('a node alone, and all of it: where nothing stands nobody would notice, and where nothing is left nobody finds a place', async () => {
  expect(await suppose([], [fleet.nodes[1]?.[0] ?? ''])).toMatchObject({ nodes: 1, tenants: [] })
  expect((await suppose([poolOf(0), poolOf(1)])).tenants.map(({ without }) => without)).toEqual([1, 1])
  expect(await suppose([], [])).toMatchObject({ nodes: 0, tenants: [], models: [] })
})
test('what is not in the fleet is said to be that', async () => {
  expect(await suppose([`none-${fleet.mark}`], [`nowhere-${fleet.mark}`])).toMatchObject({ nodes: 0, unknown: [`none-${fleet.mark}`, `nowhere-${fleet.mark}`], tenants: [] })
})
test('a platform admin supposes without being elevated; nobody else does', async () => {
  for (const person of [world.platformAuditor, world.platformApprover]) await expect((await doorFor(person)).fleet.suppose({ pools: [poolOf(0)], nodes: [] })).rejects.toThrow('forbidden')
  await expect((await doorFor(world.admin)).fleet.suppose({ pools: [poolOf(0)], nodes: [] })).rejects.toThrow('not_found')
})
