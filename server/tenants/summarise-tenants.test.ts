import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { doorFor, makeWorld, shown, type World } from '~/server/testing/world'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)

test('what is counted is what there is, on the whole platform', async () => {
  const summarise = async () => (await doorFor(world.platformAuditor)).tenants.summarise({})
  const before = await summarise()
  expect(before.levels.reduce((sum, { tenants }) => sum + tenants, 0)).toBe(before.tenants)
  await makeWorld()
  const input = { tenant: world.a }
  await (await doorFor(world.platformAdmin, { stepUp: await shown(world.platformAdmin, 'tenants.freeze', input) })).tenants.freeze(input)
  const after = await summarise()
  expect([after.organisations - before.organisations, after.tenants - before.tenants, after.frozen - before.frozen]).toEqual([1, 2, 1])
})
