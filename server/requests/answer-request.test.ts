import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { numberAll, recordsOf } from '~/server/testing/records'
import { plainNamespace } from '~/server/testing/plain-namespace'
import { connectAs, doorFor, loading, makeWorld, type Person, shown, type World } from '~/server/testing/world'
import { firstPage } from '~/server/api/page'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)

type Asked = { request: string; terms: string }
async function asked(name: string, admin: Person = world.nobody, by: Person = world.platformAdmin): Promise<Asked> {
  const answer = await (await doorFor(by)).tenants.request({
    organisation: world.organisation, name: `${name}-${world.mark}`, title: 'New', isolationLevel: 3, trust: 'external', regions: ['eu-test-1'], compliance: [], purpose: 'A customer signed.', admin: admin.email,
  })
  if (!answer.ok) throw new Error(answer.refusal)
  return { request: answer.value.request, terms: answer.value.terms }
}
const approve = async (person: Person, wish: Asked) => (await doorFor(person, { stepUp: await shown(person, 'requests.approve', wish) })).requests.approve(wish)
const refuse = async (person: Person, { request }: Asked) => (await doorFor(person)).requests.refuse({ request, reason: 'Not this year.' })
const withdraw = async (person: Person, { request }: Asked) => (await doorFor(person)).requests.withdraw({ request })
const stateOf = async ({ request }: Asked) => (await (await doorFor(world.platformAuditor)).requests.read({ request })).state

