/** A pair is two tenants' word: what each of them says, what each of them sees, and what neither learns of the other. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { closeDatabase } from '~/server/database/client'
import { takeLease } from '~/server/database/lease'
import { lapseRequests } from '~/server/requests/lapse-requests'
import { tellOfRequests } from '~/server/requests/tell-of-requests'
import { tellOfTheRest } from '~/server/testing/asking'
import { numberAll, recordsOf } from '~/server/testing/records'
import { doorFor, loading, makeWorld, type Person, shown, type World } from '~/server/testing/world'
import { askPairs } from './ask-pairs'
import { tellOfPairs } from './tell-of-pairs'

let world: World
let second: Person
const [asking, telling, requests] = [`ask-${randomUUID()}`, `tell-${randomUUID()}`, `requests-${randomUUID()}`]
beforeAll(async () => {
  world = await makeWorld()
  second = await world.person('second', ['tenant_admin', world.a, null], ['tenant_admin', world.b, null])
  for (const lease of [asking, telling, requests]) expect(await takeLease(lease, 600)).toBe(true)
  await tellOfTheRest()
})
afterAll(closeDatabase)
/** Each begins with nothing between anybody. */
afterEach(() => loading(async (sql) => {
  await sql.query("DELETE FROM request_word WHERE request_id IN (SELECT id FROM request WHERE kind = 'pair.allow')")
  await sql.query("DELETE FROM request WHERE kind = 'pair.allow'")
  await sql.query('DELETE FROM pair')
  await sql.query("DELETE FROM notice WHERE kind LIKE 'pair%'")
}))

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const wishOf = (more: object = {}) => ({ tenant: world.a, namespace: 'red', otherTenant: world.b, otherNamespace: 'blue', way: 'out' as const, ports: [8443, 443], until: day(30), purpose: 'Readings are sent there.', ...more })
type Wish = ReturnType<typeof wishOf>
const offer = async (more: object = {}, person: Person = world.admin) => {
  const wish: Wish = wishOf(more)
  return (await doorFor(person, { stepUp: await shown(person, 'pairs.offer', wish) })).pairs.offer(wish)
}
async function offered(more: object = {}, person: Person = world.admin) {
  const answer = await offer(more, person)
  if (!answer.ok) throw new Error(answer.refusal)
  return answer.value.pair
}
type Asked = { request: string; terms: string; tenant: string }
const askedFor = async (pair: string): Promise<Asked> => {
  await askPairs(asking)
  const { rows } = await loading((sql) => sql.query("SELECT id AS request, terms, tenant_id AS tenant FROM request WHERE payload ->> 'pair' = $1", [pair]))
  expect(rows).toHaveLength(1)
  return rows[0]
}
const approve = async (person: Person, { request, terms, tenant }: Asked) => (await doorFor(person, { stepUp: await shown(person, 'requests.approveInTenant', { tenant, request, terms }) })).requests.approveInTenant({ tenant, request, terms })
const refuse = async (person: Person, { request, tenant }: Asked, reason = 'We do not know it.') => (await doorFor(person)).requests.refuseInTenant({ tenant, request, reason })
const end = async (person: Person, tenant: string, pair: string) => (await doorFor(person, { stepUp: await shown(person, 'pairs.end', { tenant, pair }) })).pairs.end({ tenant, pair })
async function made(more: object = {}, by: Person = world.stranger) {
  const pair = await offered(more)
  expect(await approve(by, await askedFor(pair))).toMatchObject({ ok: true, value: { state: 'approved' } })
  return pair
}
type Show = 'in_force' | 'offered' | 'asked' | 'over'
const list = async (person: Person, tenant: string, show: Show, namespace: string | null = null) => (await (await doorFor(person)).pairs.list({ tenant, namespace, show, ...firstPage })).rows
const seen = async (person: Person, tenant: string, show: Show, pair: string) => (await list(person, tenant, show)).find((one) => one.pair === pair)
const allowing = async (person: Person, tenant: string, namespace: string) => (await (await doorFor(person)).namespaces.objects({ tenant, namespace })).filter(({ name }) => name.startsWith('allow-')).map(({ name, body }) => ({ name, types: (body as { spec: { policyTypes: string[] } }).spec.policyTypes }))
const row = async (pair: string) => (await loading((sql) => sql.query('SELECT * FROM pair WHERE id = $1', [pair]))).rows[0]
const told = async (person: Person) => (await loading((sql) => sql.query("SELECT kind, body, path FROM notice WHERE person_id = $1 ORDER BY at, id", [person.id]))).rows as { kind: string; body: { label: string; state?: string; by?: string; days?: string }; path: string }[]
const shift = (pair: string, days: number) => loading((sql) => sql.query("UPDATE pair SET offered_at = offered_at - make_interval(days => $2), lapses_at = lapses_at - make_interval(days => $2), until = until - make_interval(days => $2), answered_at = answered_at - make_interval(days => $2) WHERE id = $1", [pair, days]))

