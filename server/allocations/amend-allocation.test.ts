/** What somebody asked for and asks for otherwise: decided as if it were asked now, promised as it is now, and what was said to the other counts no more. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { tellOfRequests } from '~/server/requests/tell-of-requests'
import { takeLease } from '~/server/database/lease'
import { approve, type Asked, hold, makeRoom, tellOfTheRest, wishIn } from '~/server/testing/asking'
import { replayed } from '~/server/testing/replay'
import { doorFor, loading, makeWorld, type Person, type World } from '~/server/testing/world'

let world: World
const lease = `amend-${randomUUID()}`
beforeAll(async () => {
  world = await makeWorld()
  expect(await takeLease(lease, 600)).toBe(true)
  await makeRoom(world)
  await tellOfTheRest()
})
afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

const wished = { class: 'normal', pods: 1, each: { 'nvidia.com/gpu': '8' }, models: [] as string[], region: null, labels: { 'cost-center': 'test' }, purpose: 'For the test.', hours: 8, waits: false }
type Wish = Omit<typeof wished, 'hours' | 'region'> & { hours: number | null; region: string | null }
const asked = (more: Partial<Wish> = {}, by: Person = world.developer): Promise<Asked> => hold(by, wishIn(world, 8, { ...wished, ...more }))
const amend = async (of: Asked, more: Partial<Wish>, by: Person = world.developer, key: string = randomUUID()) => (await doorFor(by, { idempotencyKey: key })).allocations.amend({ tenant: world.a, allocation: of.allocation, terms: of.terms, ...wished, ...more })
const rowOf = async ({ request }: Asked) => (await loading((sql) => sql.query('SELECT * FROM request WHERE id = $1', [request]))).rows[0]
const allocationOf = async ({ allocation }: Asked) => (await loading((sql) => sql.query('SELECT * FROM allocation WHERE id = $1', [allocation]))).rows[0]
const standing = async () => (await loading((sql) => sql.query("SELECT used[1]::int AS used, held[1]::int AS held FROM account WHERE tenant_id = $1 AND namespace_id = 'red'", [world.a]))).rows[0] as { used: number; held: number }
const wordsOf = async ({ request }: Asked) => (await (await doorFor(world.admin)).requests.readInTenant({ tenant: world.a, request })).words
const told = async (person: Person) => (await loading((sql) => sql.query("SELECT kind FROM notice WHERE person_id = $1 AND kind LIKE 'request%' ORDER BY at, id", [person.id]))).rows.map(({ kind }) => kind as string)

test('more of it is asked of more people under the same request: the promise is the new one at once, what was said counts no more, and whoever said it is told', async () => {
  const before = await standing()
  const third = await world.person('third', ['tenant_admin', world.a, null])
  const of = await asked()
  expect(await rowOf(of)).toMatchObject({ rule: { anyOf: [{ of: ['tenant_admin'], count: 1 }] } })
  await tellOfRequests(lease)
  await (await doorFor(third)).requests.askInTenant({ tenant: world.a, request: of.request, question: 'For which run?' })
  await (await doorFor(world.developer)).requests.answer({ request: of.request, answer: 'That of May.' })
  const sixteen = await asked({ pods: 2 })
  expect(await approve(world, world.admin, sixteen)).toMatchObject({ ok: true, value: { state: 'open' } })
  const key = randomUUID()
  const more = await amend(sixteen, { pods: 4, hours: 24, purpose: 'For two runs.' }, world.developer, key)
  expect(more).toMatchObject({ ok: true, value: { verdict: 'hold', approver: 'tenant', moved: [{ term: 'amounts' }, { term: 'devices', was: '16', is: '32' }, { term: 'hours', was: 8, is: 24 }, { term: 'pods', was: 2, is: 4 }, { term: 'purpose', is: 'For two runs.' }] } })
  expect(await amend(sixteen, { pods: 4, hours: 24, purpose: 'For two runs.' }, world.developer, key)).toEqual(more)
  expect(await standing()).toEqual({ used: before.used, held: before.held + 8 + 32 })
  const now = await rowOf(sixteen)
  expect([now.id, now.state, now.terms_body.version, now.said_yes, now.purpose, now.payload.pods, now.deadline]).toEqual([sixteen.request, 'open', 2, [], 'For two runs.', 4, (await allocationOf(sixteen)).held_until])
  expect((await wordsOf(sixteen)).map(({ kind, void: lost }) => [kind, lost])).toEqual([['yes', 'terms_changed'], ['change', null]])
  await tellOfRequests(lease)
  expect((await told(world.admin)).at(-1)).toBe('request_terms_changed')
  expect(await told(world.developer)).not.toContain('request_terms_changed')

  // What only a tenant was asked for the platform is asked for beside from now on, and told so.
  const toldBefore = (await told(world.platformApprover)).length
  expect(await amend(of, { pods: 3 })).toMatchObject({ ok: true, value: { approver: 'tenant' } })
  expect(await rowOf(of)).toMatchObject({ rule: { anyOf: [{ of: ['tenant_admin', 'approver'], count: 2 }] }, asked_roles: ['tenant_admin', 'approver'] })
  await tellOfRequests(lease)
  await tellOfRequests(lease)
  expect((await told(world.platformApprover)).length).toBe(toldBefore + 1)

  const again = { ...sixteen, terms: now.terms as string }
  const second = await world.person('second', ['tenant_admin', world.a, null])
  expect(await approve(world, world.admin, sixteen)).toEqual({ ok: false, refusal: 'terms_changed' })
  expect([await approve(world, world.admin, again), await approve(world, second, again)]).toMatchObject([{ ok: true }, { ok: true, value: { state: 'approved' } }])
  expect(await allocationOf(sixteen)).toMatchObject({ state: 'admitted', pods: 4, amounts: ['32'] })
  expect(await amend(again, { pods: 1 })).toEqual({ ok: false, refusal: 'answered' })
  for (const { allocation } of [of, sixteen]) await (await doorFor(world.developer)).allocations.release({ tenant: world.a, allocation })
  expect(await standing()).toEqual(before)
  expect(await replayed(world)).toEqual([])
})
test('whatever is otherwise, a yes to what it was counts no more; the same again is no change', async () => {
  const of = await asked({ pods: 2 })
  await approve(world, world.admin, of)
  expect(await amend(of, { pods: 2 })).toMatchObject({ ok: true, value: { moved: [] } })
  expect([(await rowOf(of)).terms, (await rowOf(of)).said_yes]).toEqual([of.terms, [world.admin.id]])
  expect(await amend(of, { pods: 2, purpose: 'For something else.' })).toMatchObject({ ok: true, value: { moved: [{ term: 'purpose' }] } })
  expect((await rowOf(of)).said_yes).toEqual([])
  expect(await amend(of, { pods: 1 })).toEqual({ ok: false, refusal: 'terms_changed' })
  const now = { ...of, terms: (await rowOf(of)).terms as string }
  expect((await (await doorFor(world.developer)).allocations.read({ tenant: world.a, allocation: of.allocation })).purpose).toBe('For something else.')
  await (await doorFor(world.developer)).allocations.release({ tenant: world.a, allocation: now.allocation })
})
test('what needs nobody’s yes any more begins at once, and nobody is asked', async () => {
  const before = await standing()
  const of = await asked({ pods: 2 }, world.admin)
  expect(await amend(of, { pods: 1, hours: 1 }, world.admin)).toMatchObject({ ok: true, value: { verdict: 'admit', approver: null } })
  expect([(await rowOf(of)).state, await allocationOf(of)]).toMatchObject(['withdrawn', { state: 'admitted', pods: 1, amounts: ['8'], held_until: null, approved_by: null }])
  expect(await standing()).toEqual({ used: before.used + 8, held: before.held })
  await (await doorFor(world.admin)).allocations.release({ tenant: world.a, allocation: of.allocation })
  expect(await standing()).toEqual(before)
})
test('to ask for what one asks for already changes nothing, and uses the key all the same: with it nothing else is asked for', async () => {
  const of = await asked({ pods: 2 })
  const key = randomUUID()
  const same = await amend(of, { pods: 2 }, world.developer, key)
  expect(same).toMatchObject({ ok: true, value: { verdict: 'hold', moved: [] } })
  await expect(amend(of, { pods: 3 }, world.developer, key)).rejects.toThrow('idempotency_key_reused')
  await expect((await doorFor(world.developer, { idempotencyKey: key })).requests.withdraw({ request: of.request })).rejects.toThrow('idempotency_key_reused')
  expect([await amend(of, { pods: 2 }, world.developer, key), await rowOf(of)]).toMatchObject([same, { terms: of.terms, state: 'open' }])
})
test('what cannot be is refused by the check that says so, and everything stays as it was; so is what is somebody else’s', async () => {
  const before = await standing()
  const of = await asked({ pods: 2 })
  expect(await amend(of, { class: 'ghost' })).toMatchObject({ ok: false, refusal: 'class_unknown' })
  expect(await amend(of, { pods: 1 }, world.admin)).toEqual({ ok: false, refusal: 'not_yours' })
  await expect(amend(of, { pods: 1 }, world.stranger)).rejects.toThrow('not_found')
  await expect(amend(of, { pods: 1 }, world.auditor)).rejects.toThrow('forbidden')
  expect([await rowOf(of), await standing()]).toMatchObject([{ terms: of.terms, state: 'open' }, { used: before.used, held: before.held + 16 }])
  // Its own promise is no room that somebody else has.
  const full = (to: string) => loading((sql) => sql.query(`UPDATE account SET hard = ${to}, nominal = ${to} WHERE tenant_id = $1 AND namespace_id = 'red'`, [world.a]))
  await full('ARRAY[used[1] + held[1]]')
  const preview = await (await doorFor(world.developer)).allocations.previewAmendment({ tenant: world.a, allocation: of.allocation, ...wished, pods: 2, hours: 4 })
  expect(preview).toMatchObject({ ok: true, value: { verdict: 'hold', devices: '16' } })
  expect(await (await doorFor(world.developer)).allocations.previewAmendment({ tenant: world.a, allocation: of.allocation, ...wished, pods: 3 })).toMatchObject({ ok: true, value: { verdict: 'refuse', reason: 'quota_exceeded' } })
  expect(await amend(of, { pods: 3 })).toMatchObject({ ok: false, refusal: 'quota_exceeded', about: [{ field: 'says' }] })
  expect((await rowOf(of)).terms).toBe(of.terms)
  await full("'{10000}'")
  await (await doorFor(world.developer)).allocations.release({ tenant: world.a, allocation: of.allocation })
})
test('into another class it is asked at that one’s priority; not where one of the two has a quota of its own in the namespace', async () => {
  const [of, shared] = [await asked({ pods: 2 }), await asked({ pods: 2 })]
  expect(await amend(of, { pods: 2, class: 'low' })).toMatchObject({ ok: true, value: { moved: expect.arrayContaining([{ term: 'class', was: 'normal', is: 'low' }]) } })
  expect(await allocationOf(of)).toMatchObject({ class: 'low', preemptible: true })
  await loading((sql) => sql.query(`INSERT INTO account (id, kind, parent_id, organisation_id, tenant_id, namespace_id, resources, nominal, hard, used, held, unexplained)
    VALUES ($1, 'class', $2, $3, $4, 'red', '{nvidia.com/gpu}', '{8}', '{8}', '{0}', '{0}', '{0}')`, [`platform/${world.organisation}/${world.a}/red/low`, `platform/${world.organisation}/${world.a}/red`, world.organisation, world.a]))
  expect(await amend(shared, { pods: 2, class: 'low' })).toEqual({ ok: false, refusal: 'class_has_share' })
  expect(await allocationOf(shared)).toMatchObject({ class: 'normal' })
  expect(await replayed(world)).toEqual([])
})
