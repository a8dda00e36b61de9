/** Whoever's wish waits to be decided may lose meanwhile what they asked it by: then it is not decided, and nothing is kept of it. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAllocation } from '~/server/allocations/create-allocation'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { closeSession } from '~/server/database/threshold'
import { bearer, findActor } from '~/server/identity/session'
import { hashToken } from '~/server/identity/token'
import { digestOf } from '~/server/shared/canonical'
import { untilWaitedFor } from '~/server/testing/waiting'
import { connectAs, doorFor, loading, makeWorld, type Person, shown, signInAs, sourceOfTest, type World } from '~/server/testing/world'
import { carryOutBatch, footings } from './carry-out'
import type { Item } from './item'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

const wish = (name: string) => ({ tenant: world.a, namespace: 'red', name, class: 'normal', pods: 1, each: { 'nvidia.com/gpu': '1' }, models: [], region: null, labels: { 'cost-center': 'test' }, purpose: 'For the test.', hours: 1, pod: null, claims: [], waits: false })
const made = (name: string) => loading(async (sql) => (await sql.query('SELECT FROM allocation WHERE tenant_id = $1 AND name = $2', [world.a, name])).rowCount)
/** Asked while somebody else holds the tenant's account, who lets go of it when `meanwhile` is over. */
async function behind<T>(deed: () => Promise<T>, meanwhile: () => Promise<unknown>): Promise<T> {
  const sql = await connectAs('owner')
  try {
    await sql.query("BEGIN; SELECT set_config('app.loading', 'on', true)")
    const { rows: [{ pid }] } = await sql.query("SELECT pg_backend_pid() AS pid FROM account WHERE kind = 'tenant' AND tenant_id = $1 FOR UPDATE", [world.a])
    const done = deed()
    await untilWaitedFor(pid)
    await meanwhile()
    await sql.query('COMMIT')
    return await done
  } finally {
    await sql.end()
  }
}
const saying = (text: string, ...values: unknown[]) => loading((sql) => sql.query(text, values))
const losses: [what: string, (person: Person) => Promise<unknown>][] = [
  ['their role', ({ id }) => saying('UPDATE role_binding SET valid_to = clock_timestamp() WHERE person_id = $1', id)],
  ['their session', ({ token }) => closeSession(hashToken(token), 'signed_out', new Date())],
  ['being let in', ({ id }) => saying('UPDATE person SET disabled_at = now() WHERE id = $1', id)],
]
test.each(losses)('who loses %s while their wish waits is given nothing', async (what, lose) => {
  const person = await world.person(`waits ${what}`, ['developer', world.a, 'red'])
  const name = `lost-${what.replaceAll(' ', '-')}`
  const door = await doorFor(person, { idempotencyKey: randomUUID() })
  expect(await behind(() => door.allocations.create(wish(name)).catch((thrown: Error) => thrown.message), () => lose(person))).toBe('grounds_changed')
  expect(await made(name)).toBe(0)
})
test('nor is a machine whose token is revoked while its wish waits', async () => {
  const person = await world.person('has a machine', ['developer', world.a, 'red'])
  const wanted = { title: 'Of the test', actions: ['allocations.create' as const], days: 1 }
  const own = await doorFor(person, { stepUp: await shown(person, 'tokens.make', wanted) })
  const token = await own.tokens.make(wanted)
  if (!token.ok) throw new Error(token.refusal)
  const machine = await doorFor({ token: `${bearer}${token.value.secret}` })
  const create = () => machine.allocations.create(wish('of-a-machine')).catch((thrown: Error) => thrown.message)
  expect(await behind(create, () => saying('UPDATE token SET ended_at = now() WHERE id = $1', token.value.token))).toBe('grounds_changed')
  expect(await made('of-a-machine')).toBe(0)
})
test('that they lose something else meanwhile, or hold it otherwise, is no loss', async () => {
  const person = await world.person('of two roles', ['developer', world.a, 'red'], ['tenant_admin', world.b, null])
  const create = async () => (await doorFor(person)).allocations.create(wish('elsewhere')).catch((thrown: Error) => thrown.message)
  expect(await behind(create, () => saying("UPDATE role_binding SET valid_to = clock_timestamp() WHERE person_id = $1 AND role = 'tenant_admin'", person.id))).toMatchObject({ ok: true })
})

/** As the engine has it when it is to be decided, of somebody who was known when they came. */
async function itemOf(person: Person, name: string): Promise<Item> {
  const actor = await findActor('engine', person.token, sourceOfTest())
  if (!actor) throw new Error('somebody')
  return { action: 'allocations.create', decider: createAllocation as never, input: wish(name), by: { actor, organisation: world.organisation, tenant: world.a, namespaces: ['red'], source: actor.source }, key: { id: randomUUID(), inputDigest: digestOf(wish(name)) } }
}
test('of those who are decided together the others are given theirs', async () => {
  const [gone, stays] = [await world.person('goes', ['developer', world.a, 'red']), await world.person('stays', ['developer', world.a, 'red'])]
  const items = [await itemOf(gone, 'of-gone'), await itemOf(stays, 'of-stays')]
  await closeSession(hashToken(gone.token), 'signed_out', new Date())
  expect(await carryOutBatch(items)).toMatchObject([{ denied: { reason: 'grounds_changed' } }, { answer: { ok: true } }])
})
test('nor is anything guessed of who is gone while the batch before is being written', async () => {
  const person = await world.person('in two browsers', ['developer', world.a, 'red'])
  const gone = { ...person, ...(await signInAs(person.id)) }
  const items = [await itemOf(person, 'before'), await itemOf(person, 'first'), await itemOf(gone, 'then')]
  const { wrong } = footings
  await carryOutBatch(items.slice(0, 1))
  await closeSession(hashToken(gone.token), 'signed_out', new Date())
  let next: Promise<unknown> | undefined
  await carryOutBatch(items.slice(1, 2), () => { next ??= carryOutBatch(items.slice(2)) })
  expect(await next).toMatchObject([{ denied: { reason: 'grounds_changed' } }])
  expect(footings.wrong).toBe(wrong + 1)
})