test('offered by one side and said yes to by the other it is in force on both, each with its half of the opening; the other ends it, and it is gone on both', async () => {
  const pair = await offered()
  expect(await seen(world.admin, world.a, 'offered', pair)).toMatchObject({ namespace: 'red', other: { tenant: world.b, namespace: 'blue' }, way: 'out', ports: [443, 8443], state: 'offered', isOurs: true, request: null })
  const of = await askedFor(pair)
  expect(of.tenant).toBe(world.b)
  expect(await seen(world.stranger, world.b, 'asked', pair)).toMatchObject({ namespace: 'blue', other: { tenant: world.a, namespace: 'red' }, way: 'in', isOurs: false, request: of.request, offeredBy: { person: world.admin.id } })
  const read = await (await doorFor(world.stranger)).requests.readInTenant({ tenant: world.b, request: of.request })
  expect(read).toMatchObject({ kind: 'pair.allow', level: 'tenant', ifApproved: null, requestedBy: { person: world.admin.id }, rule: { anyOf: [{ of: ['tenant_admin'], count: 1 }], factor: 'passkey' }, payload: { offers: world.a, from: { tenant: world.a, namespace: 'red' }, to: { tenant: world.b, namespace: 'blue' }, ports: [443, 8443] } })
  expect([await allowing(world.admin, world.a, 'red'), await allowing(world.stranger, world.b, 'blue')]).toEqual([[], []])
  expect(await approve(world.stranger, of)).toMatchObject({ ok: true, value: { state: 'approved' } })
  expect([await allowing(world.admin, world.a, 'red'), await allowing(world.stranger, world.b, 'blue')]).toEqual([[{ name: `allow-${pair}`, types: ['Egress'] }], [{ name: `allow-${pair}`, types: ['Ingress'] }]])
  expect([await allowing(world.admin, world.a, 'blue'), await allowing(world.stranger, world.b, 'red')]).toEqual([[], []])
  expect([(await seen(world.admin, world.a, 'in_force', pair))?.way, (await seen(world.stranger, world.b, 'in_force', pair))?.way]).toEqual(['out', 'in'])
  await tellOfPairs(telling)
  expect((await told(world.admin)).at(-1)).toEqual({ kind: 'pair_decided', body: { label: `${world.a}/red → ${world.b}/blue`, state: 'in_force' }, path: `/tenants/${world.a}/pairs` })

  expect(await end(world.stranger, world.b, pair)).toMatchObject({ ok: true, value: { state: 'ended' } })
  expect([await allowing(world.admin, world.a, 'red'), await allowing(world.stranger, world.b, 'blue')]).toEqual([[], []])
  expect(await seen(world.admin, world.a, 'over', pair)).toMatchObject({ state: 'ended', endedIn: world.b, endedBecause: 'ended' })
  expect(await end(world.admin, world.a, pair)).toEqual({ ok: false, refusal: 'is_over' })
  await tellOfPairs(telling)
  await tellOfPairs(telling)
  expect((await told(world.admin)).filter(({ kind }) => kind === 'pair_ended')).toEqual([{ kind: 'pair_ended', body: { label: `${world.a}/red → ${world.b}/blue`, by: world.b, state: 'ended' }, path: `/tenants/${world.a}/pairs` }])
  expect((await told(world.stranger)).filter(({ kind }) => kind === 'pair_ended')).toEqual([])
})

