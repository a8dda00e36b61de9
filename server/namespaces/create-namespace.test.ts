import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { namespacesOf, quotasOf } from '~/server/testing/every-row'
import { recordsOf } from '~/server/testing/records'
import { doorFor, makeWorld, type World } from '~/server/testing/world'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)

test('a namespace is made once, with an account that holds nothing; the same again is the same; another of its name is refused', async () => {
  const door = await doorFor(world.admin)
  const create = (title: string) => door.namespaces.create({ tenant: world.a, name: 'green', title })
  expect(await create('Green')).toMatchObject({ ok: true, value: { name: 'green', title: 'Green' } })
  expect(await create('Green')).toMatchObject({ ok: true, value: { name: 'green', title: 'Green' } })
  expect(await create('Grass')).toEqual({ ok: false, refusal: 'name_taken' })
  expect((await quotasOf(world.admin, world.a)).filter(({ namespace }) => namespace === 'green')).toEqual([expect.objectContaining({ limit: '0', used: '0', held: '0' })])
  expect((await recordsOf(world.a, 'deed')).map(({ entry }) => [entry.action.name, entry.level, entry.request])).toContainEqual(['green', 'Request', { tenant: world.a, name: 'green', title: 'Green' }])
})
test('ten who make the same at once make one', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, async () => (await doorFor(world.admin)).namespaces.create({ tenant: world.a, name: 'rush', title: 'Rush' })))
  expect(answers.every(({ ok }) => ok)).toBe(true)
  expect((await namespacesOf(world.admin, world.a)).filter((name) => name === 'rush')).toHaveLength(1)
})
