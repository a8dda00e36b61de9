import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Action } from '~/server/authorization/actions'
import { closeDatabase } from '~/server/database/client'
import { doorFor, loading, makeWorld, type Person, type World } from '~/server/testing/world'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)
const ask = async (person: Person, action: Action, tenant: string = world.a) => (await doorFor(person)).members.whoMay({ tenant, action })

test('everybody in a tenant may know whom to ask, however little of it they reach: three at most, by name, of those who can act now', async () => {
  expect(await ask(world.developer, 'quotas.change')).toEqual({ roles: ['tenant_admin'], people: [world.admin.email] })
  // Those who cannot act any more would come first by their names.
  const others = await Promise.all(['admin-b', 'admin-c', 'admin-d', 'a-gone', 'a-past'].map((name) => world.person(name, ['tenant_admin', world.a, null])))
  await loading(async (sql) => {
    await sql.query('UPDATE person SET disabled_at = now() WHERE id = $1', [others[3]?.id])
    await sql.query('UPDATE role_binding SET valid_to = now() WHERE person_id = $1', [others[4]?.id])
  })
  expect(await ask(world.lead, 'quotas.change')).toEqual({ roles: ['tenant_admin'], people: [...others.slice(0, 3).map(({ email }) => email), world.admin.email].sort().slice(0, 3) })
})
test('nobody else may, and a tenant that is not theirs answers as one that does not exist', async () => {
  const said = (person: Person, tenant: string) => ask(person, 'quotas.change', tenant).catch((thrown) => thrown.message)
  for (const person of [world.nobody, world.stranger]) expect([await said(person, world.a), await said(person, 'ghost')]).toEqual(['not_found', 'not_found'])
  expect(await said(world.platformAdmin, world.a)).toBe('forbidden')
})
test.each(['tenants.freeze', 'sessions.list', 'nothing.here', 'toString', '__proto__'])('%s is asked of no tenant', async (action) => {
  await expect(ask(world.admin, action as Action)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})