test('it is asked of admins of the other tenant alone; who offered it does not answer it, though they are its admin, too', async () => {
  const pair = await offered({ namespace: 'blue', otherNamespace: 'red' }, second)
  const of = await askedFor(pair)
  await tellOfRequests(requests)
  const waits = async (person: Person) => (await told(person)).filter(({ kind, path }) => kind === 'request_waits' && path.endsWith(of.request)).length
  expect([await waits(world.stranger), await waits(second), await waits(world.admin), await waits(world.platformApprover), await waits(world.platformAdmin)]).toEqual([1, 0, 0, 0, 0])
  expect(await approve(second, of)).toEqual({ ok: false, refusal: 'own_request' })
  for (const person of [world.admin, world.platformApprover, world.developer]) await expect(approve(person, of)).rejects.toThrow(/not_found|forbidden/)
  const platformWish = { request: of.request, terms: of.terms }
  expect(await (await doorFor(world.platformApprover, { stepUp: await shown(world.platformApprover, 'requests.approve', platformWish) })).requests.approve(platformWish)).toEqual({ ok: false, refusal: 'not_found' })
  // A day before its end others are asked beside the tenant's own people: not of this.
  await loading((sql) => sql.query("UPDATE request SET requested_at = now() - interval '13 days', deadline = now() + interval '12 hours' WHERE id = $1", [of.request]))
  await tellOfRequests(requests)
  expect((await loading((sql) => sql.query('SELECT asked_roles, rule FROM request WHERE id = $1', [of.request]))).rows[0]).toEqual({ asked_roles: ['tenant_admin'], rule: { anyOf: [{ of: ['tenant_admin'], count: 1 }], factor: 'passkey' } })
  await expect(loading((sql) => sql.query("UPDATE request SET asked_roles = '{tenant_admin,approver}' WHERE id = $1", [of.request]))).rejects.toMatchObject({ code: '23514' })
  await expect(loading((sql) => sql.query("UPDATE pair SET answer = 'yes', answered_at = now(), answered_by = offered_by WHERE id = $1", [pair]))).rejects.toMatchObject({ code: '23514' })
  await expect((await doorFor(world.stranger)).requests.askInTenant({ tenant: world.b, request: of.request, question: 'What for?' })).resolves.toEqual({ ok: false, refusal: 'asker_elsewhere' })
  expect(await refuse(world.stranger, of, 'Not with us.')).toMatchObject({ ok: true, value: { state: 'refused' } })
  expect(await seen(world.admin, world.a, 'over', pair)).toMatchObject({ state: 'refused', reason: 'Not with us.' })
  await tellOfPairs(telling)
  await tellOfRequests(requests)
  expect((await told(second)).filter(({ path }) => path.includes(of.request))).toEqual([])
  expect((await told(world.admin)).at(-1)).toMatchObject({ kind: 'pair_decided', body: { state: 'refused' } })
})

