/** What can be done where nobody else is there to allow it: by the clock, for what it names, seen by whom it concerns, and not again until it was looked at. In one test, because there is one at a time. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { closeDatabase } from '~/server/database/client'
import { takeLease } from '~/server/database/lease'
import { letInBy } from '~/server/testing/asking'
import { beside } from '~/server/testing/beside'
import { recordsOf } from '~/server/testing/records'
import { doorFor, loading, makeWorld, type Person, shown, signInAs, type World } from '~/server/testing/world'
import { watchBreakGlass } from './watch-break-glass'

let world: World
const lease = `glass-${randomUUID()}`
beforeAll(async () => {
  expect(await takeLease(lease, 600)).toBe(true)
  // There is one at a time for all of the platform: another file's is over, told and looked at before anybody of this one is there.
  await loading((sql) => sql.query("UPDATE break_glass SET told = '{asked,opened,over}', asked_at = asked_at - interval '2 days', opens_at = opens_at - interval '2 days', until = until - interval '2 days'"))
  await loading((sql) => sql.query("UPDATE request SET state = 'approved', decided_at = now(), carried_out_at = now(), decided_by = (SELECT id FROM person WHERE id <> requested_by LIMIT 1) WHERE kind = 'breakglass.review' AND state = 'open'"))
  world = await makeWorld()
})
afterAll(closeDatabase)

const approver = () => world.person(`approver-${randomUUID().slice(0, 8)}`, ['approver', null, null])
const wish = (tenants: string[] = [world.a], minutes = 30) => ({ minutes, reason: 'Nobody else is there.', tenants })
const begin = async (person: Person, input = wish()) => (await doorFor(person, { stepUp: await shown(person, 'breakGlass.begin', input) })).breakGlass.begin(input)
const sign = async (person: Person, breakGlass: string) => (await doorFor(person, { stepUp: await shown(person, 'breakGlass.sign', { breakGlass }) })).breakGlass.sign({ breakGlass })
const freeze = async (person: Person, tenant: string) => (await doorFor(person, { stepUp: await shown(person, 'tenants.freeze', { tenant }) })).tenants.freeze({ tenant }).then(({ ok }) => (ok ? 'done' : 'refused'), ({ message }: Error) => message)
const rowOf = async (id: string) => (await loading((sql) => sql.query('SELECT *, opens_at - asked_at AS delay FROM break_glass WHERE id = $1', [id]))).rows[0]
const told = async (person: Person) => (await loading((sql) => sql.query("SELECT kind FROM notice WHERE person_id = $1 AND kind LIKE 'break_glass%' ORDER BY at, id", [person.id]))).rows.map(({ kind }) => kind)
async function asked(person: Person, input = wish()) {
  const answer = await begin(person, input)
  if (!answer.ok) throw new Error(answer.refusal)
  return answer.value
}
async function answer(person: Person, request: string, how: 'approve' | 'refuse') {
  const { rows: [{ terms }] } = await loading((sql) => sql.query('SELECT terms FROM request WHERE id = $1', [request]))
  if (how === 'refuse') return (await doorFor(person)).requests.refuse({ request, reason: 'There was no need.' })
  return (await doorFor(person, { stepUp: await shown(person, 'requests.approve', { request, terms }) })).requests.approve({ request, terms })
}
const stateOf = async (person: Person) => (await (await doorFor(person)).sessions.state({})).breakGlassUntil
const seenNow = async (person: Person) => (await (await doorFor(person)).breakGlass.list({ show: 'now', ...firstPage })).rows
/** As if so many minutes had passed since it was asked for. */
const pass = (id: string, minutes: number) => loading((sql) => sql.query('UPDATE break_glass SET asked_at = asked_at - make_interval(mins => $2), opens_at = opens_at - make_interval(mins => $2), until = until - make_interval(mins => $2) WHERE id = $1', [id, minutes]))

