/** A condition is tried on what rules were shown, where it can be stopped: it may be anything. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { makeRoom, wishIn } from '~/server/testing/asking'
import { connectAs, doorFor, makeWorld, type World } from '~/server/testing/world'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await makeRoom(world)
  for (const gpus of [1, 2, 3]) expect(await (await doorFor(world.lead)).allocations.create(wishIn(world, gpus, { name: `gpus-${gpus}`, labels: { 'cost-center': 'c1', team: `t${gpus}` } }))).toMatchObject({ ok: true, value: { verdict: 'admit' } })
})
afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})
const tryOut = async (condition: string, by = world.admin, tenant: string = world.a) => (await doorFor(by)).policies.tryCondition({ tenant, condition })
/** What it came to, of as many as there was time for: on a machine that is busy those may be fewer. */
const cameIn = async (condition: string) => {
  const told = await tryOut(condition)
  expect([told.tried.length + told.left, told.tried.length > 0]).toEqual([3, true])
  return { ...told, came: Object.fromEntries(told.tried.map(({ name, came }) => [name, came.ok ? came.value : came.refusal])) }
}
const ofThose = <T>(came: Readonly<Record<string, T>>, expected: Readonly<Record<string, T>>) => Object.fromEntries(Object.keys(came).map((name) => [name, expected[name]]))

test('each of the latest wishes is told with whether it is true of it, the latest first, and what it would cost', async () => {
  const { came, tried, enforceable } = await cameIn('gpus > 1')
  expect(came).toEqual(ofThose(came, { 'gpus-1': false, 'gpus-2': true, 'gpus-3': true }))
  expect(tried[0]).toMatchObject({ name: 'gpus-3', namespace: 'red', allocation: expect.any(String), at: expect.any(String) })
  expect(enforceable).toEqual({ ok: true, cost: expect.any(Number), costMost: 50_000 })
})
test('it is shown what a rule is shown', async () => {
  const { came } = await cameIn(`spec.name == 'gpus-2' && labels.team == 't2' && spec.resources.requests['nvidia.com/gpu'] == 2 && namespaceObject.id == 'red' && tenant.id == '${world.a}' && class == 'normal' && 'namespace_admin' in person.roles && now < timestamp('2100-01-01T00:00:00Z')`)
  expect(came).toEqual(ofThose(came, { 'gpus-1': false, 'gpus-2': true, 'gpus-3': false }))
})
test('what would run for hours is ended and told so, in seconds, and others are answered meanwhile', async () => {
  const list = `[${Array(200).fill(1)}]`
  const hours = Array.from({ length: 6 }, (_, at) => `${list}.all(v${at}, `).join('')
  const began = performance.now()
  let turns = 0
  const turn = setInterval(() => { turns++ }, 10)
  const { came, enforceable } = await cameIn(`${hours}true${')'.repeat(6)}`)
  clearInterval(turn)
  expect(new Set(Object.values(came))).toEqual(new Set(['out_of_time']))
  expect(enforceable).toMatchObject({ ok: false, refusal: 'too_long' })
  expect(turns).toBeGreaterThan(5)
  expect(performance.now() - began).toBeLessThan(15_000)
})
test('what cannot be shown to be cheap is told to be tried only; and why one of a wish fails', async () => {
  expect((await cameIn('spec.models.all(x, spec.models.all(y, x == y))')).enforceable).toEqual({ ok: false, refusal: 'too_costly', says: expect.stringContaining('At its worst it costs') })
  const { tried, enforceable } = await cameIn('spec.nothing > 1')
  expect(tried[0]?.came).toEqual({ ok: false, refusal: 'not_evaluated', says: 'field not found: nothing' })
  expect(enforceable.ok).toBe(true)
})
test('what cannot be read is tried on nothing', async () => {
  expect(await tryOut('gpus >')).toEqual({ enforceable: { ok: false, refusal: 'not_cel', says: expect.stringContaining('It is not CEL') }, tried: [], left: 0, unread: 0 })
})
test('facts of a version that this one cannot read are counted, and no more', async () => {
  const other = await makeWorld()
  await makeRoom(other)
  expect(await (await doorFor(other.lead)).allocations.create(wishIn(other, 1))).toMatchObject({ ok: true })
  const owner = await connectAs('owner')
  try {
    await owner.query('ALTER TABLE decision NO FORCE ROW LEVEL SECURITY')
    await owner.query(`UPDATE decision SET facts = '{"state":{},"wish":{"namespace":"red","name":"old"},"now":"2026-01-01T00:00:00Z"}' WHERE tenant_id = $1`, [other.a])
  } finally {
    await owner.query('ALTER TABLE decision FORCE ROW LEVEL SECURITY')
    await owner.end()
  }
  expect(await tryOut('gpus > 0', other.admin, other.a)).toMatchObject({ tried: [], left: 0, unread: 1 })
})
test('an auditor tries it, too; another tenant’s admin is told of theirs alone', async () => {
  expect((await tryOut('gpus > 1', world.auditor)).tried.length).toBeGreaterThan(0)
  expect(await tryOut('gpus > 1', world.stranger, world.b)).toMatchObject({ tried: [], left: 0, unread: 0 })
  await expect(tryOut('gpus > 1', world.stranger)).rejects.toMatchObject({ message: 'not_found' })
})
