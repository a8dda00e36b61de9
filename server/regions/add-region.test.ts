import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { connectAs, doorFor, makeWorld, shown, type World } from '~/server/testing/world'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)

/** Digits would be too few: regions belong to no test's own world. */
const letters = () => Array.from({ length: 12 }, () => String.fromCharCode(97 + randomInt(26))).join('')
const frankfurt = () => ({ region: `eu-${letters()}-1`, title: 'Frankfurt', country: 'DE', jurisdiction: 'eu' as const })
const add = async (wish: ReturnType<typeof frankfurt>) => (await doorFor(world.platformAdmin, { stepUp: await shown(world.platformAdmin, 'regions.add', wish) })).regions.add(wish)

test('a region is added once; the same again is the same; another under its name is refused; everybody signed in may know it', async () => {
  const wish = frankfurt()
  expect(await add(wish)).toMatchObject({ ok: true, value: wish })
  expect(await add(wish)).toMatchObject({ ok: true, value: wish })
  expect(await add({ ...wish, country: 'AT' })).toEqual({ ok: false, refusal: 'name_taken' })
  for (const person of [world.nobody, world.developer, world.platformAuditor]) expect(await (await doorFor(person)).regions.list({})).toContainEqual({ ...wish, createdAt: expect.any(String) })
})
test.each(['', 'eu', 'eu-central', 'eu-central-', 'EU-central-1', 'eu-central-123', 'e-central-1', 'zz-unknown-1', `eu-${'x'.repeat(60)}-1`])('%j is no region', async (region) => {
  await expect((await doorFor(world.platformAdmin)).regions.add({ ...frankfurt(), region })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  const owner = await connectAs('owner')
  await owner.query("BEGIN; SELECT set_config('app.loading', 'on', true)")
  await expect(owner.query("INSERT INTO region (id, title, country, jurisdiction) VALUES ($1, 'x', 'DE', 'eu')", [region])).rejects.toMatchObject({ code: '23514' })
  await owner.end()
})