test('one signature waits a quarter of an hour, a second opens it at once; it does what stops something, where it said, until its end; it is seen, recorded whole, and not repeated until another looked at it', async () => {
  const [alone, other] = [await approver(), await approver()]
  expect(await freeze(alone, world.a)).toBe('forbidden')
  expect(await begin(alone, wish(['no-such-tenant']))).toEqual({ ok: false, refusal: 'tenant_unknown' })

  // Alone: it waits, everybody it concerns is told, and a tenant that it names stops it.
  const first = await asked(alone)
  expect((await rowOf(first.breakGlass)).delay).toMatchObject({ minutes: 15 })
  expect(await freeze(alone, world.a)).toBe('forbidden')
  await watchBreakGlass(lease)
  await watchBreakGlass(lease)
  for (const person of [world.admin, other, world.platformAuditor, world.platformAdmin]) expect(await told(person)).toEqual(['break_glass_asked'])
  for (const person of [alone, world.stranger, world.developer]) expect(await told(person)).toEqual([])
  expect(await begin(other)).toEqual({ ok: false, refusal: 'not_reviewed' })
  expect(await sign(alone, first.breakGlass)).toEqual({ ok: false, refusal: 'own_glass' })
  const appointed = await approver()
  await letInBy(alone, appointed)
  expect(await sign(appointed, first.breakGlass)).toEqual({ ok: false, refusal: 'appointed' })
  expect(await (await doorFor(world.stranger)).breakGlass.stopInTenant({ tenant: world.b, breakGlass: first.breakGlass })).toEqual({ ok: false, refusal: 'not_found' })
  expect(await (await doorFor(world.admin)).breakGlass.stopInTenant({ tenant: world.a, breakGlass: first.breakGlass })).toMatchObject({ ok: true })
  await pass(first.breakGlass, 16)
  expect(await freeze(alone, world.a)).toBe('forbidden')
  expect(await answer(other, first.request, 'approve')).toMatchObject({ ok: true, value: { state: 'approved' } })
  expect(await rowOf(first.breakGlass)).toMatchObject({ reviewed_by: other.id })

  // Alone, and nobody stops it: by the clock alone, with no process that opens or closes anything.
  const lone = await asked(alone)
  await pass(lone.breakGlass, 14)
  expect(await freeze(alone, world.a)).toBe('forbidden')
  await pass(lone.breakGlass, 1)
  expect([await freeze(alone, world.b), await freeze(other, world.a), await freeze(alone, world.a)]).toEqual(['forbidden', 'forbidden', 'done'])
  const until = (await rowOf(lone.breakGlass)).until.toISOString()
  expect([await stateOf(alone), await stateOf(other)]).toEqual([until, null])
  expect(await seenNow(world.platformAuditor)).toMatchObject([{ breakGlass: lone.breakGlass, standing: 'open', until, names: { [alone.id]: alone.email }, review: 'open' }])
  const inTenant = (await (await doorFor(world.admin)).breakGlass.listInTenant({ tenant: world.a, show: 'now', ...firstPage })).rows
  expect(inTenant).toMatchObject([{ breakGlass: lone.breakGlass, standing: 'open', review: null }])
  expect((await (await doorFor(world.stranger)).breakGlass.listInTenant({ tenant: world.b, show: 'now', ...firstPage })).rows).toEqual([])
  const { entry } = (await recordsOf(world.a, 'deed')).at(-1) ?? {}
  expect(entry).toMatchObject({ level: 'RequestResponse', actor: { userId: alone.id }, action: { resource: 'tenants', verb: 'freeze' }, context: { breakGlass: lone.breakGlass } })
  const elsewhere = { ...alone, ...(await signInAs(alone.id)) }
  expect((await (await doorFor(elsewhere)).people.list({ find: null, ...firstPage })).rows.length).toBeGreaterThan(0)
  const grant = { email: other.email, role: 'platform_admin', until: null } as const
  await expect((await doorFor(alone, { stepUp: await shown(alone, 'staff.grant', grant) })).staff.grant(grant)).rejects.toThrow('forbidden')
  const longer = { hours: 1, reason: 'More.' }
  await expect((await doorFor(alone, { stepUp: await shown(alone, 'elevations.begin', longer) })).elevations.begin(longer)).rejects.toThrow('forbidden')
  expect([await begin(alone), await begin(other)]).toEqual([{ ok: false, refusal: 'not_reviewed' }, { ok: false, refusal: 'not_reviewed' }])
  expect(await (await doorFor(world.admin)).breakGlass.stopInTenant({ tenant: world.a, breakGlass: lone.breakGlass })).toEqual({ ok: false, refusal: 'already_open' })
  expect(await answer(other, lone.request, 'approve')).toEqual({ ok: false, refusal: 'glass_not_over' })
  await pass(lone.breakGlass, 30)
  expect([await stateOf(alone), await seenNow(world.platformAuditor)]).toEqual([null, []])
  const thaw = { tenant: world.a }
  await expect((await doorFor(alone, { stepUp: await shown(alone, 'tenants.thaw', thaw) })).tenants.thaw(thaw)).rejects.toThrow('forbidden')
  await watchBreakGlass(lease)
  expect(await told(world.admin)).toEqual(['break_glass_asked', 'break_glass_over', 'break_glass_over'])
  const { rows: late } = await loading(async (sql) => {
    await sql.query("SELECT set_config('app.platform', 'on', true)")
    return sql.query("SELECT body FROM signal WHERE kind = 'break_glass.late' AND body->>'breakGlass' = $1", [lone.breakGlass])
  })
  // Whoever it concerns read of it when it was over: nobody ran while they could have stopped it.
  expect(late).toEqual([{ body: expect.objectContaining({ told: 'over', lateSeconds: expect.stringMatching(/^27\d\d$/) }) }])

  // What was done is looked at by another, and whoever did it can neither say that it was right nor take the question back.
  expect(await answer(alone, lone.request, 'approve')).toEqual({ ok: false, refusal: 'own_request' })
  expect(await (await doorFor(alone)).requests.withdraw({ request: lone.request })).toEqual({ ok: false, refusal: 'must_be_answered' })
  expect(await begin(other)).toEqual({ ok: false, refusal: 'not_reviewed' })
  expect(await answer(other, lone.request, 'refuse')).toMatchObject({ ok: true, value: { state: 'refused' } })
  expect(await begin(alone)).toEqual({ ok: false, refusal: 'found_wrong' })

  // Two signatures open it at once; whoever works on the platform ends it.
  const both = await asked(other, wish([world.a], 10))
  expect(await sign(world.platformApprover, both.breakGlass)).toMatchObject({ ok: true, value: { signedBy: world.platformApprover.id } })
  const open = await rowOf(both.breakGlass)
  expect(open.until.getTime() - open.opens_at.getTime()).toBe(600_000)
  const cordon = { node: `node-${world.mark}`, reason: 'It is hot.' }
  expect(await (await doorFor(other, { stepUp: await shown(other, 'fleet.cordon', cordon) })).fleet.cordon(cordon)).toMatchObject({ ok: false })
  expect(await (await doorFor(world.platformApprover)).breakGlass.stop({ breakGlass: both.breakGlass })).toMatchObject({ ok: true })
  await expect((await doorFor(other, { stepUp: await shown(other, 'fleet.cordon', cordon) })).fleet.cordon(cordon)).rejects.toThrow('forbidden')
  expect((await (await doorFor(world.auditor)).breakGlass.listInTenant({ tenant: world.a, show: 'all', ...firstPage })).rows.map(({ standing }) => standing)).toEqual(['over', 'over', 'over'])
  expect(await answer(world.platformApprover, both.request, 'approve')).toMatchObject({ ok: true })

  // Stopped or signed while another would: whoever comes second is told, and changes nothing.
  const raced = await asked(other)
  expect(await beside('UPDATE break_glass SET ended_at = clock_timestamp(), ended_by = $2 WHERE id = $1', [raced.breakGlass, world.admin.id], () => sign(world.platformApprover, raced.breakGlass))).toEqual({ ok: false, refusal: 'already_over' })
  expect(await rowOf(raced.breakGlass)).toMatchObject({ signed_by: null, ended_by: world.admin.id })
  expect(await answer(world.platformApprover, raced.request, 'approve')).toMatchObject({ ok: true })
  const opened = await asked(other)
  const stopping = async () => (await doorFor(world.admin)).breakGlass.stopInTenant({ tenant: world.a, breakGlass: opened.breakGlass })
  expect(await beside("UPDATE break_glass SET signed_by = $2, opens_at = clock_timestamp(), until = clock_timestamp() + interval '30 minutes' WHERE id = $1", [opened.breakGlass, world.platformApprover.id], stopping)).toEqual({ ok: false, refusal: 'already_open' })
  expect(await rowOf(opened.breakGlass)).toMatchObject({ signed_by: world.platformApprover.id, ended_at: null })
  await pass(opened.breakGlass, 31)
  expect(await answer(world.platformApprover, opened.request, 'approve')).toMatchObject({ ok: true })
}, 60_000)
