import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { closeDatabase } from '~/server/database/client'
import { everyRow } from '~/server/testing/every-row'
import { recordsOf } from '~/server/testing/records'
import { doorFor, loading, makeWorld, shown, type World } from '~/server/testing/world'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)

const create = async (organisation: string, title: string) => {
  const wish = { organisation, title }
  return (await doorFor(world.platformAdmin, { stepUp: await shown(world.platformAdmin, 'organisations.create', wish) })).organisations.create(wish)
}

test('an organisation is made once, with an account that holds nothing; the same again is the same; another of its name is refused', async () => {
  const name = `made-${world.mark}`
  const answers = await Promise.all(Array.from({ length: 5 }, () => create(name, 'Made')))
  expect(answers).toEqual(answers.map(() => ({ ok: true, value: { organisation: name, title: 'Made', createdAt: expect.any(String), tenants: 0 } })))
  expect(await create(name, 'Remade')).toEqual({ ok: false, refusal: 'name_taken' })
  const { rows } = await loading((sql) => sql.query('SELECT id, kind, parent_id, resources FROM account WHERE organisation_id = $1', [name]))
  expect(rows).toEqual([{ id: `platform/${name}`, kind: 'organisation', parent_id: 'platform', resources: [] }])
  const deed = (await recordsOf('platform', 'deed')).find(({ entry }) => entry.action.name === name)
  expect(deed?.entry).toMatchObject({ outcome: 'done', actor: { userId: world.platformAdmin.id, factorId: expect.any(String) }, context: { before: null, after: { organisation: name } } })
})
test('they are listed with how many tenants each holds, for whoever works on the platform', async () => {
  for (const person of [world.platformAdmin, world.platformApprover, world.platformAuditor]) {
    const door = await doorFor(person)
    const found = await everyRow((asked) => door.organisations.list({ find: world.mark, ...asked }))
    expect(found.find(({ organisation }) => organisation === world.organisation)).toMatchObject({ tenants: 2 })
    expect(await door.organisations.read({ organisation: world.organisation })).toMatchObject({ title: world.organisation, tenants: 2 })
    await expect(door.organisations.read({ organisation: 'ghost' })).rejects.toThrow('not_found')
  }
  await expect((await doorFor(world.admin)).organisations.list({ find: null, ...firstPage })).rejects.toThrow('not_found')
})
