import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { namespacesOf } from '~/server/testing/every-row'
import { recordsOf } from '~/server/testing/records'
import { samples } from '~/server/testing/samples'
import { plainNamespace } from '~/server/testing/plain-namespace'
import { doorFor, makeWorld, shown, type World } from '~/server/testing/world'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)
const asPlatform = async (action: 'tenants.freeze' | 'tenants.thaw', tenant: string) => doorFor(world.platformAdmin, { stepUp: await shown(world.platformAdmin, action, { tenant }) })

test('a frozen tenant can be read and not changed; its own admins see who froze it; thawed, it goes on', async () => {
  expect(await (await asPlatform('tenants.freeze', world.a)).tenants.freeze({ tenant: world.a })).toMatchObject({ ok: true, value: { tenant: world.a } })
  expect(await (await asPlatform('tenants.freeze', world.a)).tenants.freeze({ tenant: world.a })).toEqual({ ok: false, refusal: 'already_frozen' })
  const admin = await doorFor(world.admin)
  expect(await admin.namespaces.create({ tenant: world.a, name: 'late', ...plainNamespace, title: 'Late' })).toEqual({ ok: false, refusal: 'tenant_frozen' })
  const wish = { tenant: world.a, namespace: 'red', resource: 'nvidia.com/gpu', limit: '3', version: '1' }
  expect(await (await doorFor(world.admin, { stepUp: await shown(world.admin, 'quotas.change', wish) })).quotas.change(wish)).toEqual({ ok: false, refusal: 'tenant_frozen' })
  expect((await namespacesOf(world.admin, world.a)).length).toBe(2)
  expect((await admin.tenants.read({ tenant: world.a })).frozenAt).not.toBeNull()
  expect((await recordsOf(world.a, 'deed')).map(({ entry }) => [`${entry.action.resource}.${entry.action.verb}`, entry.actor.userId])).toEqual([['tenants.freeze', world.platformAdmin.id]])
  expect(await (await asPlatform('tenants.thaw', world.a)).tenants.thaw({ tenant: world.a })).toMatchObject({ ok: true, value: { frozenAt: null } })
  expect(await (await asPlatform('tenants.thaw', world.a)).tenants.thaw({ tenant: world.a })).toEqual({ ok: false, refusal: 'not_frozen' })
  expect(await admin.namespaces.create({ tenant: world.a, name: 'late', ...plainNamespace, title: 'Late' })).toMatchObject({ ok: true })
})
test('a tenant that does not exist is not found, with a second factor too', async () => {
  await expect((await asPlatform('tenants.freeze', 'no-such-tenant')).tenants.freeze({ tenant: 'no-such-tenant' })).rejects.toThrow('not_found')
})
test('the platform lists tenants, and reads nothing inside one', async () => {
  const door = await doorFor(world.platformAdmin)
  const asked = samples(world)
  expect((await door.tenants.list({ ...asked['tenants.list'], find: world.mark })).rows.map(({ tenant }) => tenant)).toEqual(expect.arrayContaining([world.a, world.b]))
  for (const look of [() => door.quotas.list(asked['quotas.list']), () => door.namespaces.list(asked['namespaces.list']), () => door.members.list(asked['members.list']), () => door.tenants.read({ tenant: world.a })]) await expect(look()).rejects.toThrow('forbidden')
})
