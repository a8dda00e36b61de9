/** Guarantee: whatever somebody of the platform looks at or changes of a tenant stands in that tenant's own record, where its admins read it; and what they may not know yet does not. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { type Action, actions, specOf } from '~/server/authorization/actions'
import { closeDatabase } from '~/server/database/client'
import { numberAll, projectAll, recordsOf } from '~/server/testing/records'
import { samples } from '~/server/testing/samples'
import { doorFor, loading, makeWorld, shown, type World } from '~/server/testing/world'
import { concerns, idsIn, subjectOf } from './concern'

let world: World
let file: string
beforeAll(async () => {
  world = await makeWorld()
  file = await loading(async (sql) => (await sql.query("INSERT INTO case_file (tenant_id, kind, version, shadow, opened_at, seen_at) VALUES ($1, 'allocations.squatting', 1, false, now(), now()) RETURNING id", [world.a])).rows[0].id as string)
})
afterAll(closeDatabase)

const read = async (reader = world.admin, tenant: string = world.a) => {
  await numberAll()
  await projectAll()
  return (await (await doorFor(reader)).staff.listInTenant({ tenant, ...firstPage })).rows
}
/** What names a tenant, or something that is one's, and concerns it all the same no more than the rest: each with why. */
const beside: Readonly<Partial<Record<Action, string>>> = {
  'requests.offer': 'worked out for whoever has read the request', 'requests.renew': 'worked out for whoever has read the request', 'requests.sheet': 'worked out for whoever has read the request',
  'reviews.answerOnPlatform': 'of who works on the platform',
}
test('every action of the platform that names a tenant, or what belongs to one, concerns it; those that do not are few, and each says why', () => {
  const asked = samples(world)
  const named = (Object.keys(actions) as Action[]).filter((action) => specOf(action).on === 'platform' && (['tenant', 'case', 'request', 'requests', 'review'] as const).some((subject) => idsIn(subject, asked[action]).length > 0))
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((action) => subjectOf(action) === null && !(action in beside))).toEqual([])
  expect(Object.keys(beside).filter((action) => subjectOf(action as Action) !== null)).toEqual([])
  expect(Object.keys(concerns).sort()).toEqual(Object.keys(actions).filter((action) => specOf(action as Action).on === 'platform').sort())
})
test('each read of something of the tenant stands in its list, with who it was as an id, and no other tenant’s', async () => {
  const [admin, auditor] = [await doorFor(world.platformAdmin), await doorFor(world.platformAuditor)]
  await admin.tenants.readOnPlatform({ tenant: world.a })
  await auditor.requests.read({ request: world.request })
  await (await doorFor(world.platformApprover)).requests.readTogether({ requests: [world.request] })
  await admin.reviews.readOnPlatform({ review: world.review, show: 'all', ...firstPage })
  const seen = await read()
  expect(seen.map(({ did, who, outcome }) => [did, who, outcome]).sort()).toEqual([
    ['requests.read', world.platformAuditor.id, 'done'], ['requests.readTogether', world.platformApprover.id, 'done'], ['reviews.readOnPlatform', world.platformAdmin.id, 'done'], ['tenants.readOnPlatform', world.platformAdmin.id, 'done'],
  ].sort())
  expect(JSON.stringify(seen)).not.toContain(world.platformAdmin.email)
  expect(await read(world.stranger, world.b)).toEqual([])
  // A list of all is about none of them.
  await admin.tenants.list({ ...samples(world)['tenants.list'] })
  expect(await read()).toHaveLength(seen.length)
})
test('each change stands there too, done where the tenant is named, or on the platform about what is the tenant’s', async () => {
  const wish = { tenant: world.a }
  await (await doorFor(world.platformAdmin, { stepUp: await shown(world.platformAdmin, 'tenants.freeze', wish) })).tenants.freeze(wish)
  await (await doorFor(world.platformAdmin, { stepUp: await shown(world.platformAdmin, 'tenants.thaw', wish) })).tenants.thaw(wish)
  expect(await (await doorFor(world.platformApprover)).requests.refuse({ request: world.request, reason: 'There is another.' })).toMatchObject({ ok: true })
  expect((await read()).slice(0, 3).map(({ did }) => did).sort()).toEqual(['requests.refuse', 'tenants.freeze', 'tenants.thaw'])
})
test('of a case the tenant learns when it is told, and not because somebody reads it', async () => {
  const admin = await doorFor(world.platformAdmin)
  await admin.cases.read({ case: file })
  expect((await read()).filter(({ did }) => did.startsWith('cases.'))).toEqual([])
  expect((await recordsOf(world.a, 'access')).filter(({ entry }) => entry.action.resource === 'cases')).toEqual([])
  await admin.cases.notify({ tenant: world.a, case: file })
  await admin.cases.read({ case: file })
  await admin.cases.close({ case: file, outcome: 'benign', note: null })
  expect((await read()).filter(({ did }) => did.startsWith('cases.')).map(({ did }) => did).sort()).toEqual(['cases.close', 'cases.notify', 'cases.read'])
})
test('its admins and auditors read it; a developer and another tenant do not', async () => {
  expect((await read(world.auditor)).length).toBeGreaterThan(3)
  await expect(read(world.developer)).rejects.toThrow('forbidden')
  await expect(read(world.stranger)).rejects.toThrow('not_found')
})