test('approved, there is a tenant with an account that holds nothing and an admin who can work in it at once; the record says who said yes, and with which factor', async () => {
  const admin = await world.person('new-admin')
  const wish = await asked('made', admin)
  const tenant = `made-${world.mark}`
  await expect((await doorFor(admin)).tenants.read({ tenant })).rejects.toThrow('not_found')
  expect(await approve(world.platformApprover, wish)).toMatchObject({ ok: true, value: { request: wish.request, state: 'approved', version: '2' } })

  const door = await doorFor(admin)
  expect(await door.tenants.read({ tenant })).toMatchObject({ tenant, organisation: world.organisation, isolationLevel: 3, trust: 'external', regions: ['eu-test-1'], compliance: [], frozenAt: null })
  expect(await door.namespaces.create({ tenant, name: 'first', ...plainNamespace, title: 'First' })).toMatchObject({ ok: true })
  expect((await door.members.list({ tenant, find: null, ...firstPage })).rows).toMatchObject([{ person: admin.id, role: 'tenant_admin', namespace: null, until: null, grantedBy: world.platformApprover.email }])
  const { rows } = await loading((sql) => sql.query("SELECT id, parent_id, resources FROM account WHERE tenant_id = $1 AND kind = 'tenant'", [tenant]))
  expect(rows).toEqual([{ id: `platform/${world.organisation}/${tenant}`, parent_id: `platform/${world.organisation}`, resources: [] }])
  expect(await (await doorFor(world.platformAuditor)).tenants.readOnPlatform({ tenant })).toMatchObject({
    requestedBy: { person: world.platformAdmin.id }, approvedBy: { person: world.platformApprover.id }, approvedAt: expect.any(String), request: wish.request,
  })
  const deed = (await recordsOf('platform', 'deed')).find(({ entry }) => entry.action.name === wish.request)
  expect(deed?.entry).toMatchObject({
    actor: { userId: world.platformApprover.id, factorId: expect.any(String) }, request: wish,
    context: { before: { state: 'open', version: '1' }, after: { state: 'approved', version: '2', made: { tenant, admin: admin.id } } },
  })
  expect(deed?.bytes.toString()).not.toContain(admin.email)
})
test('the same approval by the same person again is the same; by another it is late', async () => {
  const wish = await asked('again')
  const first = await approve(world.platformApprover, wish)
  expect(await approve(world.platformApprover, wish)).toEqual(first)
  expect(await approve(await world.person('second', ['platform_admin', null, null]), wish)).toEqual({ ok: false, refusal: 'already_decided' })
  expect(await refuse(world.platformApprover, wish)).toEqual({ ok: false, refusal: 'already_decided' })
})
test('ten who approve at once make one tenant: one did it, the others are told', async () => {
  const wish = await asked('rush')
  const people = await Promise.all(Array.from({ length: 10 }, (_, at) => world.person(`approver-${at}`, ['approver', null, null])))
  const answers = await Promise.all(people.map((person) => approve(person, wish)))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(answers.filter((answer) => !answer.ok && answer.refusal === 'already_decided')).toHaveLength(9)
})
test('approving, refusing and withdrawing at once: one of them happens, and no tenant without an approval', async () => {
  for (let round = 0; round < 5; round++) {
    const wish = await asked(`torn-${round}`)
    const [approved, refused, withdrawn] = await Promise.all([approve(world.platformApprover, wish), refuse(await world.person(`no-${round}`, ['approver', null, null]), wish), withdraw(world.platformAdmin, wish)])
    expect([approved, refused, withdrawn].filter(({ ok }) => ok)).toHaveLength(1)
    const { rows } = await loading((sql) => sql.query('SELECT id FROM tenant WHERE id = $1', [`torn-${round}-${world.mark}`]))
    expect([rows.length, await stateOf(wish)]).toEqual(approved.ok ? [1, 'approved'] : [0, refused.ok ? 'refused' : 'withdrawn'])
  }
})
test('nobody answers what they asked for, or what would make them an admin, and they are told before they try', async () => {
  const own = await asked('own')
  const gains = await asked('gains', world.platformApprover)
  for (const [person, wish] of [[world.platformAdmin, own], [world.platformApprover, gains]] as const) {
    expect(await approve(person, wish)).toEqual({ ok: false, refusal: 'own_request' })
    expect(await refuse(person, wish)).toEqual({ ok: false, refusal: 'own_request' })
    expect((await (await doorFor(person)).requests.read({ request: wish.request })).ifApproved).toBe('own_request')
    expect(await stateOf(wish)).toBe('open')
  }
})
test('terms that were not shown are not approved', async () => {
  const wish = await asked('terms')
  expect(await approve(world.platformApprover, { ...wish, terms: 'x'.repeat(43) })).toEqual({ ok: false, refusal: 'terms_changed' })
  expect(await stateOf(wish)).toBe('open')
})
test('a payload that is not what its terms are of is a fault, and does nothing', async () => {
  const wish = await asked('forged')
  await loading((sql) => sql.query("UPDATE request SET payload = jsonb_set(payload, '{isolationLevel}', '4') WHERE id = $1", [wish.request]))
  await expect(approve(world.platformApprover, wish)).rejects.toThrow('other terms')
  expect(await stateOf(wish)).toBe('open')
})
test('what cannot be done any more is refused with its reason, and nothing of it is left', async () => {
  const gone = await world.person('gone')
  const [taken, homeless] = [await asked('taken'), await asked('homeless', gone)]
  const person = await world.person('elsewhere', ['tenant_admin', world.b, null])
  const beside = await (await doorFor(person)).tenants.requestBeside({ tenant: world.b, name: `taken-${world.mark}`, title: 'Same', isolationLevel: 2, trust: 'internal', regions: ['eu-test-1'], compliance: [], purpose: 'Mine.' })
  expect(await approve(world.platformApprover, taken)).toMatchObject({ ok: true })
  expect(beside.ok && await approve(world.platformApprover, beside.value && { request: beside.value.request, terms: beside.value.terms })).toEqual({ ok: false, refusal: 'name_taken' })
  await loading((sql) => sql.query('UPDATE person SET disabled_at = now() WHERE id = $1', [gone.id]))
  expect(await approve(world.platformApprover, homeless)).toEqual({ ok: false, refusal: 'person_unknown' })
  expect(await stateOf(homeless)).toBe('open')
})
test('refused with a reason, whoever asked reads why and by whom, and sees no address', async () => {
  const wish = { request: world.request, terms: world.terms }
  expect(await refuse(world.platformApprover, wish)).toMatchObject({ ok: true, value: { state: 'refused' } })
  for (const person of [world.admin, world.auditor]) {
    const read = await (await doorFor(person)).requests.readInTenant({ tenant: world.a, request: world.request })
    expect(read).toMatchObject({ state: 'refused', reason: 'Not this year.', decidedBy: { person: world.platformApprover.id, name: world.platformApprover.email }, ifApproved: null })
    expect(Object.keys(read.decidedBy ?? {})).toEqual(['person', 'name'])
  }
  await expect((await doorFor(world.developer)).requests.readInTenant({ tenant: world.a, request: world.request })).rejects.toThrow('forbidden')
  await expect((await doorFor(world.stranger)).requests.readInTenant({ tenant: world.b, request: world.request })).rejects.toThrow('not_found')
})
test('only whoever asked withdraws, and only what is open', async () => {
  const wish = await asked('mine')
  for (const person of [world.platformApprover, world.admin, world.nobody]) expect(await withdraw(person, wish)).toEqual({ ok: false, refusal: 'not_found' })
  expect(await withdraw(world.platformAdmin, wish)).toMatchObject({ ok: true, value: { state: 'withdrawn' } })
  expect(await withdraw(world.platformAdmin, wish)).toMatchObject({ ok: true, value: { state: 'withdrawn' } })
  expect(await approve(world.platformApprover, wish)).toEqual({ ok: false, refusal: 'already_decided' })
  await numberAll()
  expect((await recordsOf('platform', 'access')).filter(({ entry }) => entry.action.name === wish.request && entry.outcome === 'done').map(({ entry }) => entry.action.verb)).toEqual(['withdraw', 'withdraw'])
})
test('the list of requests is of the platform, by state and organisation, the newest first', async () => {
  const door = await doorFor(world.platformAuditor)
  const list = (over: Partial<Parameters<typeof door.requests.list>[0]>) => door.requests.list({ show: 'all', organisation: world.organisation, find: null, ...firstPage, ...over })
  const { rows } = await list({})
  expect(rows.map(({ requestedAt }) => requestedAt)).toEqual(rows.map(({ requestedAt }) => requestedAt).sort().reverse())
  expect(new Set((await list({ show: 'others' })).rows.map(({ state }) => state))).toEqual(new Set(['open']))
  expect((await list({ show: 'decided' })).rows.map(({ state }) => state)).not.toContain('open')
  expect((await list({ find: 'rush-' })).rows.map(({ subject }) => subject)).toEqual([`rush-${world.mark}`])
  expect((await list({ organisation: 'ghost' })).rows).toEqual([])
  await expect(door.requests.read({ request: crypto.randomUUID() })).rejects.toThrow('not_found')
})