test('what cannot be asked or told of one keeps no other from it, is seen to have failed, and is done once it can be', async () => {
  const pairs = [await offered(), await offered({ otherNamespace: 'red' })]
  const stuck = async (table: string, text: string) => loading((sql) => sql.query(`ALTER TABLE ${table} ADD CONSTRAINT stuck CHECK (${text}) NOT VALID`))
  const free = (table: string) => loading((sql) => sql.query(`ALTER TABLE ${table} DROP CONSTRAINT stuck`))
  const requestsOf = async (pair: string) => (await loading((sql) => sql.query("SELECT FROM request WHERE payload ->> 'pair' = $1", [pair]))).rowCount
  await stuck('request', `payload ->> 'pair' IS DISTINCT FROM '${pairs[0]}'`)
  await expect(askPairs(asking)).rejects.toThrow(/stuck/).finally(() => free('request'))
  expect(await Promise.all(pairs.map(requestsOf))).toEqual([0, 1])
  await askPairs(asking)
  expect(await Promise.all(pairs.map(requestsOf))).toEqual([1, 1])

  for (const pair of pairs) expect(await refuse(world.stranger, await askedFor(pair))).toMatchObject({ ok: true })
  const toldOf = () => Promise.all(pairs.map(async (pair) => (await row(pair)).told.includes('decided')))
  await stuck('notice', `kind <> 'pair_decided' OR body ->> 'label' <> '${world.a}/red → ${world.b}/blue'`)
  await expect(tellOfPairs(telling)).rejects.toThrow(/stuck/).finally(() => free('notice'))
  expect(await toldOf()).toEqual([false, true])
  await tellOfPairs(telling)
  expect(await toldOf()).toEqual([true, true])
})

/** How many of the requests that a loop made of their offers are there for an admin, in a deed of theirs. */
const ownRequests = ({ a, admin }: World, first = 'SELECT 1') => loading(async (sql) => {
  await sql.query('SAVEPOINT first')
  await sql.query(first)
  await sql.query("SET LOCAL ROLE bailiwick_engine; SELECT set_config('app.loading', '', true)")
  await sql.query("SELECT set_config('app.person_id', $1, true), set_config('app.tenant_id', $2, true), set_config('app.namespaces', '*', true)", [admin.id, a])
  const { rows } = await sql.query("SELECT count(*)::int AS n FROM request WHERE kind = 'pair.allow'")
  await sql.query('ROLLBACK TO SAVEPOINT first')
  return rows[0].n as number
})
test('whoever offers learns nothing of the other side: what is there and what is not come to the same, in the answer, the lists, the notices, the requests and the record', async () => {
  const quiet = await makeWorld()
  const wishes = { there: { otherTenant: quiet.b, otherNamespace: 'blue' }, frozen: { otherTenant: quiet.b, otherNamespace: 'red' }, deleted: { otherTenant: quiet.b, otherNamespace: 'gone' }, noNamespace: { otherTenant: quiet.b, otherNamespace: 'none' }, noTenant: { otherTenant: `b-${randomUUID().slice(0, 8)}`, otherNamespace: 'blue' } }
  await loading(async (sql) => {
    await sql.query("INSERT INTO namespace (tenant_id, id, title, closing_at, closed_by, deleted_at) VALUES ($1, 'gone', 'Gone', now(), $2, now())", [quiet.b, quiet.stranger.id])
    await sql.query("UPDATE namespace SET frozen_at = now() WHERE tenant_id = $1 AND id = 'red'", [quiet.b])
  })
  const noise = (value: unknown) => JSON.stringify(value).replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'ID').replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'AT').replace(/"(auditId|reference|sequence|step_up)":"[^"]*"/g, '"$1":"X"').replace(/\bb-[0-9a-f]{8}\b/g, 'OTHER').replace(/\b(blue|gone|none)\b/g, 'SPACE').replace(/"(namespace|otherNamespace)":"(red|SPACE)"/g, '"$1":"SPACE"').replace(/\/red\b/g, '/SPACE')
  const inA = async (wish: object) => {
    const from = { ...wishOf(), tenant: quiet.a, until: '2026-12-24T00:00:00.000Z', ...wish }
    const until = day(30)
    const asked = { ...from, until }
    const answer = await (await doorFor(quiet.admin, { stepUp: await shown(quiet.admin, 'pairs.offer', asked) })).pairs.offer(asked)
    if (!answer.ok) throw new Error(answer.refusal)
    await askPairs(asking)
    await tellOfRequests(requests)
    await tellOfPairs(telling)
    const door = await doorFor(quiet.admin)
    const looked = {
      answer, twice: await (await doorFor(quiet.admin, { stepUp: await shown(quiet.admin, 'pairs.offer', asked) })).pairs.offer(asked), offered: await list(quiet.admin, quiet.a, 'offered'),
      requests: (await door.requests.listInTenant({ tenant: quiet.a, namespace: null, show: 'all', find: null, ...firstPage })).rows.filter(({ kind }) => kind !== 'tenant.create'), notices: await told(quiet.admin), objects: await allowing(quiet.admin, quiet.a, 'red'),
      record: (await recordsOf(quiet.a, 'deed')).at(-1)?.entry.action,
    }
    // Nor by the back door: what they asked for themselves is counted and taken back by them, and this is not among it.
    const n = await ownRequests(quiet)
    expect(await (await doorFor(quiet.admin, { stepUp: await shown(quiet.admin, 'pairs.end', { tenant: quiet.a, pair: answer.value.pair }) })).pairs.end({ tenant: quiet.a, pair: answer.value.pair })).toMatchObject({ ok: true })
    return noise({ ...looked, n })
  }
  const came: string[] = []
  for (const wish of Object.values(wishes)) came.push(await inA(wish))
  expect(came[0]).toContain('"state":"offered"')
  for (const other of came) expect(other).toBe(came[0])
  // Asked was where there was somebody to ask, and only there: what is frozen may be thawed in time.
  const { rows } = await loading((sql) => sql.query("SELECT namespace_id FROM request WHERE kind = 'pair.allow' AND tenant_id = $1 ORDER BY 1", [quiet.b]))
  expect(rows.map(({ namespace_id }) => namespace_id)).toEqual(['blue', 'red'])
  expect([await ownRequests(quiet), await ownRequests(quiet, "ALTER POLICY of_person ON request USING (requested_by::text = (SELECT current_setting('app.person_id', true)))")]).toEqual([0, 2])
})

