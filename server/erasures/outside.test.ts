/** Guarantee: who was erased with a tenant does not come back into it; what a hold keeps of somebody elsewhere stays; and what is left of them outside of it is said. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { inScope } from '~/server/database/scope'
import { applyGroups } from '~/server/members/group-roles'
import { eraseOnce, letBeDue } from '~/server/testing/erase-once'
import { numberAll, recordsOf, sealAll } from '~/server/testing/records'
import { untilWaitedFor } from '~/server/testing/waiting'
import { connectAs, doorFor, loading, makeWorld, type Person, shown, type World } from '~/server/testing/world'
import { examineCertificate } from './examine-certificate'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)

const reason = 'The contract is over.'
/** Asked, signed, and due. */
async function dueOf(tenant: string, by: Person): Promise<string> {
  const wish = { tenant, typed: tenant, reason }
  const asked = await (await doorFor(by, { stepUp: await shown(by, 'erasures.ask', wish) })).erasures.ask(wish)
  if (!asked.ok) throw new Error(asked.refusal)
  const of = { tenant, erasure: asked.value.erasure }
  await (await doorFor(world.platformApprover, { stepUp: await shown(world.platformApprover, 'erasures.signOnPlatform', of) })).erasures.signOnPlatform(of)
  await letBeDue(of.erasure)
  return of.erasure
}
async function erase(tenant: string, by: Person): Promise<string> {
  const erasure = await dueOf(tenant, by)
  await eraseOnce()
  await sealAll()
  await eraseOnce()
  return erasure
}
const personOf = async ({ id }: Person) => (await loading((sql) => sql.query('SELECT email, name, disabled_at FROM person WHERE id = $1', [id]))).rows[0]
const held = (person: Person, role: string, tenant: string, ended: boolean) => loading((sql) => sql.query(`INSERT INTO role_binding (id, person_id, role, tenant_id, valid_from, valid_to) VALUES ($1, $2, $3, $4, now() - interval '30 days', ${ended ? "now() - interval '1 day'" : 'NULL'})`, [randomUUID(), person.id, role, tenant]))

test('whoever held something where a hold stands stays as they are, and nobody is told why', async () => {
  const place = await makeWorld()
  const [kept, gone] = [await place.person('kept', ['developer', place.a, 'red']), await place.person('gone', ['developer', place.a, 'red'])]
  for (const [person, tenant] of [[kept, place.b], [gone, world.b]] as const) await held(person, 'auditor', tenant, true)
  const hold = await (await doorFor(place.platformAdmin)).holds.place({ of: place.b, matter: `Outside ${place.mark}`, reason })
  expect(hold.ok).toBe(true)
  const erasure = await erase(place.a, place.admin)
  expect((await loading((sql) => sql.query('SELECT erased_at FROM erasure WHERE id = $1', [erasure]))).rows[0].erased_at).not.toBeNull()
  expect(await personOf(gone)).toMatchObject({ name: 'Erased person', disabled_at: expect.any(Date) })
  expect(await personOf(kept)).toMatchObject({ email: kept.email, name: kept.email, disabled_at: null })
  const sessions = await inScope('engine', { person: kept.id }, (sql) => sql.session.findMany({ where: { personId: kept.id }, select: { sourceAddress: true } }))
  expect([sessions.length > 0, sessions.filter(({ sourceAddress }) => sourceAddress === 'erased')]).toEqual([true, []])
})

test('nobody comes into an erased tenant by a group any more; and what its people did outside of it says who they were, as the certificate does', async () => {
  const source = { address: '203.0.113.77', userAgent: 'outside', reference: randomUUID() }
  await (await doorFor(world.developer, { source, stepUp: await shown(world.developer, 'sessions.endOthers', {}) })).sessions.endOthers({})
  await erase(world.a, world.admin)
  await numberAll()
  const later = await world.person('later')
  expect(await inScope('engine', { person: later.id, provider: 'idp' }, (sql) => applyGroups(sql, later.id, 'idp', [`bound-${world.mark}`], new Date()))).toEqual({ made: 0, ended: 0 })

  const own = (await recordsOf('platform', 'access')).find(({ entry }) => entry.metadata.reference === source.reference)
  const open = { tenant: null, stream: 'access', sequence: String(own?.sequence), field: 'username', reason } as const
  expect(await (await doorFor(world.platformAuditor)).personal.openOnPlatform(open)).toMatchObject({ ok: true, value: { value: world.developer.email } })
  const { rows } = await (await doorFor(world.platformAuditor)).erasures.listOnPlatform({ of: world.a, after: null, before: null, limit: 50 })
  const said = examineCertificate(rows[0]?.certificate ?? '', null).said
  expect(said?.kept.map(({ what }) => what)).toContainEqual(expect.stringContaining('outside of it'))
})

test.each(['link', 'group'] as const)('whoever is just coming in by a %s when it is erased is erased with it', async (way) => {
  const place = await makeWorld()
  const person = randomUUID()
  const erasure = await dueOf(place.a, place.admin)
  const coming = await connectAs('owner')
  const { rows: [{ pid }] } = await coming.query('SELECT pg_backend_pid() AS pid')
  await coming.query("BEGIN; SELECT set_config('app.loading', 'on', true)")
  await coming.query('INSERT INTO person (id, email, name) VALUES ($1, $2, $2)', [person, `coming.${place.mark}@example.test`])
  if (way === 'link') await coming.query('UPDATE invitation SET used_at = now(), used_by = $1 WHERE id = $2', [person, place.invitation])
  await coming.query('INSERT INTO role_binding (id, person_id, role, tenant_id, valid_from, through_group) VALUES ($1, $2, $3, $4, now(), $5)', [randomUUID(), person, 'developer', place.a, way === 'link' ? null : place.groupBinding])
  const erased = eraseOnce()
  await untilWaitedFor(pid)
  await coming.query('COMMIT')
  await coming.end()
  await erased
  await eraseOnce()
  expect((await loading((sql) => sql.query('SELECT erased_at FROM erasure WHERE id = $1', [erasure]))).rows[0].erased_at).not.toBeNull()
  expect((await loading((sql) => sql.query('SELECT name FROM person WHERE id = $1', [person]))).rows).toEqual([{ name: 'Erased person' }])
})
