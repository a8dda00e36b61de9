/** Who is told of what waits, by whom it is then seen, and that each thing is told once, whoever is killed in between. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { takeLease } from '~/server/database/lease'
import { approve, hold, makeRoom, tellOfTheRest, wishIn } from '~/server/testing/asking'
import { doorFor, loading, makeWorld, type Person, shown, type World } from '~/server/testing/world'
import { kinds } from './kinds'
import { tellOfRequests } from './tell-of-requests'

let world: World
let second: Person
const lease = `tell-${randomUUID()}`
beforeAll(async () => {
  world = await makeWorld()
  second = await world.person('second', ['tenant_admin', world.a, null])
  expect(await takeLease(lease, 600)).toBe(true)
  await tellOfTheRest()
  await makeRoom(world)
})
afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

const telling = () => tellOfRequests(lease)
async function asked(by: Person = world.developer, gpus = 8) {
  const wish = wishIn(world, gpus)
  return { name: wish.name, ...(await hold(by, wish)) }
}
const told = async (person: Person, name: string) => (await loading((sql) => sql.query("SELECT kind, body->>'state' AS state, path, needs FROM notice WHERE person_id = $1 AND body->>'label' = $2 ORDER BY at, id", [person.id, name]))).rows as { kind: string; state: string | null; path: string; needs: unknown }[]
const heardBy = async (person: Person, name: string) => (await told(person, name)).map(({ kind, state }) => (state === null ? kind : `${kind} ${state}`))

test('those who can decide are told once, with a place to go and what they must still be allowed; not whoever asked, and nobody on the platform of what a tenant decides', async () => {
  const of = await asked()
  await telling()
  await telling()
  for (const person of [world.admin, second]) expect(await told(person, of.name)).toEqual([{ kind: 'request_waits', state: null, path: `/tenants/${world.a}/requests/${of.request}`, needs: { action: 'requests.approveInTenant', tenant: world.a } }])
  for (const person of [world.developer, world.lead, world.auditor, world.stranger, world.platformApprover, world.platformAdmin]) expect(await told(person, of.name)).toEqual([])
})
test('what cannot be told keeps no other from being told of, is seen to have failed, and is told of once it can be', async () => {
  const [stuck, behind] = [await asked(), await asked()]
  const kind = (of: string) => loading((sql) => sql.query("UPDATE request SET kind = $2, deadline = least(deadline, now() + interval '5 days') WHERE id = $1", [stuck.request, of]))
  await kind('nothing.known')
  const decided = await asked()
  await loading((sql) => sql.query("INSERT INTO request_told (request_id, mark) VALUES ($1, 'opened')", [decided.request]))
  await approve(world, world.admin, decided)
  await expect(telling()).rejects.toThrow('there is no kind of request called nothing.known')
  expect([await heardBy(world.admin, stuck.name), await heardBy(world.admin, behind.name), await heardBy(world.developer, decided.name)]).toEqual([[], ['request_waits'], ['request_decided approved']])
  await kind('allocation.admit')
  await telling()
  expect(await heardBy(world.admin, stuck.name)).toEqual(['request_waits'])
})
test('whoever decides for an admin who is away is told, and is not told of what that admin asked for', async () => {
  const [giver, delegate] = [await world.person(`giver-${world.mark}`, ['tenant_admin', world.a, null]), await world.person(`delegate-${world.mark}`, ['developer', world.a, 'red'])]
  const wish = { tenant: world.a, email: delegate.email, until: new Date(Date.now() + 86_400_000).toISOString(), reason: 'On leave.' }
  expect(await (await doorFor(giver, { stepUp: await shown(giver, 'delegations.begin', wish) })).delegations.begin(wish)).toMatchObject({ ok: true })
  const [theirs, own] = [await asked(), await asked(delegate)]
  await telling()
  expect([await heardBy(delegate, theirs.name), await heardBy(delegate, own.name)]).toEqual([['request_waits'], []])
  expect(await heardBy(giver, own.name)).toEqual(['request_waits'])
})
test('of what needs two, one who said yes is told no more; at half of its time the others are told again', async () => {
  const of = await asked(world.developer, 16)
  await telling()
  expect([await heardBy(world.admin, of.name), await heardBy(world.platformApprover, of.name)]).toEqual([['request_waits'], ['request_waits']])
  expect((await told(world.platformApprover, of.name))[0]?.path).toBe(`/platform/requests/${of.request}`)
  await approve(world, world.admin, of)
  await loading((sql) => sql.query("UPDATE request SET requested_at = now() - interval '4 days', deadline = now() + interval '3 days' WHERE id = $1", [of.request]))
  await telling()
  expect([await heardBy(world.admin, of.name), await heardBy(second, of.name)]).toEqual([['request_waits'], ['request_waits', 'request_waits']])
})
test('a day before a tenant’s time is over approvers of the platform are asked beside its own people: they are told, see it, and one of them is enough where one was', async () => {
  const of = await asked()
  await telling()
  const approve = async () => (await doorFor(world.platformApprover, { stepUp: await shown(world.platformApprover, 'requests.approve', { request: of.request, terms: of.terms }) })).requests.approve({ request: of.request, terms: of.terms })
  expect(await approve()).toEqual({ ok: false, refusal: 'not_found' })
  await loading((sql) => sql.query("UPDATE request SET requested_at = now() - interval '6 days', deadline = now() + interval '23 hours' WHERE id = $1", [of.request]))
  await telling()
  expect(await heardBy(world.platformApprover, of.name)).toEqual(['request_waits'])
  expect(await heardBy(world.admin, of.name)).toEqual(['request_waits', 'request_waits'])
  expect(await approve()).toMatchObject({ ok: true, value: { state: 'approved' } })
})
test('whoever asked is told what became of it, and what is asked of them; not of what they withdrew', async () => {
  const [approved, refused, withdrawn, questioned] = [await asked(), await asked(), await asked(), await asked()]
  await approve(world, world.admin, approved)
  await (await doorFor(world.admin)).requests.refuseInTenant({ tenant: world.a, request: refused.request, reason: 'Not this week.' })
  await (await doorFor(world.developer)).requests.withdraw({ request: withdrawn.request })
  await (await doorFor(world.admin)).requests.askInTenant({ tenant: world.a, request: questioned.request, question: 'For how long?' })
  await telling()
  await telling()
  const heard = await Promise.all([approved, refused, withdrawn, questioned].map(({ name }) => heardBy(world.developer, name)))
  expect(heard).toEqual([['request_decided approved'], ['request_decided refused'], [], ['request_question']])
  expect((await told(world.developer, approved.name))[0]?.path).toBe(`/tenants/${world.a}/allocations/${approved.allocation}`)
  expect(await heardBy(world.admin, questioned.name)).toEqual([])
})
test('whoever asked is written to of it for as long as they could ask it there, and no longer', async () => {
  const [approved, questioned, changed] = [await asked(), await asked(), await asked(world.developer, 16)]
  await approve(world, world.admin, approved)
  await (await doorFor(world.admin)).requests.askInTenant({ tenant: world.a, request: questioned.request, question: 'For how long?' })
  await approve(world, world.admin, changed)
  await loading((sql) => sql.query('UPDATE tenant SET frozen_at = now() WHERE id = $1', [world.a]))
  expect(await approve(world, second, changed)).toMatchObject({ ok: false, refusal: 'tenant_frozen' })
  await loading((sql) => sql.query('UPDATE tenant SET frozen_at = NULL WHERE id = $1', [world.a]))
  await telling()
  const heard = (await Promise.all([approved, questioned, changed].map(({ name }) => told(world.developer, name)))).flat()
  const needs = { action: 'allocations.create', tenant: world.a, namespace: 'red' }
  expect(heard.map(({ kind, needs: said }) => [kind, said])).toEqual([['request_decided', needs], ['request_question', needs], ['request_terms_changed', needs]])
})
test('whoever listens hears of all that a webhook can listen for of a request, each once', async () => {
  const [decided, changed] = [await asked(), await asked(world.developer, 16)]
  await telling()
  await (await doorFor(world.admin)).requests.askInTenant({ tenant: world.a, request: changed.request, question: 'For how long?' })
  await (await doorFor(world.developer)).requests.answer({ request: changed.request, answer: 'For a day.' })
  await approve(world, world.admin, decided)
  await approve(world, world.admin, changed)
  await loading((sql) => sql.query('UPDATE tenant SET frozen_at = now() WHERE id = $1', [world.a]))
  expect(await approve(world, second, changed)).toMatchObject({ ok: false, refusal: 'tenant_frozen' })
  await loading((sql) => sql.query('UPDATE tenant SET frozen_at = NULL WHERE id = $1', [world.a]))
  // The clock of its time stood while the question was open.
  for (let times = 0; times < 2; times++) await telling()
  const events = async ({ request }: { request: string }) => (await loading((sql) => sql.query("SELECT kind FROM outbox WHERE channel = 'event' AND tenant_id = $1 AND body->>'path' = $2 ORDER BY kind", [world.a, `/tenants/${world.a}/requests/${request}`]))).rows.map(({ kind }) => kind as string)
  expect([await events(decided), await events(changed)]).toEqual([['request_decided', 'request_waits'], ['request_question', 'request_terms_changed', 'request_waits']])
})
test('what each kind asks by is an action of where it is asked', () => {
  const by = (Object.keys(kinds) as (keyof typeof kinds)[]).map((kind) => [kind, kinds[kind].asks('t'), kinds[kind].asks(null)])
  expect(by).toEqual([
    ['allocation.admit', 'allocations.create', 'allocations.create'], ['allocation.extend', 'allocations.extend', 'allocations.extend'], ['breakglass.review', 'breakGlass.begin', 'breakGlass.begin'], ['pair.allow', 'pairs.offer', 'pairs.offer'],
    ['policy.except', 'policies.except', 'policies.except'], ['quota.raise', 'quotas.raise', 'quotas.raise'], ['role.elevate', 'elevations.ask', 'elevations.ask'], ['tenant.create', 'tenants.requestBeside', 'tenants.request'],
  ])
})
test('that its terms are others is told to whoever asked and to whoever had signed the ones before', async () => {
  const of = await asked(world.developer, 16)
  await approve(world, world.admin, of)
  await loading((sql) => sql.query('UPDATE tenant SET frozen_at = now() WHERE id = $1', [world.a]))
  expect(await approve(world, second, of)).toMatchObject({ ok: false, refusal: 'tenant_frozen' })
  await loading((sql) => sql.query('UPDATE tenant SET frozen_at = NULL WHERE id = $1', [world.a]))
  await telling()
  await telling()
  expect((await heardBy(world.developer, of.name)).filter((kind) => kind.startsWith('request_terms'))).toEqual(['request_terms_changed asked'])
  for (const person of [world.admin, second]) expect((await heardBy(person, of.name)).filter((kind) => kind === 'request_terms_changed')).toEqual(['request_terms_changed'])
})

test('what is decided waits for nobody any more: whoever was told that it does is not, by whoever it was decided; what still waits is', async () => {
  const inboxOf = async (person: Person) => (await (await doorFor(person)).notices.inbox({})).newest.map(({ kind, body }) => `${kind} ${body.label}`)
  const unread = async (person: Person) => (await (await doorFor(person)).notices.inbox({})).unread
  const [by, other] = [await world.person(`tells-${world.mark}`, ['developer', world.a, 'red']), await world.person(`also-${world.mark}`, ['tenant_admin', world.a, null])]
  const [refused, withdrawn, open] = [await asked(by, 1), await asked(by, 1), await asked(by, 1)]
  await telling()
  const door = await doorFor(world.admin)
  expect(await door.requests.askInTenant({ tenant: world.a, request: refused.request, question: 'What for?' })).toMatchObject({ ok: true })
  await telling()
  expect((await inboxOf(other)).sort()).toEqual([refused, withdrawn, open].map(({ name }) => `request_waits ${name}`).sort())
  expect(await inboxOf(by)).toEqual([`request_question ${refused.name}`])
  expect(await door.requests.refuseInTenant({ tenant: world.a, request: refused.request, reason: 'No.' })).toMatchObject({ ok: true })
  expect(await (await doorFor(by)).requests.withdraw({ request: withdrawn.request })).toMatchObject({ ok: true })
  await telling()
  expect([await inboxOf(other), await unread(other), await inboxOf(by)]).toEqual([[`request_waits ${open.name}`], 1, [`request_decided ${refused.name}`]])
  const { rows } = await (await doorFor(other)).notices.history({ show: 'all', after: null, before: null })
  expect(rows.filter(({ overAt }) => overAt !== null).map(({ body, readAt }) => [body.label, readAt])).toEqual(expect.arrayContaining([[refused.name, null], [withdrawn.name, null]]))
  expect((await (await doorFor(other)).notices.history({ show: 'unread', after: null, before: null })).rows.map(({ body }) => body.label)).toEqual([open.name])
})
test('a question that is answered waits for nobody: its notice is read by whoever answered, and one that was answered before it was told of is not told', async () => {
  const by = await world.person(`answers-${world.mark}`, ['developer', world.a, 'red'])
  const unread = async () => (await (await doorFor(by)).notices.inbox({})).newest.map(({ kind, body }) => `${kind} ${body.label}`)
  const [one, other, quick] = [await asked(by, 1), await asked(by, 1), await asked(by, 1)]
  const ask = async ({ request }: { request: string }) => expect(await (await doorFor(world.admin)).requests.askInTenant({ tenant: world.a, request, question: 'What for?' })).toMatchObject({ ok: true })
  const answer = async ({ request }: { request: string }) => expect(await (await doorFor(by)).requests.answer({ request, answer: 'For a day.' })).toMatchObject({ ok: true })
  for (const of of [one, other]) await ask(of)
  await telling()
  expect((await unread()).sort()).toEqual([one, other].map(({ name }) => `request_question ${name}`).sort())
  await answer(one)
  expect(await unread()).toEqual([`request_question ${other.name}`])
  await ask(quick)
  await answer(quick)
  await telling()
  expect(await unread()).toEqual([`request_question ${other.name}`])
})