test('what comes to be within the two weeks is asked then; what is frozen is not said yes to', async () => {
  const pair = await offered({ otherNamespace: 'later' })
  await askPairs(asking)
  expect((await list(world.stranger, world.b, 'asked')).find((one) => one.pair === pair)).toMatchObject({ request: null })
  await loading((sql) => sql.query("INSERT INTO namespace (tenant_id, id, title, frozen_at) VALUES ($1, 'later', 'Later', now())", [world.b]))
  const of = await askedFor(pair)
  expect(await approve(world.stranger, of)).toEqual({ ok: false, refusal: 'namespace_frozen' })
  await loading((sql) => sql.query("UPDATE namespace SET frozen_at = NULL WHERE tenant_id = $1 AND id = 'later'", [world.b]))
  expect(await approve(world.stranger, of)).toMatchObject({ ok: true })
  expect(await end(world.admin, world.a, pair)).toMatchObject({ ok: true })
})

test('an offer lapses by its own row, whatever runs; so does what it asks; and what was taken back is said yes to by nobody', async () => {
  const [lapsing, back] = [await offered({ ports: [1] }), await offered({ namespace: 'blue', ports: [2] })]
  const [old, of] = [await askedFor(lapsing), await askedFor(back)]
  await shift(lapsing, 14)
  expect(await seen(world.admin, world.a, 'over', lapsing)).toMatchObject({ state: 'lapsed' })
  expect(await approve(world.stranger, old)).toEqual({ ok: false, refusal: 'offer_over' })
  await loading((sql) => sql.query("UPDATE request SET requested_at = requested_at - interval '14 days', deadline = deadline - interval '14 days' WHERE id = $1", [old.request]))
  expect(await approve(world.stranger, old)).toEqual({ ok: false, refusal: 'already_decided' })
  await lapseRequests(requests)
  await tellOfPairs(telling)
  expect((await told(world.admin)).at(-1)).toMatchObject({ kind: 'pair_decided', body: { state: 'lapsed' } })

  expect(await end(world.stranger, world.b, back)).toEqual({ ok: false, refusal: 'asked_of_us' })
  expect(await end(world.admin, world.a, back)).toMatchObject({ ok: true, value: { state: 'withdrawn' } })
  expect(await approve(world.stranger, of)).toEqual({ ok: false, refusal: 'offer_over' })
  await askPairs(asking)
  expect(await approve(world.stranger, of)).toEqual({ ok: false, refusal: 'already_decided' })
  expect(await row(back)).toMatchObject({ answer: null, ended_because: 'ended' })
})

