import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import type { PlatformRole } from '~/server/identity/actor'
import { closeDatabase } from '~/server/database/client'
import { recordsOf } from '~/server/testing/records'
import { connectAs, doorFor, makeWorld, type Person, shown, type World } from '~/server/testing/world'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)

async function grant(by: Person, email: string, role: PlatformRole, until: string | null = null) {
  const wish = { email, role, until }
  return (await doorFor(by, { stepUp: await shown(by, 'staff.grant', wish) })).staff.grant(wish)
}
async function end(by: Person, binding: string) {
  const wish = { binding }
  return (await doorFor(by, { stepUp: await shown(by, 'staff.end', wish) })).staff.end(wish)
}
const watches = async (person: Person) => (await doorFor(person)).tenants.summarise({}).then(() => 'yes', (thrown) => thrown.message)

test('a role on the platform is given and ended, felt at the next request, listed with who gave it, and recorded without the address', async () => {
  const person = await world.person('joiner')
  expect(await watches(person)).toBe('not_found')
  const given = await grant(world.platformAdmin, person.email, 'auditor')
  expect(given).toMatchObject({ ok: true, value: { person: person.id, role: 'auditor', until: null } })
  expect(await watches(person)).toBe('yes')
  expect(await grant(world.platformAdmin, person.email, 'platform_admin')).toEqual({ ok: false, refusal: 'operates_and_audits' })
  const list = async (as: Person) => (await (await doorFor(as)).staff.list({ find: person.email, ...firstPage })).rows
  expect(await list(world.platformAuditor)).toMatchObject([{ role: 'auditor', grantedBy: world.platformAdmin.email, until: null }])
  const binding = given.ok ? given.value.binding : ''
  expect(await end(world.platformAdmin, binding)).toMatchObject({ ok: true })
  expect(await watches(person)).toBe('not_found')
  expect(await end(world.platformAdmin, binding)).toEqual({ ok: false, refusal: 'already_ended' })
  const deeds = (await recordsOf('platform', 'deed')).filter(({ entry }) => entry.action.resource === 'staff' && entry.actor.userId === world.platformAdmin.id)
  expect(deeds.map(({ entry }) => entry.action.verb)).toEqual(['grant', 'end'])
  for (const { bytes } of deeds) expect(bytes.toString()).not.toContain(person.email)
})
test('nobody gives themselves a role, an auditor gives none, and what is a tenant’s is not ended from here', async () => {
  expect(await grant(world.platformAdmin, world.platformAdmin.email, 'approver')).toEqual({ ok: false, refusal: 'own_role' })
  expect(await grant(world.platformAdmin, 'ghost@example.test', 'approver')).toEqual({ ok: false, refusal: 'person_unknown' })
  await expect(grant(world.platformAuditor, world.nobody.email, 'platform_admin')).rejects.toThrow('forbidden')
  expect(await end(world.platformAdmin, world.binding)).toEqual({ ok: false, refusal: 'not_found' })
})
test('a deed of the platform that is not about people makes nobody anything', async () => {
  const engine = await connectAs('engine')
  const attempt = async (staff: string, granter: string) => {
    await engine.query('BEGIN')
    await engine.query("SELECT set_config('app.platform', 'on', true), set_config('app.person_id', $1, true), set_config('app.staff', $2, true)", [world.platformAdmin.id, staff])
    const outcome = await engine.query("INSERT INTO role_binding (id, person_id, role, granted_by) VALUES (gen_random_uuid(), $1, 'platform_admin', $2)", [world.nobody.id, granter]).then(() => 'made', (thrown: Error) => thrown.message)
    await engine.query('ROLLBACK')
    return outcome
  }
  expect(await attempt('on', world.platformAdmin.id)).toBe('made')
  expect(await attempt('', world.platformAdmin.id)).toMatch(/row-level security/)
  expect(await attempt('on', world.admin.id)).toMatch(/row-level security/)
  await engine.end()
})
