/** A draft is tried on what was decided: it is told what would have been otherwise, to whom it concerns, and nothing of it holds. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { makeRoom, wishIn } from '~/server/testing/asking'
import { doorFor, makeWorld, shown, type World } from '~/server/testing/world'

let world: World
const rule = (expression: string, effect = 'deny', mode = 'enforced') => ({ rules: [{ id: 'small', title: 'Small ones', expression, effect, mode, message: 'Ask for fewer.', exceptions: [] }] })
beforeAll(async () => {
  world = await makeWorld()
  await makeRoom(world)
  for (const gpus of [1, 2, 3]) expect(await (await doorFor(world.lead)).allocations.create(wishIn(world, gpus, { name: `gpus-${gpus}` }))).toMatchObject({ ok: true, value: { verdict: 'admit' } })
  expect(await (await doorFor(world.developer)).allocations.create(wishIn(world, 1, { name: 'asked', models: ['A100'] }))).toMatchObject({ ok: true, value: { verdict: 'hold' } })
})
afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})
const tryOut = async (body: object, kind = 'rules', by = world.admin) => (await doorFor(by)).policies.tryOut({ tenant: world.a, kind, body } as never)

test('a rule that would refuse two of four is told with which, where, and from what to what', async () => {
  const told = await tryOut(rule('gpus > 1'))
  expect(told).toMatchObject({ looked: 4, unread: 0, namespaces: [{ namespace: 'red', looked: 4, flipped: 2 }] })
  expect(told.flips).toEqual([{
    before: { verdict: 'admit', reason: null, byRule: false }, after: { verdict: 'refuse', reason: 'denied_by_rule', byRule: false }, times: 2,
    examples: ['gpus-3', 'gpus-2'].map((name) => ({ allocation: expect.any(String), namespace: 'red', name, at: expect.any(String) })),
  }])
})
test('a shadow, and a rule that is never true, change nothing', async () => {
  expect((await tryOut(rule('gpus > 1', 'deny', 'shadow'))).flips).toEqual([])
  expect((await tryOut(rule('gpus > 100'))).flips).toEqual([])
})
test('what is held would go by itself under a profile', async () => {
  const profile = { id: 'one', title: 'One', namespace: 'red', gpusMost: 1, models: ['A100'], hoursMost: 24, until: '2030-01-01T00:00:00Z' }
  expect((await tryOut({ profiles: [profile] }, 'profiles')).flips).toMatchObject([{ before: { verdict: 'hold' }, after: { verdict: 'admit' }, times: 1, examples: [{ name: 'asked' }] }])
})
test('what is tried holds for nobody, and is compared with what holds', async () => {
  await tryOut(rule('gpus > 1'))
  expect(await (await doorFor(world.lead)).allocations.create(wishIn(world, 2))).toMatchObject({ ok: true, value: { verdict: 'admit' } })
  const wish = { tenant: world.a, kind: 'rules' as const, version: null, body: rule('gpus > 2') }
  expect(await (await doorFor(world.admin, { stepUp: await shown(world.admin, 'policies.change', wish) })).policies.change(wish as never)).toMatchObject({ ok: true })
  expect((await tryOut(rule('gpus > 2'))).flips).toEqual([])
  expect((await tryOut({ rules: [] })).flips).toMatchObject([{ before: { verdict: 'refuse', reason: 'denied_by_rule' }, after: { verdict: 'admit' }, times: 1 }])
})
test('another tenant’s admin is told of theirs alone, and a version tells what was said by whom', async () => {
  expect(await (await doorFor(world.stranger)).policies.tryOut({ tenant: world.b, kind: 'rules', body: rule('gpus > 0') } as never)).toMatchObject({ looked: 0, flips: [] })
  await expect(tryOut(rule('gpus > 0'), 'rules', world.stranger)).rejects.toMatchObject({ message: 'not_found' })
  const read = await (await doorFor(world.admin)).policies.read({ tenant: world.a, of: 'tenant', kind: 'rules' })
  expect(read).toMatchObject({ by: 'tenant', version: '1', earlier: false, versions: [{ version: '1', person: world.admin.id, until: null, body: rule('gpus > 2') }], names: { [world.admin.id]: expect.any(String) }, schema: { type: 'object' } })
})