test('at its own end it is over by its own row, and a yes after its end is none', async () => {
  const [pair, short] = [await made(), await offered({ namespace: 'blue', until: day(2) })]
  const of = await askedFor(short)
  await shift(pair, 23)
  await tellOfPairs(telling)
  await tellOfPairs(telling)
  for (const person of [world.admin, world.stranger]) expect((await told(person)).filter(({ kind }) => kind === 'pair_ends').map(({ body }) => body.days)).toEqual(['7'])
  await shift(pair, 7)
  expect(await allowing(world.admin, world.a, 'red')).toEqual([])
  expect(await seen(world.stranger, world.b, 'over', pair)).toMatchObject({ state: 'over', endedAt: null })
  expect(await end(world.admin, world.a, pair)).toEqual({ ok: false, refusal: 'is_over' })
  await shift(short, 2)
  expect(await approve(world.stranger, of)).toEqual({ ok: false, refusal: 'offer_over' })
})

test('a new one takes the place of the old when it is said yes to, and not before, whichever side offers it', async () => {
  const first = await made({ ports: [80] })
  const next = await offered({ ports: [443] })
  expect([(await row(first)).ended_at, (await offer({ ports: [90] }))]).toEqual([null, { ok: false, refusal: 'already_offered' }])
  expect(await approve(world.stranger, await askedFor(next))).toMatchObject({ ok: true })
  expect(await row(first)).toMatchObject({ ended_because: 'replaced' })
  expect(await offer()).toMatchObject({ ok: true })
  const mirror = await offered({ tenant: world.b, namespace: 'blue', otherTenant: world.a, otherNamespace: 'red', way: 'in', ports: [22] }, world.stranger)
  expect(await approve(world.admin, await askedFor(mirror))).toMatchObject({ ok: true })
  expect(await allowing(world.admin, world.a, 'red')).toEqual([{ name: `allow-${mirror}`, types: ['Egress'] }])
  expect(await row(next)).toMatchObject({ ended_because: 'replaced', ended_in: world.a })
  expect(await end(world.admin, world.a, mirror)).toMatchObject({ ok: true })
})

test('of a yes and an end at once, one comes first: nothing is in force that was taken back, and each is told how it was', async () => {
  for (let times = 0; times < 4; times++) {
    const pair = await offered({ namespace: 'blue', otherNamespace: 'red', ports: [5000 + times] })
    const of = await askedFor(pair)
    const [yes, back] = await Promise.all([approve(world.stranger, of), end(world.admin, world.a, pair)])
    expect(back.ok).toBe(true)
    expect(await row(pair)).toMatchObject(yes.ok ? { answer: 'yes', ended_because: 'ended' } : { answer: null, ended_because: 'ended' })
    if (!yes.ok) expect(yes.refusal).toBe('offer_over')
    expect(await allowing(world.stranger, world.b, 'red')).toEqual([])
  }
})
test('of two offers of one connection that are said yes to at once, from both sides, one is in force', async () => {
  const here = await offered({ namespace: 'blue', otherNamespace: 'blue', ports: [1] })
  const there = await offered({ tenant: world.b, namespace: 'blue', otherTenant: world.a, otherNamespace: 'blue', way: 'in', ports: [2] }, world.stranger)
  const [one, other] = [await askedFor(here), await askedFor(there)]
  const answers = await Promise.all([approve(world.stranger, one), approve(world.admin, other)])
  expect(answers.map(({ ok }) => ok)).toEqual([true, true])
  expect(await allowing(world.admin, world.a, 'blue')).toHaveLength(1)
  expect(await allowing(world.stranger, world.b, 'blue')).toHaveLength(1)
})

