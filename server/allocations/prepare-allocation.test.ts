import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { makeNodes } from '~/server/testing/nodes'
import { doorFor, loading, makeWorld, type Person, type World } from '~/server/testing/world'

afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

const gpu = 'nvidia.com/gpu'
async function roomy(): Promise<World> {
  const world = await makeWorld()
  await loading((sql) => sql.query("UPDATE account SET resources = '{nvidia.com/gpu}', nominal = '{0}', hard = '{1000}', used = '{0}', held = '{0}', unexplained = '{0}' WHERE organisation_id = $1 AND kind <> 'class'", [world.organisation]))
  return world
}
const wish = (tenant: string, name: string, more: object = {}) =>
  ({ tenant, namespace: 'red', name, class: 'normal', pods: 1, each: { [gpu]: '2' }, models: [], region: null, labels: { 'cost-center': 'first' }, purpose: 'For the test.', hours: 1, pod: null, claims: [], waits: false, ...more })
const create = async (person: Person, ...asked: Parameters<typeof wish>) => {
  const answer = await (await doorFor(person)).allocations.create(wish(...asked))
  if (!answer.ok || answer.value.allocation === null) throw new Error(JSON.stringify(answer))
  return answer.value.allocation
}
const prepared = async (person: Person, tenant: string, namespace: string | null = 'red') => (await doorFor(person)).allocations.prepare({ tenant, namespace })

test('the models are those that the tenant may be given, with the least memory one of them has, and of what stands free a word', async () => {
  const world = await roomy()
  const fleet = await makeNodes([world.a, world.b], [
    { nodes: 9, model: 'A100' }, { nodes: 1, model: 'T4', gpus: 8 }, { nodes: 1, model: 'L40S', gpus: 2 }, { nodes: 1, model: 'H100', owner: world.b, level: 2 }, { nodes: 1, model: 'V100', taints: ['theirs'] },
  ])
  await makeNodes([], [{ nodes: 1, model: 'P100' }])
  await loading((sql) => sql.query("UPDATE node SET gpu_memory = 40 WHERE id = $1", [fleet.nodes[0]?.[0]]))
  const models = async (person: Person, tenant: string) => (await prepared(person, tenant)).models.map(({ model, memory, free }) => `${model} ${memory} ${free}`)
  const before = await models(world.lead, world.a)
  expect(before).toEqual(['A100 40 plenty', 'L40S 80 few', 'T4 80 some'])
  expect(await models(world.stranger, world.b)).toEqual(['A100 40 plenty', 'H100 80 some', 'L40S 80 few', 'T4 80 some'])
  // What somebody takes is not seen, as long as it takes no more than a word leaves open.
  await create(world.stranger, world.b, 'theirs', { models: ['A100'], each: { [gpu]: '8' } })
  expect(await models(world.lead, world.a)).toEqual(before)
  await loading((sql) => sql.query("UPDATE node SET gpu_free = '{1000,999}', version = version + 1 WHERE id = ANY ($1)", [fleet.nodes[2]]))
  expect(await models(world.lead, world.a)).toContain('L40S 80 few')
  await loading((sql) => sql.query("UPDATE node SET cordoned_at = now(), cordoned_because = 'Hot.', version = version + 1 WHERE id = ANY ($1)", [fleet.nodes[2]]))
  await loading((sql) => sql.query("UPDATE node SET reported_at = now() - interval '31 seconds' WHERE id = ANY ($1)", [fleet.nodes[1]]))
  expect(await models(world.lead, world.a)).toEqual(['A100 40 plenty', 'L40S 80 none', 'T4 80 none'])
  // Whoever was promised pools of their own is nowhere else.
  await loading((sql) => sql.query('UPDATE tenant SET isolation_level = 2 WHERE id = $1', [world.b]))
  expect(await models(world.stranger, world.b)).toEqual(['H100 80 some'])
})
test('what was asked in a namespace last, what is open there, and what stands idle and is one’s own, is told there and nowhere else', async () => {
  const world = await roomy()
  const fleet = await makeNodes([world.a], [{ nodes: 4 }])
  const bare = await prepared(world.lead, world.a)
  const waits = { allocation: world.allocation, name: 'waits', state: 'waiting', class: 'normal', amounts: { [gpu]: '1' }, models: [] }
  expect([bare.labels, bare.open, bare.idle]).toEqual([{}, [waits], []])
  const [busy, idle, theirs] = [await create(world.lead, world.a, 'busy'), await create(world.lead, world.a, 'idle'), await create(world.admin, world.a, 'theirs')]
  const held = await create(world.developer, world.a, 'held', { models: ['A100'], labels: { 'cost-center': 'second' } })
  await loading(async (sql) => {
    await sql.query("UPDATE allocation SET state = 'running', running_at = now() - interval '2 hours', admitted_at = now() - interval '2 hours', asked_at = now() - interval '2 hours' WHERE id = ANY ($1)", [[busy, idle, theirs]])
    for (const [allocation, use] of [[busy, 700], [idle, 20], [theirs, 0]]) {
      await sql.query("INSERT INTO workload (cluster_id, id, tenant_id, namespace_id, allocation_id, node_id, resources, amounts, gpu_use, cpu_use, started_at, reported_at) VALUES ($1, $2, $3, 'red', $4, $5, '{nvidia.com/gpu}', '{2}', $6, 0, now() - interval '2 hours', now())",
        [fleet.clusters[0], randomUUID(), world.a, allocation, fleet.nodes[0]?.[0], use])
    }
  })
  const seen = await prepared(world.lead, world.a)
  expect(seen.labels).toEqual({ 'cost-center': 'second' })
  expect(seen.open).toEqual([{ allocation: held, name: 'held', state: 'held', class: 'normal', amounts: { [gpu]: '2' }, models: ['A100'] }, waits])
  expect(seen.idle.map(({ name, gpus }) => [name, gpus]).sort()).toEqual([['idle', 2], ['theirs', 2]])
  expect((await prepared(world.developer, world.a)).idle).toEqual([])
  const elsewhere = await prepared(world.admin, world.a, 'blue')
  expect([elsewhere.labels, elsewhere.open, elsewhere.idle]).toEqual([{}, [], []])
  await expect(prepared(world.lead, world.a, 'blue')).rejects.toMatchObject({ message: 'not_found' })
  await expect(prepared(world.stranger, world.a)).rejects.toMatchObject({ message: 'not_found' })
})
test('classes, durations and where it may be are the policies’', async () => {
  const world = await roomy()
  const { region } = await makeNodes([world.a], [{ nodes: 1 }])
  const { classes, normal, hours, regions, isolation, waits } = await prepared(world.lead, world.a, null)
  expect(classes.map(({ id, allowed, needsApproval }) => [id, allowed, needsApproval])).toEqual([['low', true, false], ['normal', true, false], ['high', false, true], ['critical', false, true]])
  expect({ normal, hours, regions, isolation, waits }).toEqual({ normal: 'normal', hours: { usual: 24, most: 720 }, regions: [region], isolation: 1, waits: {} })
})
