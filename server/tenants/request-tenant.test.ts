import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { closeDatabase } from '~/server/database/client'
import { openMost } from '~/server/requests/decide-request'
import { everyRow } from '~/server/testing/every-row'
import { numberAll, recordsOf } from '~/server/testing/records'
import { connectAs, doorFor, loading, makeWorld, type Person, shown, type World } from '~/server/testing/world'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)

const held = { title: 'New', isolationLevel: 2 as const, trust: 'external' as const, regions: ['eu-test-1'], compliance: ['gdpr' as const], purpose: 'A customer signed.' }
type Over = Partial<Omit<typeof held, 'isolationLevel' | 'compliance'>> & { isolationLevel?: 1 | 2 | 3 | 4; compliance?: ('gdpr' | 'fedramp')[]; organisation?: string; admin?: string }
const ask = async (name: string, over: Over = {}) =>
  (await doorFor(world.platformAdmin)).tenants.request({ organisation: world.organisation, name, ...held, admin: world.nobody.email, ...over })
const askBeside = async (person: Person, tenant: string, name: string) => (await doorFor(person)).tenants.requestBeside({ tenant, name, ...held })

test('asking on the platform makes a request and no tenant; the record knows the people by id and has no address', async () => {
  const name = `one-${world.mark}`
  const answer = await ask(name, { regions: ['eu-test-1', 'eu-test-1'], admin: world.nobody.email.toUpperCase() })
  expect(answer).toMatchObject({ ok: true, value: { kind: 'tenant.create', subject: name, state: 'open', version: '1', terms: expect.stringMatching(/^[\w-]{43}$/) } })
  const door = await doorFor(world.platformApprover)
  expect(await door.requests.read({ request: answer.ok ? answer.value.request : '' })).toMatchObject({
    ...(answer.ok ? answer.value : {}), organisation: world.organisation, tenant: null, purpose: held.purpose, requestedBy: { person: world.platformAdmin.id, name: world.platformAdmin.email },
    requestedAt: expect.any(String), decidedBy: null, decidedAt: null, reason: null, ifApproved: null,
    payload: { organisation: world.organisation, tenant: name, title: 'New', isolationLevel: 2, trust: 'external', regions: ['eu-test-1'], compliance: ['gdpr'], admin: { person: world.nobody.id, name: world.nobody.email } },
  })
  await expect(door.tenants.readOnPlatform({ tenant: name })).rejects.toThrow('not_found')
  const deed = (await recordsOf('platform', 'deed')).find(({ entry }) => entry.action.name === name)
  expect(deed?.entry).toMatchObject({ level: 'Metadata', request: null, context: { before: null, after: { subject: name, payload: { admin: world.nobody.id } } } })
  expect(deed?.bytes.toString()).not.toContain(world.nobody.email)
})

test('what one asked for waits for somebody else', async () => {
  const waiting = async (person: Person) => (await doorFor(person)).requests.countWaiting({})
  const [others, own] = [await waiting(world.platformApprover), await waiting(world.platformAdmin)]
  expect(await ask(`waits-${world.mark}`)).toMatchObject({ ok: true })
  expect([await waiting(world.platformApprover), await waiting(world.platformAdmin)]).toEqual([others + 1, own])
})