test('the same offer at once from two browsers is one, and asked is it once, whoever asks', async () => {
  const both = await Promise.all([offer({ otherNamespace: 'red', ports: [7] }), offer({ otherNamespace: 'red', ports: [7] })])
  expect(both.map(({ ok }) => ok).sort()).toEqual([false, true])
  const [one] = both.flatMap((answer) => (answer.ok ? [answer.value.pair] : []))
  await Promise.all([askPairs(asking), askPairs(asking)])
  await askedFor(one ?? '')
  expect(await end(world.admin, world.a, one ?? '')).toMatchObject({ ok: true })
})

test('with its namespace a pair ends, and the other side is told; what is only offered to it goes on waiting, and is asked of nobody', async () => {
  const apart = await makeWorld()
  const from = { tenant: apart.a, otherTenant: apart.b }
  const ask = async (more: object) => {
    const wish = wishOf({ ...from, ...more })
    const answer = await (await doorFor(apart.admin, { stepUp: await shown(apart.admin, 'pairs.offer', wish) })).pairs.offer(wish)
    if (!answer.ok) throw new Error(answer.refusal)
    return answer.value.pair
  }
  const holding = await ask({ namespace: 'red' })
  expect(await approve(apart.stranger, await askedFor(holding))).toMatchObject({ ok: true })
  const waiting = await ask({ namespace: 'blue' })
  const of = await askedFor(waiting)
  const deletion = { tenant: apart.b, namespace: 'blue', typed: 'blue', ends: false }
  expect(await (await doorFor(apart.stranger, { stepUp: await shown(apart.stranger, 'namespaces.delete', deletion) })).namespaces.delete(deletion)).toMatchObject({ ok: true, value: { state: 'deleted' } })
  expect(await seen(apart.admin, apart.a, 'over', holding)).toMatchObject({ state: 'ended', endedBecause: 'deleted', endedIn: apart.b })
  expect(await allowing(apart.admin, apart.a, 'red')).toEqual([])
  await tellOfPairs(telling)
  expect((await told(apart.admin)).at(-1)).toMatchObject({ kind: 'pair_ended', body: { by: apart.b, state: 'deleted' } })
  expect(await seen(apart.admin, apart.a, 'offered', waiting)).toMatchObject({ state: 'offered' })
  expect(await approve(apart.stranger, of)).toEqual({ ok: false, refusal: 'namespace_unknown' })
  await askPairs(asking)
  expect(await approve(apart.stranger, of)).toEqual({ ok: false, refusal: 'already_decided' })
  expect(await seen(apart.admin, apart.a, 'offered', waiting)).toMatchObject({ state: 'offered' })
})

test('a frozen tenant’s own objects leave it out, which is enough, as nothing passes that both sides do not allow; the row stays as it is', async () => {
  const pair = await made({ ports: [9] })
  await loading((sql) => sql.query('UPDATE tenant SET frozen_at = now() WHERE id = $1', [world.b]))
  expect([await allowing(world.stranger, world.b, 'blue'), (await allowing(world.admin, world.a, 'red')).length]).toEqual([[], 1])
  expect(await end(world.stranger, world.b, pair)).toEqual({ ok: false, refusal: 'tenant_frozen' })
  await loading((sql) => sql.query('UPDATE tenant SET frozen_at = NULL WHERE id = $1', [world.b]))
  expect(await allowing(world.stranger, world.b, 'blue')).toHaveLength(1)
  expect(await end(world.admin, world.a, pair)).toMatchObject({ ok: true })
})

