/** Who decides for whom: what it gives and what it does not, felt at the next request, through the door. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { approve, type Asked, hold, makeRoom, wishIn } from '~/server/testing/asking'
import { recordsOf } from '~/server/testing/records'
import { doorFor, elevated, loading, makeWorld, type Person, shown, type World } from '~/server/testing/world'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await makeRoom(world)
})
afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

const until = (days = 7) => new Date(Date.now() + days * 86_400_000).toISOString()
const mark = () => randomUUID().slice(0, 8)
const admin = () => world.person(`admin-${mark()}`, ['tenant_admin', world.a, null])
const member = (role: 'developer' | 'auditor' = 'developer') => world.person(`member-${mark()}`, [role, world.a, role === 'developer' ? 'red' : null])
async function leaveTo(giver: Person, { email }: Person, days = 7) {
  const wish = { tenant: world.a, email, until: until(days), reason: 'On leave.' }
  return (await doorFor(giver, { stepUp: await shown(giver, 'delegations.begin', wish) })).delegations.begin(wish)
}
async function left(giver: Person, delegate: Person): Promise<string> {
  const answer = await leaveTo(giver, delegate)
  if (!answer.ok) throw new Error(answer.refusal)
  return answer.value.delegation
}
const asked = (by: Person, gpus = 8): Promise<Asked> => hold(by, wishIn(world, gpus))
const outcome = async (answer: Promise<{ ok: boolean; refusal?: string; value?: { state: string } }>) => answer.then((given) => given.refusal ?? given.value?.state, ({ message }: Error) => message)
const stateOf = async ({ allocation }: Asked) => (await loading((sql) => sql.query('SELECT state FROM allocation WHERE id = $1', [allocation]))).rows[0].state as string

test('a member answers for an admin who is away: under the admin’s role, in their own name, and it is said in whose place; before and after it is none of theirs', async () => {
  const [giver, delegate] = [await admin(), await member()]
  const of = await asked(world.developer)
  expect(await outcome(approve(world, delegate, of))).toBe('forbidden')
  const delegation = await left(giver, delegate)
  expect((await (await doorFor(delegate)).requests.listInTenant({ tenant: world.a, namespace: null, show: 'mine', find: null, ...firstPage })).rows.map(({ request }) => request)).toContain(of.request)
  expect(await outcome(approve(world, delegate, of))).toBe('approved')
  expect(await stateOf(of)).toBe('admitted')
  const { words } = await (await doorFor(world.admin)).requests.readInTenant({ tenant: world.a, request: of.request })
  expect(words).toMatchObject([{ kind: 'yes', person: { person: delegate.id }, through: { person: giver.id }, role: 'tenant_admin', void: null }])
  expect((await recordsOf(world.a, 'deed')).find(({ entry }) => entry.action.verb === 'approveInTenant')?.entry).toMatchObject({ actor: { userId: delegate.id }, context: { after: { inPlaceOf: giver.id } } })
  const next = await asked(world.developer)
  expect(await (await doorFor(delegate)).delegations.end({ tenant: world.a, delegation })).toMatchObject({ ok: true })
  expect(await outcome(approve(world, delegate, next))).toBe('forbidden')
})
test('who decides for another offers less where they may answer, and it is said in whose place; where that other asked for it themselves, or left it to others, they offer nothing', async () => {
  const [giver, delegate] = [await admin(), await member()]
  await left(giver, delegate)
  const offer = async ({ allocation, terms }: Asked) => (await doorFor(delegate)).requests.offerInTenant({ tenant: world.a, allocation, terms, pods: 1, hours: null })
  const [of, recused] = [await asked(world.developer), await asked(world.developer)]
  await (await doorFor(giver)).requests.recuseInTenant({ tenant: world.a, request: recused.request, reason: 'A friend asks.' })
  expect(await offer(recused)).toEqual({ ok: false, refusal: 'recused' })
  expect(await offer(of)).toEqual({ ok: false, refusal: 'not_less' })
  expect(await (await doorFor(delegate)).requests.offerInTenant({ tenant: world.a, allocation: of.allocation, terms: of.terms, pods: 1, hours: 1 })).toMatchObject({ ok: false, refusal: 'not_less' })
  const own = await asked(giver, 16)
  expect(await offer(own)).toEqual({ ok: false, refusal: 'not_asked' })
  const more = await (await doorFor(world.developer)).allocations.create({ tenant: world.a, namespace: 'red', name: `ask-${mark()}`, class: 'normal', pods: 2, each: { 'nvidia.com/gpu': '4' }, models: [], region: null, labels: { 'cost-center': 'test' }, purpose: 'For the test.', hours: 2, pod: null, claims: [], waits: false })
  const allocation = more.ok ? (more.value.allocation ?? '') : ''
  const { rows: [{ terms }] } = await loading((sql) => sql.query('SELECT terms FROM request WHERE allocation_id = $1', [allocation]))
  expect(await (await doorFor(delegate)).requests.offerInTenant({ tenant: world.a, allocation, terms, pods: 1, hours: 1 })).toMatchObject({ ok: true, value: { state: 'held' } })
  expect((await recordsOf(world.a, 'deed')).findLast(({ entry }) => entry.action.verb === 'offerInTenant')?.entry).toMatchObject({ actor: { userId: delegate.id }, context: { after: { offeredBy: delegate.id, inPlaceOf: giver.id } } })
})
test('nobody comes to their own request by it: neither whoever asked, who decides for another, nor whoever decides for the one who asked', async () => {
  const [giver, delegate] = [await admin(), await member()]
  await left(giver, delegate)
  const own = await asked(delegate)
  expect(await outcome(approve(world, delegate, own))).toBe('own_request')
  await loading((sql) => sql.query("INSERT INTO role_binding (id, person_id, role, tenant_id, namespace_id) VALUES ($1, $2, 'developer', $3, 'red')", [randomUUID(), giver.id, world.a]))
  await loading((sql) => sql.query("UPDATE role_binding SET valid_to = now() WHERE person_id = $1 AND role = 'tenant_admin'", [giver.id]))
  const givers = await asked(giver)
  await loading((sql) => sql.query("UPDATE role_binding SET valid_to = NULL WHERE person_id = $1 AND role = 'tenant_admin'", [giver.id]))
  expect(await outcome(approve(world, delegate, givers))).toBe('own_request')
  expect((await (await doorFor(delegate)).requests.listInTenant({ tenant: world.a, namespace: null, show: 'mine', find: null, ...firstPage })).rows.map(({ request }) => request)).not.toContain(givers.request)
  expect([await stateOf(own), await stateOf(givers)]).toEqual(['held', 'held'])
})
test('of two whose yes is needed, somebody and whoever stands in for them are one', async () => {
  const [giver, delegate, third] = [await admin(), await member(), await admin()]
  await left(giver, delegate)
  const of = await asked(world.developer, 16)
  expect(await outcome(approve(world, delegate, of))).toBe('open')
  expect(await outcome(approve(world, giver, of))).toBe('open')
  expect(await outcome(approve(world, third, of))).toBe('approved')
})
test.each([
  ['the role of whoever is away', "UPDATE role_binding SET valid_to = now() WHERE person_id = $1 AND $2::uuid IS NOT NULL"], ['the place of whoever stands in', 'UPDATE role_binding SET valid_to = now() WHERE person_id = $2 AND $1::uuid IS NOT NULL'],
  ['the account of whoever is away', 'UPDATE person SET disabled_at = now() WHERE id = $1 AND $2::uuid IS NOT NULL'], ['the delegation', 'UPDATE delegation SET ended_at = now(), ended_by = $1 WHERE giver = $1 AND delegate = $2'],
])('with %s their yes is void, and is seen to be; and they answer no more', async (_says, statement) => {
  const [giver, delegate] = [await admin(), await member()]
  await left(giver, delegate)
  const of = await asked(world.developer, 16)
  expect(await outcome(approve(world, delegate, of))).toBe('open')
  await loading((sql) => sql.query(statement, [giver.id, delegate.id]))
  expect(await outcome(approve(world, world.admin, of))).toBe('open')
  const { words } = await (await doorFor(world.admin)).requests.readInTenant({ tenant: world.a, request: of.request })
  expect(words.map(({ person, void: lost }) => [person?.person, lost])).toEqual([[delegate.id, 'role_lost'], [world.admin.id, null]])
  expect(await outcome(approve(world, delegate, await asked(world.developer)))).toMatch(/^(forbidden|not_found)$/)
})
test('it gives nothing but to answer, and cannot be passed on', async () => {
  const [giver, delegate, third] = [await admin(), await member(), await member()]
  await left(giver, delegate)
  expect(await outcome(leaveTo(delegate, third) as never)).toBe('forbidden')
  const change = { tenant: world.a, namespace: 'red', resource: 'nvidia.com/gpu', limit: '5', version: '1' }
  await expect((await doorFor(delegate)).quotas.change(change)).rejects.toThrow('forbidden')
  await expect((await doorFor(delegate)).members.list({ tenant: world.a, find: null, ...firstPage })).rejects.toThrow('forbidden')
})
test('not to oneself, to an auditor, to somebody of elsewhere, for longer than a month, nor to two at once; and it ends by itself', async () => {
  const giver = await admin()
  expect(await leaveTo(giver, giver)).toEqual({ ok: false, refusal: 'own_delegate' })
  expect(await leaveTo(giver, await member('auditor'))).toEqual({ ok: false, refusal: 'audits' })
  expect([await leaveTo(giver, world.stranger), await leaveTo(giver, world.platformApprover)]).toEqual([{ ok: false, refusal: 'person_unknown' }, { ok: false, refusal: 'person_unknown' }])
  expect(await leaveTo(giver, await member(), 31)).toEqual({ ok: false, refusal: 'until_not_possible' })
  const delegate = await member()
  await left(giver, delegate)
  expect(await leaveTo(giver, await member())).toEqual({ ok: false, refusal: 'already_delegated' })
  const waiting = async () => (await doorFor(delegate)).requests.listInTenant({ tenant: world.a, namespace: null, show: 'mine', find: null, ...firstPage })
  await waiting()
  await loading((sql) => sql.query("UPDATE delegation SET began_at = began_at - interval '8 days', until = now() WHERE giver = $1", [giver.id]))
  await expect(waiting()).rejects.toThrow('forbidden')
})
test('both are told when it begins and when it ends; its place lists it; another tenant’s is not found', async () => {
  const [giver, delegate] = [await admin(), await member()]
  const delegation = await left(giver, delegate)
  const told = async (person: Person) => (await (await doorFor(person)).notices.list({})).map(({ kind }) => kind).filter((kind) => kind.startsWith('delegation'))
  for (const person of [giver, delegate]) expect(await told(person)).toEqual(['delegation_began'])
  expect((await (await doorFor(world.auditor)).delegations.list({ tenant: world.a, ...firstPage })).rows[0]).toMatchObject({ delegation, giver: { person: giver.id }, delegate: { person: delegate.id }, reason: 'On leave.', endedAt: null })
  expect(await (await doorFor(world.stranger)).delegations.end({ tenant: world.b, delegation })).toEqual({ ok: false, refusal: 'not_found' })
  const other = await member()
  await left(await admin(), other)
  expect(await (await doorFor(other)).delegations.end({ tenant: world.a, delegation })).toEqual({ ok: false, refusal: 'not_yours' })
  expect(await (await doorFor(world.admin)).delegations.end({ tenant: world.a, delegation })).toMatchObject({ ok: true })
  expect(await (await doorFor(giver)).delegations.end({ tenant: world.a, delegation })).toEqual({ ok: false, refusal: 'already_ended' })
  for (const person of [giver, delegate]) expect(await told(person)).toEqual(['delegation_began', 'delegation_ended'])
})
test('on the platform an operator who is away leaves it to an approver, and what was asked there is answered in their place', async () => {
  const [giver, delegate] = [await world.person(`operator-${mark()}`, ['platform_admin', null, null]), await world.person(`approver-${mark()}`, ['approver', null, null])]
  const wish = { email: delegate.email, until: until(), reason: 'On leave.' }
  expect(await (await doorFor(giver, { stepUp: await shown(giver, 'delegations.beginOnPlatform', wish) })).delegations.beginOnPlatform(wish)).toMatchObject({ ok: true })
  await loading((sql) => sql.query(`UPDATE request SET rule = '{"anyOf": [{"of": ["platform_admin"], "count": 1}], "factor": "passkey"}', asked_roles = '{platform_admin}' WHERE id = $1`, [world.request]))
  const of = { request: world.request, terms: world.terms }
  const other = await elevated(world.platformApprover)
  expect(await (await doorFor(other, { stepUp: await shown(other, 'requests.approve', of) })).requests.approve(of)).toEqual({ ok: false, refusal: 'not_asked' })
  expect(await (await doorFor(delegate, { stepUp: await shown(delegate, 'requests.approve', of) })).requests.approve(of)).toMatchObject({ ok: true, value: { state: 'approved' } })
  expect((await (await doorFor(world.platformAuditor)).delegations.listOnPlatform({ ...firstPage })).rows.map(({ giver: { person } }) => person)).toContain(giver.id)
})