test.each<[string, Over, string]>([
  ['an organisation that is not there', { organisation: 'ghost' }, 'organisation_unknown'], ['external and soft', { isolationLevel: 1 }, 'too_weak_for_external'],
  ['FedRAMP on shared nodes', { compliance: ['fedramp'] }, 'too_weak_for_fedramp'], ['a region nobody added', { regions: ['eu-test-1', 'ma-crater-1'] }, 'region_unknown'],
  ['somebody who is not here', { admin: 'ghost@example.test' }, 'person_unknown'],
])('%s is refused', async (_says, over, refusal) => {
  expect(await ask(`refused-${world.mark}`, over)).toEqual({ ok: false, refusal })
})
test('somebody who is disabled is nobody', async () => {
  const person = await world.person('disabled')
  await loading((sql) => sql.query('UPDATE person SET disabled_at = now() WHERE id = $1', [person.id]))
  expect(await ask(`late-${world.mark}`, { admin: person.email })).toEqual({ ok: false, refusal: 'person_unknown' })
})
test('the platform is told that a name is taken, or asked for', async () => {
  expect(await ask(world.b)).toEqual({ ok: false, refusal: 'name_taken' })
  expect(await ask(`one-${world.mark}`)).toEqual({ ok: false, refusal: 'already_asked' })
  await expect(ask('platform')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('a tenant admin asks for one beside theirs, is not told what others are called or ask for, and reads their own requests without an address in them', async () => {
  const taken = await askBeside(world.admin, world.a, world.b)
  const asked = await askBeside(world.admin, world.a, `one-${world.mark}`)
  const other = await askBeside(world.stranger, world.b, `one-${world.mark}`)
  expect([taken, asked, other].map(({ ok }) => ok)).toEqual([true, true, true])
  expect(await askBeside(world.admin, world.a, world.b)).toEqual({ ok: false, refusal: 'already_asked' })
  const door = await doorFor(world.admin)
  const mine = await everyRow((page) => door.requests.listInTenant({ tenant: world.a, namespace: null, show: 'all', find: null, ...page }))
  expect(mine.map(({ subject, tenant, payload }) => [subject, tenant, 'admin' in payload ? payload.admin.person : null])).toEqual([`one-${world.mark}`, world.b, `c-${world.mark}`].map((subject) => [subject, world.a, world.admin.id]))
  const request = taken.ok ? taken.value.request : ''
  expect((await door.requests.readInTenant({ tenant: world.a, request })).ifApproved).toBeNull()
  expect((await (await doorFor(world.platformApprover)).requests.read({ request })).ifApproved).toBe('name_taken')
  await expect((await doorFor(world.stranger)).requests.readInTenant({ tenant: world.b, request })).rejects.toThrow('not_found')
  expect((await recordsOf(world.a, 'deed')).map(({ entry }) => [`${entry.action.resource}.${entry.action.verb}`, entry.action.name])).toEqual([['tenants.requestBeside', world.b], ['tenants.requestBeside', `one-${world.mark}`]])
})
test('nothing is asked for through a frozen tenant', async () => {
  const frozen = await makeWorld()
  await loading((sql) => sql.query('UPDATE tenant SET frozen_at = now() WHERE id = $1', [frozen.a]))
  expect(await askBeside(frozen.admin, frozen.a, `cold-${frozen.mark}`)).toEqual({ ok: false, refusal: 'tenant_frozen' })
})
test('one person has twenty open, however many are sent at once; one answered makes room', async () => {
  const crowd = await makeWorld()
  const answers = await Promise.all(Array.from({ length: openMost + 5 }, (_, at) => askBeside(crowd.admin, crowd.a, `many-${at}-${crowd.mark}`)))
  // One of the world's own is open already.
  expect(answers.filter(({ ok }) => ok)).toHaveLength(openMost - 1)
  expect(answers.filter((answer) => !answer.ok && answer.refusal === 'too_many_open')).toHaveLength(6)
  expect(await (await doorFor(crowd.admin)).requests.withdraw({ request: crowd.request })).toMatchObject({ ok: true })
  expect(await askBeside(crowd.admin, crowd.a, `room-${crowd.mark}`)).toMatchObject({ ok: true })
  await numberAll()
  expect((await recordsOf(crowd.a, 'access')).filter(({ entry }) => entry.reason === 'too_many_open')).toHaveLength(6)
})

test('tenants are listed with what they are held to, by each filter and in each order', async () => {
  const door = await doorFor(world.platformAuditor)
  const all = { find: world.mark, organisation: null, isolationLevel: null, state: null, sort: 'tenant' as const, descending: false, ...firstPage }
  const names = async (over: Partial<Parameters<typeof door.tenants.list>[0]>) => (await door.tenants.list({ ...all, ...over })).rows.map(({ tenant }) => tenant)
  expect((await door.tenants.list(all)).rows[0]).toEqual({
    tenant: world.a, organisation: world.organisation, organisationTitle: world.organisation, title: `Title of ${world.a}`, isolationLevel: 1, trust: 'internal', regions: ['eu-test-1'], compliance: ['gdpr'],
    frozenAt: null, erasedAt: null, suspendedUntil: null, createdAt: expect.any(String),
  })
  for (const sort of ['tenant', 'organisation', 'isolation'] as const) expect(await names({ sort })).toEqual([world.a, world.b])
  expect(await names({ sort: 'created', descending: true })).toEqual([world.b, world.a])
  expect([await names({ organisation: world.organisation }), await names({ organisation: 'ghost' })]).toEqual([[world.a, world.b], []])
  expect([await names({ isolationLevel: 1 }), await names({ isolationLevel: 4 })]).toEqual([[world.a, world.b], []])
  expect([await names({ state: 'active' }), await names({ state: 'frozen' })]).toEqual([[world.a, world.b], []])
  expect(await names({ find: `TITLE OF ${world.b}` })).toEqual([world.b])
})
test('a tenant from before anybody was asked was asked for by nobody', async () => {
  expect(await (await doorFor(world.platformAuditor)).tenants.readOnPlatform({ tenant: world.a })).toMatchObject({ tenant: world.a, requestedBy: null, approvedBy: null, approvedAt: null, request: null })
})

test.each([
  ['an external tenant that is soft', "trust = 'external'"], ['FedRAMP on shared nodes', "isolation_level = 2, compliance = '{fedramp}'"], ['no region', "regions = '{}'"],
  ['regions out of order', "regions = '{eu-b-1,eu-a-1}'"], ['a region twice', "regions = '{eu-a-1,eu-a-1}'"], ['an unknown region among them', "regions = '{NULL}'"],
  ['an unheard-of regime', "compliance = '{iso}'"], ['a fifth level', 'isolation_level = 5'], ['some other trust', "trust = 'some'"],
])('the database refuses %s', async (_says, change) => {
  const owner = await connectAs('owner')
  await owner.query("BEGIN; SELECT set_config('app.loading', 'on', true)")
  await expect(owner.query(`UPDATE tenant SET ${change} WHERE id = $1`, [world.a])).rejects.toMatchObject({ code: '23514' })
  await owner.end()
})
test('who is asked for a factor is only who may', async () => {
  await expect((await doorFor(world.platformAuditor)).tenants.request({ organisation: world.organisation, name: 'x', ...held, admin: world.nobody.email })).rejects.toThrow('forbidden')
  await expect(shown(world.admin, 'requests.approve', { request: world.request, terms: 'short' })).rejects.toThrow('bad_input')
})