test('who is of neither tenant finds nothing, who reaches one namespace sees that one’s, and too small a role does nothing', async () => {
  const pair = await made({ ports: [10] })
  expect(await seen(world.developer, world.a, 'in_force', pair)).toMatchObject({ namespace: 'red' })
  expect((await list(world.developer, world.a, 'in_force')).every(({ namespace }) => namespace === 'red')).toBe(true)
  for (const person of [world.developer, world.lead, world.auditor]) await expect(offer({}, person)).rejects.toThrow('forbidden')
  for (const person of [world.developer, world.auditor]) await expect(end(person, world.a, pair)).rejects.toThrow('forbidden')
  await expect(list(world.admin, world.b, 'in_force')).rejects.toThrow('not_found')
  const elsewhere = await makeWorld()
  await expect(end(elsewhere.admin, elsewhere.a, pair)).rejects.toThrow('not_found')
  expect(await list(elsewhere.admin, elsewhere.a, 'in_force')).toEqual([])
  for (const person of [world.platformAdmin, world.platformAuditor]) await expect(list(person, world.a, 'in_force')).rejects.toThrow(/not_found|forbidden/)
  expect(await end(world.admin, world.a, pair)).toMatchObject({ ok: true })
})

test('what is over has no way back, nobody answers for the other side, and nothing that was agreed is changed, whatever the engine is told', async () => {
  const pair = await offered({ ports: [11] })
  const asEngine = (statement: string, tenant: string, person: Person) => loading(async (sql) => {
    await sql.query("SET LOCAL ROLE bailiwick_engine; SELECT set_config('app.loading', '', true)")
    await sql.query("SELECT set_config('app.tenant_id', $1, true), set_config('app.namespaces', '*', true), set_config('app.person_id', $2, true)", [tenant, person.id])
    return (await sql.query(statement, [pair])).rowCount
  })
  const yes = "UPDATE pair SET answer = 'yes', answered_at = now(), answered_by = current_setting('app.person_id')::uuid WHERE id = $1"
  await expect(asEngine(yes, world.a, second)).rejects.toMatchObject({ code: '23514' })
  await expect(asEngine("UPDATE pair SET ports = '{1}' WHERE id = $1", world.a, world.admin)).rejects.toMatchObject({ code: '42501' })
  await expect(asEngine("UPDATE pair SET ended_at = now(), ended_because = 'ended', ended_by = current_setting('app.person_id')::uuid, ended_in = other_tenant WHERE id = $1", world.a, world.admin)).rejects.toMatchObject({ code: '23514' })
  expect(await end(world.admin, world.a, pair)).toMatchObject({ ok: true })
  expect(await asEngine(yes, world.b, world.stranger)).toBe(0)
})

test('each side’s deeds stand in its own record, with before and after, and what the other did stands beside', async () => {
  const pair = await offered({ ports: [12] })
  expect((await recordsOf(world.a, 'deed')).at(-1)?.entry).toMatchObject({ level: 'RequestResponse', action: { resource: 'pairs', verb: 'offer' }, context: { before: null, after: { pair, state: 'offered' }, factor: { kind: 'passkey' } } })
  expect(await approve(world.stranger, await askedFor(pair))).toMatchObject({ ok: true })
  expect((await recordsOf(world.b, 'deed')).at(-1)?.entry).toMatchObject({ action: { resource: 'requests', verb: 'approveInTenant' }, context: { after: { state: 'approved', made: { pair, ports: [12] } } } })
  expect(await end(world.stranger, world.b, pair)).toMatchObject({ ok: true })
  expect((await recordsOf(world.b, 'deed')).at(-1)?.entry).toMatchObject({ action: { resource: 'pairs', verb: 'end' }, context: { before: { state: 'in_force' }, after: { state: 'ended' } } })
  await tellOfPairs(telling)
  await tellOfPairs(telling)
  await numberAll()
  const beside = (await recordsOf(world.a, 'access')).filter(({ entry }) => entry.action.name === pair)
  expect(beside.map(({ entry }) => [entry.action.resource, entry.action.verb, entry.context])).toEqual([['pairs', 'allow', expect.objectContaining({ state: 'in_force' })], ['pairs', 'end', expect.objectContaining({ state: 'ended' })]])
})
