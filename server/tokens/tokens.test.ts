import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { type Action, actions, specOf } from '~/server/authorization/actions'
import { closeDatabase } from '~/server/database/client'
import { hashToken, makeToken, sealToken } from '~/server/identity/token'
import { numberAll, recordsOf } from '~/server/testing/records'
import { plainNamespace } from '~/server/testing/plain-namespace'
import { untilWaitedFor } from '~/server/testing/waiting'
import { connectAs, doorFor, loading, makeWorld, type Person, shown, signInAs, type World } from '~/server/testing/world'
import { decideToken, isForMachines } from './decide-token'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)

const list = (tenant: string) => ({ tenant, namespace: null, find: null, ...firstPage })
async function makeFor(person: Person, wished: Action[], days = 1) {
  const wish = { title: 'Report', actions: wished, days }
  const answer = await (await doorFor(person, { stepUp: await shown(person, 'tokens.make', wish) })).tokens.make(wish)
  return answer.ok ? { bearer: { token: `Bearer ${answer.value.secret}` }, token: answer.value.token } : answer
}
const made = async (person: Person, wished: Action[]) => {
  const answer = await makeFor(person, wished)
  if (!('bearer' in answer)) throw new Error(answer.refusal)
  return answer
}

test('a token reads what it names where its owner may, and writes what needs no factor; the record names its owner and it', async () => {
  const { bearer, token } = await made(world.admin, ['quotas.list', 'namespaces.create'])
  const door = await doorFor(bearer)
  expect((await door.quotas.list(list(world.a))).rows.length).toBeGreaterThan(0)
  await expect(door.quotas.list(list(world.b))).rejects.toThrow('not_found')
  await expect(door.namespaces.list({ tenant: world.a, find: null, state: null, environment: null, sort: 'name', descending: false, ...firstPage })).rejects.toThrow('forbidden')
  expect(await door.namespaces.create({ tenant: world.a, name: 'by-machine', ...plainNamespace, title: 'By a machine' })).toMatchObject({ ok: true })
  const [record] = (await recordsOf(world.a, 'deed')).slice(-1)
  expect(record?.entry.actor).toMatchObject({ userId: world.admin.id, onBehalfOf: `token ${token}` })
})
test('what needs a factor, a machine is refused, though its token names it', async () => {
  const { bearer } = await made(world.admin, ['quotas.change'])
  const wish = { tenant: world.a, namespace: 'red', resource: 'nvidia.com/gpu', limit: '5', version: '1' }
  await expect((await doorFor(bearer)).quotas.change(wish)).rejects.toThrow('step_up_required')
  await expect((await doorFor(bearer, { stepUp: await shown(world.admin, 'quotas.change', wish) })).quotas.change(wish)).rejects.toThrow('step_up_required')
})
test('an operator’s machine reads, elevated though its owner may be', async () => {
  const { bearer } = await made(world.platformAdmin, ['tenants.list', 'tenants.request'])
  expect((await (await doorFor(bearer)).tenants.list({ find: null, organisation: null, isolationLevel: null, state: null, sort: 'tenant', descending: false, ...firstPage })).rows.length).toBeGreaterThan(0)
  const { organisation } = world
  await expect((await doorFor(bearer)).tenants.request({ organisation, name: 'x', title: 'X', isolationLevel: 1, trust: 'internal', regions: ['eu-test-1'], compliance: [], purpose: 'None.', admin: world.nobody.email })).rejects.toThrow('powers_lapsed')
})
test('revoked, past its day, or of somebody disabled or without the role any more: nothing on the next call, and one record each', async () => {
  const owner = await world.person('owner', ['tenant_admin', world.a, null])
  const [revoked, old, roleless] = [await made(owner, ['quotas.list']), await made(owner, ['quotas.list']), await made(owner, ['quotas.list'])]
  expect(await (await doorFor(owner)).tokens.revoke({ token: revoked.token })).toMatchObject({ ok: true })
  await expect((await doorFor(revoked.bearer)).quotas.list(list(world.a))).rejects.toThrow('not_signed_in')
  const tomorrow = (seconds: number) => ({ now: new Date(Date.now() + 24 * 3_600_000 + seconds * 1000) })
  await expect((await doorFor(old.bearer, tomorrow(1))).quotas.list(list(world.a))).rejects.toThrow('not_signed_in')
  expect((await (await doorFor(old.bearer, tomorrow(-60))).quotas.list(list(world.a))).rows.length).toBeGreaterThan(0)
  await loading((sql) => sql.query('UPDATE role_binding SET valid_to = now() WHERE person_id = $1', [owner.id]))
  await expect((await doorFor(roleless.bearer)).quotas.list(list(world.a))).rejects.toThrow('not_found')
  await loading((sql) => sql.query('UPDATE person SET disabled_at = now() WHERE id = $1', [owner.id]))
  await expect((await doorFor(roleless.bearer)).quotas.list(list(world.a))).rejects.toThrow('not_signed_in')
  await numberAll()
  const used = (await recordsOf('platform', 'access')).filter(({ entry }) => entry.actor.userId === owner.id && entry.action.resource === 'tokens' && entry.action.verb === 'use')
  expect(used.map(({ entry }) => entry.reason)).toEqual(['revoked', 'too_old', 'person_disabled'])
})
test('a row that was written by hand, with all the grants of the engine, is nobody’s token', async () => {
  const secret = makeToken()
  const row = { id: randomUUID(), personId: world.admin.id, tokenHash: hashToken(secret), actions: ['quotas.list'], expiresAt: new Date(Date.now() + 3_600_000) }
  const engine = await connectAs('engine')
  await engine.query('BEGIN')
  await engine.query("SELECT set_config('app.person_id', $1, true)", [row.personId])
  await engine.query("INSERT INTO token (id, person_id, title, token_hash, seal, actions, made_at, expires_at) VALUES ($1, $2, 'x', $3, $4, $5, now(), $6)", [row.id, row.personId, row.tokenHash, sealToken(randomBytes(32), row), row.actions, row.expiresAt])
  await engine.query('COMMIT')
  await engine.end()
  await expect((await doorFor({ token: `Bearer ${secret}` })).quotas.list(list(world.a))).rejects.toThrow('not_signed_in')
})
test('a session’s token is no machine’s, and a machine’s is no session’s', async () => {
  const { bearer } = await made(world.admin, ['quotas.list'])
  await expect((await doorFor({ token: `Bearer ${world.admin.token}` })).quotas.list(list(world.a))).rejects.toThrow('not_signed_in')
  await expect((await doorFor({ token: bearer.token.slice('Bearer '.length) })).quotas.list(list(world.a))).rejects.toThrow('not_signed_in')
})
test('no token is for what one does to oneself, and none for more than one’s roles allow anywhere', async () => {
  expect(await makeFor(world.admin, ['tokens.make'])).toEqual({ ok: false, refusal: 'not_for_machines' })
  expect(await makeFor(world.developer, ['members.list'])).toEqual({ ok: false, refusal: 'not_theirs' })
  const open = (Object.keys(actions) as Action[]).filter((action) => isForMachines(specOf(action)))
  expect(open.filter((action) => specOf(action).on === 'self' && specOf(action).effect === 'write')).toEqual([])
  expect(open.filter((action) => specOf(action).on === 'threshold')).toEqual([])
})
test('a token is for what a role allows that the tenant composed, and for no more than it allows where it is held', async () => {
  const [inAll, inOne] = [await world.person('composed-all'), await world.person('composed-one')]
  await loading(async (sql) => {
    const { rows: [{ id }] } = await sql.query('INSERT INTO custom_role (id, tenant_id) VALUES (gen_random_uuid(), $1) RETURNING id', [world.a])
    await sql.query("INSERT INTO custom_role_version (role_id, tenant_id, version, title, actions, valid_from, set_by) VALUES ($1, $2, 1, 'For machines', '{quotas.list,quotas.raise}', now(), $3)", [id, world.a, world.admin.id])
    for (const [person, namespace] of [[inAll.id, null], [inOne.id, 'red']]) await sql.query("INSERT INTO role_binding (id, person_id, role, custom_role, tenant_id, namespace_id) VALUES (gen_random_uuid(), $1, 'custom', $2, $3, $4)", [person, id, world.a, namespace])
  })
  const { bearer } = await made(inAll, ['quotas.list', 'quotas.raise'])
  expect((await (await doorFor(bearer)).quotas.list(list(world.a))).rows.length).toBeGreaterThan(0)
  expect(await makeFor(inAll, ['webhooks.list'])).toEqual({ ok: false, refusal: 'not_theirs' })
  expect(await makeFor(inOne, ['quotas.raise'])).toEqual({ ok: false, refusal: 'not_theirs' })
})
test.each([[19, 'ok'], [20, 'too_many']])('with %i that work one more is %s', (open, expected) => {
  expect(decideToken(['quotas.list'], [{ role: 'developer', tenant: 'a', namespace: 'red', until: null }], open)).toEqual(expected === 'ok' ? { ok: true } : { ok: false, refusal: expected })
})
test('of many that are made at once no more are made than one can have', async () => {
  const owner = await world.person('hurried', ['tenant_admin', world.a, null])
  for (let at = 0; at < 19; at++) {
    await loading((sql) => sql.query("INSERT INTO token (id, person_id, title, token_hash, seal, actions, made_at, expires_at) VALUES (gen_random_uuid(), $1, 'Of the test', $2, $3, '{quotas.list}', now(), now() + interval '1 day')", [owner.id, hashToken(makeToken()), randomBytes(64)]))
  }
  const elsewhere = { ...owner, ...(await signInAs(owner.id)) }
  // A session is held by what is made in it: both wait for whoever has both, and go on at once.
  const sql = await connectAs('engine')
  try {
    await sql.query('BEGIN')
    await sql.query("SELECT set_config('app.person_id', $1, true)", [owner.id])
    const { rows: [{ pid }] } = await sql.query('SELECT pg_backend_pid() AS pid FROM session WHERE person_id = $1 FOR NO KEY UPDATE', [owner.id])
    const answers = Promise.all([owner, elsewhere].map((person) => makeFor(person, ['quotas.list'])))
    await untilWaitedFor(pid, 2)
    await sql.query('COMMIT')
    expect((await answers).map((answer) => ('refusal' in answer ? answer.refusal : 'made')).sort()).toEqual(['made', 'too_many'])
  } finally {
    await sql.end()
  }
})
test('a token that works is shown to its owner, whatever was made and revoked since', async () => {
  const owner = await world.person('crowded', ['tenant_admin', world.a, null])
  const { token } = await made(owner, ['quotas.list'])
  for (let at = 0; at < 60; at++) {
    await loading((sql) => sql.query("INSERT INTO token (id, person_id, title, token_hash, seal, actions, made_at, expires_at, ended_at) VALUES (gen_random_uuid(), $1, 'gone', $2, $3, '{quotas.list}', now() + interval '1 second', now() + interval '1 day', $4)", [owner.id, hashToken(makeToken()), randomBytes(64), new Date(Date.now() + 60_000)]))
  }
  const shownToThem = await (await doorFor(owner)).tokens.list({})
  expect([shownToThem.length, shownToThem[0]?.token, shownToThem[1]?.title]).toEqual([50, token, 'gone'])
})
test('the secret is shown once: asking again with the same key is refused', async () => {
  const wish = { title: 'Once', actions: ['quotas.list'], days: 1 } satisfies { title: string; actions: Action[]; days: number }
  const idempotencyKey = randomUUID()
  const stepUp = await shown(world.admin, 'tokens.make', wish)
  expect(await (await doorFor(world.admin, { stepUp, idempotencyKey })).tokens.make(wish)).toMatchObject({ ok: true })
  await expect((await doorFor(world.admin, { stepUp, idempotencyKey })).tokens.make(wish)).rejects.toThrow('replayed')
})