test.each([
  ['an approval by whoever asked', "state = 'approved', decided_by = requested_by, decided_at = now()"], ['an approval by whoever would be its admin', "state = 'approved', decided_by = (payload ->> 'admin')::uuid, decided_at = now()"],
  ['a refusal by whoever asked', "state = 'refused', decided_by = requested_by, decided_at = now(), decision_reason = 'No.'"], ['a refusal without a reason', "state = 'refused', decided_by = $2, decided_at = now()"],
  ['a withdrawal by somebody else', "state = 'withdrawn', decided_by = $2, decided_at = now()"], ['an answer by nobody', "state = 'approved'"], ['an answer before it was asked', "state = 'approved', decided_by = $2, decided_at = requested_at - interval '1 second'"],
])('the database refuses %s', async (_says, change) => {
  const { request } = await asked(`wall-${crypto.randomUUID().slice(0, 8)}`)
  const owner = await connectAs('owner')
  await owner.query("BEGIN; SELECT set_config('app.loading', 'on', true)")
  await expect(owner.query(`UPDATE request SET ${change} WHERE id = $1 AND $2::uuid IS NOT NULL`, [request, world.platformApprover.id])).rejects.toMatchObject({ code: '23514' })
  await owner.end()
  await withdraw(world.platformAdmin, { request, terms: '' })
})
