/** Guarantee: what is contained holds at the next call, of a browser and of a machine; it is lifted from where it was contained; nothing is closed that is not over; and only the platform reads of it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { closeDatabase } from '~/server/database/client'
import { beside } from '~/server/testing/beside'
import { makeCluster } from '~/server/testing/cluster'
import { tokenFor } from '~/server/testing/machines'
import { asOwner } from '~/server/testing/owner'
import { plainNamespace } from '~/server/testing/plain-namespace'
import { recordsOf } from '~/server/testing/records'
import { connectAs, doorFor, loading, makeWorld, type Person, shown, signInAs, type World } from '~/server/testing/world'
import { stepsOf } from './incident'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)

const admin = () => doorFor(world.platformAdmin)
type Signed = 'lock' | 'freeze' | 'revoke' | 'revokeInTenant' | 'cordon' | 'unlock' | 'thaw' | 'uncordon'
const signed = async (verb: Signed, wish: object) => doorFor(world.platformAdmin, { stepUp: await shown(world.platformAdmin, `incidents.${verb}`, wish) })
async function open(more: object = {}): Promise<string> {
  const answer = await (await admin()).incidents.open({ title: 'Seen', severity: 'high', playbook: 'compromised_account', seen: 'Somebody else signed in.', awareAt: new Date(Date.now() - 60_000).toISOString(), signal: null, case: null, ...more })
  if (!answer.ok) throw new Error(answer.refusal)
  return answer.value.incident
}
const read = async (incident: string) => (await doorFor(world.platformAuditor)).incidents.read({ incident })
const list = { tenant: '', namespace: null, find: null, ...firstPage }
const isIn = async (person: { token: string }) => (await doorFor(person)).identity.places({}).then(() => true, () => false)
const machineWorks = async (bearer: { token: string }, tenant: string) => (await doorFor(bearer)).quotas.list({ ...list, tenant }).then(() => true, () => false)
const bearerOf = async (person: Person) => ({ token: `Bearer ${(await tokenFor(person, ['quotas.list'])).secret}` })

test('somebody who is locked is out of every window, and so is their machine; pressed again, it is done already; let in again, the machine stays out', async () => {
  const person = await world.person('taken', ['developer', world.a, 'red'])
  const [other, bearer, incident] = [await signInAs(person.id), await bearerOf(person), await open()]
  expect([await isIn(person), await isIn(other), await machineWorks(bearer, world.a)]).toEqual([true, true, true])
  const wish = { incident, email: person.email }
  expect(await (await signed('lock', wish)).incidents.lock(wish)).toMatchObject({ ok: true, value: { repeats: false, sessions: 2, tokens: 1 } })
  expect([await isIn(person), await isIn(other), await machineWorks(bearer, world.a)]).toEqual([false, false, false])
  expect(await (await signed('lock', wish)).incidents.lock(wish)).toMatchObject({ ok: true, value: { repeats: true } })
  const second = { ...wish, incident: await open() }
  expect(await (await signed('lock', second)).incidents.lock(second)).toEqual({ ok: false, refusal: 'already_disabled' })
  const { incident: shownNow, containments: [held] } = await read(incident)
  expect([shownNow.state, held]).toEqual(['contained', expect.objectContaining({ kind: 'lock', of: 'person', name: person.email, sessions: 2, tokens: 1, doneBy: world.platformAdmin.email, liftedAt: null })])

  const lifting = { incident, containment: held?.containment ?? '' }
  expect([await (await signed('unlock', lifting)).incidents.unlock(lifting), await (await signed('unlock', lifting)).incidents.unlock(lifting)]).toMatchObject([{ ok: true, value: { repeats: false } }, { ok: true, value: { repeats: true } }])
  expect([await isIn(await signInAs(person.id)), await machineWorks(bearer, world.a)]).toEqual([true, false])
  expect((await read(incident)).incident.state).toBe('recovered')
})
test('what is let go elsewhere is contained anew when it is pressed again; and what another incident has contained since is not let go with the first', async () => {
  const person = await world.person('twice', ['developer', world.b, null])
  const signedIn = async () => isIn(await signInAs(person.id))
  const isFrozen = async () => (await loading((sql) => sql.query('SELECT frozen_at IS NOT NULL AS frozen FROM tenant WHERE id = $1', [world.b]))).rows[0].frozen as boolean
  const of = async (verb: 'tenants.thaw' | 'people.enable', wish: object) => doorFor(world.platformAdmin, { stepUp: await shown(world.platformAdmin, verb, wish) })
  const thawElsewhere = async () => (await of('tenants.thaw', { tenant: world.b })).tenants.thaw({ tenant: world.b })
  const letInElsewhere = async () => (await of('people.enable', { person: person.id })).people.enable({ person: person.id })
  const contain = async (incident: string) => {
    const [tenant, email] = [{ incident, tenant: world.b }, { incident, email: person.email }]
    return [await (await signed('freeze', tenant)).incidents.freeze(tenant), await (await signed('lock', email)).incidents.lock(email)]
  }
  const [first, second] = [await open(), await open()]
  for (const _ of [1, 2]) {
    expect(await contain(first)).toMatchObject([{ ok: true, value: { repeats: false } }, { ok: true, value: { repeats: false } }])
    expect([await isFrozen(), await signedIn()]).toEqual([true, false])
    expect([await thawElsewhere(), await letInElsewhere()]).toMatchObject([{ ok: true }, { ok: true }])
  }
  expect((await read(first)).containments.map(({ kind, liftedAt }) => [kind, liftedAt !== null]).sort()).toEqual([['freeze', false], ['freeze', true], ['lock', false], ['lock', true]])
  expect(await contain(second)).toMatchObject([{ ok: true, value: { repeats: false } }, { ok: true, value: { repeats: false } }])
  const lift = async (incident: string) => {
    const lock = (await read(incident)).containments.find(({ kind, liftedAt }) => kind === 'lock' && liftedAt === null)
    const [tenant, unlock] = [{ incident, tenant: world.b }, { incident, containment: lock?.containment ?? '' }]
    return [await (await signed('thaw', tenant)).incidents.thaw(tenant), await (await signed('unlock', unlock)).incidents.unlock(unlock)]
  }
  expect(await lift(first)).toMatchObject([{ ok: true, value: { repeats: false } }, { ok: true, value: { repeats: false } }])
  expect([await isFrozen(), await signedIn(), (await read(first)).incident.state]).toEqual([true, false, 'recovered'])
  expect(await lift(second)).toMatchObject([{ ok: true }, { ok: true }])
  expect([await isFrozen(), await signedIn()]).toEqual([false, true])
})
test('nobody locks themselves, and of somebody who is not here it is said', async () => {
  const incident = await open()
  const [own, nobody] = [{ incident, email: world.platformAdmin.email }, { incident, email: 'nobody@nowhere.test' }]
  expect(await (await signed('lock', own)).incidents.lock(own)).toEqual({ ok: false, refusal: 'own_account' })
  expect(await (await signed('lock', nobody)).incidents.lock(nobody)).toEqual({ ok: false, refusal: 'person_unknown' })
})
test('of two who have one address it is said who they are, and the one that is meant is locked, or both', async () => {
  const [one, other, incident] = [await world.person('twin-one', ['developer', world.a, 'red']), await world.person('twin-two'), await open()]
  await loading((sql) => sql.query('UPDATE person SET email = $2 WHERE id = $1', [other.id, one.email]))
  const wish = { incident, email: one.email }
  const answer = await (await signed('lock', wish)).incidents.lock(wish)
  expect(answer).toMatchObject({ ok: false, refusal: 'person_shared', about: expect.arrayContaining([{ field: one.id, says: `${one.email}, developer in ${world.a}` }, { field: other.id, says: `${other.email}, no role` }]) })
  expect([await isIn(one), await isIn(other)]).toEqual([true, true])
  const second = { ...wish, person: other.id }
  expect(await (await signed('lock', second)).incidents.lock(second)).toMatchObject({ ok: true, value: { repeats: false } })
  expect([await isIn(one), await isIn(other)]).toEqual([true, false])
  const first = { ...wish, person: one.id }
  expect(await (await signed('revoke', first)).incidents.revoke(first)).toMatchObject({ ok: true })
  expect(await (await signed('lock', first)).incidents.lock(first)).toMatchObject({ ok: true })
  const elsewhere = { ...wish, person: world.developer.id }
  expect(await (await signed('lock', elsewhere)).incidents.lock(elsewhere)).toEqual({ ok: false, refusal: 'person_unknown' })
})
test('a tenant is frozen and its tokens are revoked, which stands in its own record under the numbers that the incident says; thawed, it goes on', async () => {
  const [bearer, elsewhere, incident] = [await bearerOf(world.admin), await bearerOf(world.stranger), await open({ playbook: 'hostile_tenant' })]
  const wish = { incident, tenant: world.a }
  expect(await (await signed('freeze', wish)).incidents.freeze(wish)).toMatchObject({ ok: true, value: { repeats: false } })
  expect(await (await signed('freeze', wish)).incidents.freeze(wish)).toMatchObject({ ok: true, value: { repeats: true } })
  expect(await (await doorFor(world.admin)).namespaces.create({ tenant: world.a, name: 'late', ...plainNamespace, title: 'Late' })).toEqual({ ok: false, refusal: 'tenant_frozen' })
  expect(await (await signed('revokeInTenant', wish)).incidents.revokeInTenant(wish)).toMatchObject({ ok: true, value: { tokens: 1 } })
  expect([await machineWorks(bearer, world.a), await machineWorks(elsewhere, world.b)]).toEqual([false, true])
  expect(await (await signed('thaw', wish)).incidents.thaw(wish)).toMatchObject({ ok: true, value: { repeats: false } })
  expect(await (await doorFor(world.admin)).namespaces.create({ tenant: world.a, name: 'late', ...plainNamespace, title: 'Late' })).toMatchObject({ ok: true })
  const numbered = new Map((await recordsOf(world.a, 'deed')).map(({ sequence, entry }) => [String(sequence), entry.action.verb]))
  const entries = (await read(incident)).entries.filter(({ place }) => place === world.a)
  expect(entries.map(({ kind, sequence }) => [kind, numbered.get(sequence)])).toEqual([['freeze', 'freeze'], ['revoke', 'revokeInTenant'], ['thaw', 'thaw']])
})
test('tokens of one person are revoked as often as they make new ones', async () => {
  const [person, incident] = [await world.person('scripts', ['developer', world.a, 'red']), await open({ playbook: 'leaked_token' })]
  const wish = { incident, email: person.email }
  for (const _ of [1, 2]) {
    const bearer = await bearerOf(person)
    expect(await (await signed('revoke', wish)).incidents.revoke(wish)).toMatchObject({ ok: true, value: { tokens: 1 } })
    expect([await machineWorks(bearer, world.a), await isIn(person)]).toEqual([false, true])
  }
  const { incident: now, containments: [first] } = await read(incident)
  expect(now.state).toBe('recovered')
  expect(await (await admin()).incidents.keep({ incident, containment: first?.containment ?? '', reason: 'For ever.' })).toEqual({ ok: false, refusal: 'cannot_lift' })
})
test('a token that is just being made is revoked with the others, of one person and of everybody in a tenant', async () => {
  const [person, incident] = [await world.person('making', ['developer', world.a, 'red']), await open({ playbook: 'leaked_token' })]
  const make = "WITH held AS (SELECT hold_person($1, true)) INSERT INTO token (id, person_id, token_hash, seal, title, actions, made_at, expires_at) SELECT uuidv7(), $1, sha256(uuidv7()::text::bytea), decode(repeat('00', 64), 'hex'), 'Just made', '{quotas.list}', now(), now() + interval '1 day' FROM held"
  const [one, all] = [{ incident, email: person.email }, { incident, tenant: world.a }]
  const door = { revoke: await signed('revoke', one), revokeInTenant: await signed('revokeInTenant', all) }
  expect(await beside(make, [person.id], () => door.revoke.incidents.revoke(one))).toMatchObject({ ok: true, value: { tokens: 1 } })
  expect(await beside(make, [person.id], () => door.revokeInTenant.incidents.revokeInTenant(all))).toMatchObject({ ok: true, value: { tokens: 1 } })
})
test('a node and its pool are cordoned, and what somebody else cordoned since stays cordoned', async () => {
  const { nodes: [one = '', two = '', three = ''], cluster } = await makeCluster(world, { nodes: 3 })
  const incident = await open({ playbook: 'node_suspected' })
  const cordoned = async () => (await loading((sql) => sql.query('SELECT id FROM node WHERE pool_id = $1 AND cordoned_at IS NOT NULL ORDER BY id', [cluster]))).rows.map(({ id }) => id)
  await loading((sql) => sql.query("UPDATE node SET cordoned_at = now(), cordoned_because = 'It is hot.' WHERE id = $1", [three]))
  const [node, pool] = [{ incident, of: 'node' as const, name: one }, { incident, of: 'pool' as const, name: cluster }]
  const [unknown, none] = [{ ...node, name: `no-node-${world.mark}` }, { ...pool, name: `no-pool-${world.mark}` }]
  expect([await (await signed('cordon', unknown)).incidents.cordon(unknown), await (await signed('cordon', none)).incidents.cordon(none)]).toEqual([{ ok: false, refusal: 'node_unknown' }, { ok: false, refusal: 'pool_unknown' }])
  expect(await (await signed('cordon', node)).incidents.cordon(node)).toMatchObject({ ok: true })
  expect(await cordoned()).toEqual([one, three])
  const hot = { ...node, name: three }
  expect(await (await signed('cordon', hot)).incidents.cordon(hot)).toEqual({ ok: false, refusal: 'cordoned_already' })
  expect(await (await signed('cordon', pool)).incidents.cordon(pool)).toMatchObject({ ok: true })
  expect(await cordoned()).toEqual([one, two, three])
  const held = (await read(incident)).containments.find(({ of }) => of === 'pool')
  const lifting = { incident, containment: held?.containment ?? '' }
  expect(await (await signed('uncordon', lifting)).incidents.uncordon(lifting)).toMatchObject({ ok: true })
  expect(await cordoned()).toEqual([three])
})
test('an incident comes from what looked wrong, is closed when nothing is missing any more and not before, and then nothing is done in it', async () => {
  const signal = await asOwner(async (sql) => (await sql.query("INSERT INTO signal (id, kind, body) VALUES ($1, 'authorization.many_denials', '{}') RETURNING id", [`${world.mark}-7ee5-6eb4-429c-8a153f2f3ffb`])).rows[0].id as string)
  const person = await world.person('closing', ['developer', world.a, 'red'])
  const incident = await open({ signal })
  expect((await (await doorFor(world.platformAuditor)).incidents.list({ show: 'going', of: signal, ...firstPage })).rows).toMatchObject([{ incident, state: 'open', clock: 'running', signal }])
  expect((await (await doorFor(world.platformAuditor)).signals.list({ topic: 'authorization', ...firstPage })).rows.find((one) => one.signal === signal)).toMatchObject({ incident })
  const wish = { incident, email: person.email }
  const contained = await (await signed('lock', wish)).incidents.lock(wish)
  const containment = contained.ok ? contained.value.containment : ''
  const close = async () => (await admin()).incidents.close({ incident, summary: 'Their password was guessed.' })
  expect(await close()).toEqual({ ok: false, refusal: 'still_contained' })
  expect(await (await admin()).incidents.keep({ incident, containment, reason: 'They have left.' })).toMatchObject({ ok: true })
  const found = (faults: string) => asOwner((sql) => sql.query("INSERT INTO log_check (id, size, faults, began_at, at, returned) VALUES (1, 0, $1::jsonb, now(), now(), '[]') ON CONFLICT (id) DO UPDATE SET faults = excluded.faults, began_at = now(), at = now()", [faults]))
  await found('[{"kind":"edited"}]')
  expect(await close()).toEqual({ ok: false, refusal: 'not_verified' })
  await found('[]')
  expect((await read(incident)).missing).toEqual(['steps_left', 'clock_unanswered'])
  expect(await close()).toEqual({ ok: false, refusal: 'steps_left' })
  for (const { step } of stepsOf('compromised_account')) expect(await (await admin()).incidents.tick({ incident, step, state: 'done', note: null })).toMatchObject({ ok: true, value: { repeats: false } })
  expect(await (await admin()).incidents.tick({ incident, step: 'write_down', state: 'done', note: null })).toMatchObject({ ok: true, value: { repeats: true } })
  expect(await close()).toEqual({ ok: false, refusal: 'clock_unanswered' })
  expect(await (await admin()).incidents.tell({ incident, answer: 'told', toldAt: null, note: 'By post.' })).toEqual({ ok: false, refusal: 'told_when' })
  expect(await (await admin()).incidents.tell({ incident, answer: 'told', toldAt: new Date().toISOString(), note: 'By their form.' })).toMatchObject({ ok: true })
  expect(await (await admin()).incidents.note({ incident, note: 'Nothing else was touched.' })).toMatchObject({ ok: true })
  expect(await close()).toMatchObject({ ok: true })
  expect((await read(incident)).incident).toMatchObject({ state: 'closed', clock: 'told', closedBy: world.platformAdmin.email, summary: 'Their password was guessed.' })
  const late = { incident, containment }
  expect([await close(), await (await admin()).incidents.note({ incident, note: 'Late.' }), await (await signed('unlock', late)).incidents.unlock(late)]).toEqual([1, 2, 3].map(() => ({ ok: false, refusal: 'closed_already' })))
  const numbered = new Map((await recordsOf('platform', 'deed')).map(({ sequence, entry }) => [String(sequence), `${entry.action.resource}.${entry.action.verb}`]))
  expect((await read(incident)).entries.map(({ sequence }) => numbered.get(sequence))).toEqual(['open', 'lock', 'keep', 'tick', 'tick', 'tick', 'tick', 'tick', 'tell', 'note', 'close'].map((verb) => `incidents.${verb}`))
})
test('nobody in a tenant reads of incidents; and who acts in one says so in their own name', async () => {
  await expect((await doorFor(world.admin)).incidents.list({ show: 'going', of: null, ...firstPage })).rejects.toThrow('not_found')
  const engine = await connectAs('engine')
  const as = async (statement: string, values: unknown[]) => {
    await engine.query('BEGIN')
    await engine.query("SELECT set_config('app.platform', 'on', true), set_config('app.person_id', $1, true)", [world.platformAdmin.id])
    const thrown = await engine.query(statement, values).then(() => null, (error: { code: string }) => error.code)
    await engine.query('ROLLBACK')
    return thrown
  }
  expect(await as("INSERT INTO containment (incident_id, kind, \"of\", thing, nodes, sessions, tokens, done_at, done_by) VALUES ($1, 'freeze', 'tenant', $2, '{}', 0, 0, now(), $3)", [world.incident, world.a, world.admin.id])).toBe('42501')
  // Tokens are ended by deeds about people, and given by nobody but their owner.
  expect((await engine.query('SELECT FROM token')).rowCount).toBe(0)
  await engine.end()
})
