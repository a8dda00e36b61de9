import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expireAllocation, releaseAllocation } from '~/server/allocations/change-allocation'
import { createAllocation } from '~/server/allocations/create-allocation'
import { authorize } from '~/server/authorization/permit'
import type { Actor } from '~/server/identity/actor'
import { findActor } from '~/server/identity/session'
import { digestOf, type Json } from '~/server/shared/canonical'
import { expireAllocations } from '~/server/allocations/expire-allocations'
import { runOnce } from '~/server/engine/loops'
import { commandOf } from '~/server/api/router'
import { closeDatabase } from '~/server/database/client'
import { inDeed } from '~/server/database/deed'
import { closeLanes, inLane } from '~/server/database/lane'
import { hold, wishIn } from '~/server/testing/asking'
import { numberAll, recordsOf } from '~/server/testing/records'
import { connectAs, doorFor, loading, makeWorld, type Person, sourceOfTest, type World } from '~/server/testing/world'
import { settleBatch } from './batch'
import { carryOutBatch } from './carry-out'
import type { Item } from './item'
import type { Policy } from './facts'
import { keptOf } from './kept'
import { load } from './load'

let world: World
let owner: pg.Client
beforeAll(async () => {
  world = await makeWorld()
  owner = await connectAs('owner')
})
afterAll(async () => {
  await owner.end()
  await closeLanes()
  await closeDatabase()
})

const wish = (tenant: string, name: string, gpus: string, more: object = {}) =>
  ({ tenant, namespace: 'red', name, class: 'normal', pods: 1, each: { 'nvidia.com/gpu': gpus }, models: [], region: null, labels: { 'cost-center': 'test' }, purpose: 'For the test.', hours: 1, pod: null, claims: [], waits: false, ...more })
const create = async (person: Person, ...asked: Parameters<typeof wish>) => (await doorFor(person)).allocations.create(wish(...asked))
async function standing(tenant: string, kind = 'namespace', namespace = 'red'): Promise<{ used: bigint; held: bigint; hard: bigint }> {
  return loading(async (sql) => {
    const { rows: [row] } = await sql.query('SELECT used[1] AS used, held[1] AS held, hard[1] AS hard FROM account WHERE kind = $1 AND tenant_id = $2 AND (namespace_id = $3 OR kind = $4)', [kind, tenant, namespace, 'tenant'])
    return { used: BigInt(row.used), held: BigInt(row.held), hard: BigInt(row.hard) }
  })
}
const asLane = async <T>(tenants: string[], work: (sql: pg.Client) => Promise<T>): Promise<T> => {
  const sql = await connectAs('engine')
  await sql.query("BEGIN")
  await sql.query("SELECT set_config('app.lane', $1, true), set_config('app.lane_tenants', $2, true)", [world.organisation, tenants.join(',')])
  const found = await work(sql)
  await sql.end()
  return found
}

test('of ten at once, where eight fit, exactly eight are admitted, and the others are told why in the words they know', async () => {
  const fresh = await makeWorld()
  const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => create(fresh.lead, fresh.a, `ten-${at}`, '1', { each: { 'nvidia.com/gpu': '1' }, pods: 1 })))
  const eight = answers.filter(({ ok }) => ok)
  expect(eight).toHaveLength(8)
  for (const answer of answers.filter(({ ok }) => !ok)) expect(answer).toEqual({ ok: false, refusal: 'quota_exceeded', about: [{ field: 'says', says: 'Quota exceeded: GPU limit 8, used 8, requested 1' }] })
  expect(await standing(fresh.a)).toEqual({ used: 8n, held: 0n, hard: 8n })
  expect((await standing(fresh.a, 'tenant')).used).toBe(8n)
})
test('the same key with the same wish is answered as it was and moves nothing; with another wish it is not answered', async () => {
  const key = randomUUID()
  const door = await doorFor(world.lead, { idempotencyKey: key })
  const first = await door.allocations.create(wish(world.a, 'once', '1'))
  expect(first).toMatchObject({ ok: true, value: { verdict: 'admit', reason: null } })
  const before = await standing(world.a)
  expect(await Promise.all([door.allocations.create(wish(world.a, 'once', '1')), door.allocations.create(wish(world.a, 'once', '1'))])).toEqual([first, first])
  await expect(door.allocations.create(wish(world.a, 'once', '2'))).rejects.toMatchObject({ cause: { reason: 'idempotency_key_reused' } })
  expect(await standing(world.a)).toEqual(before)
})
test('two of one key at once, in one batch, are one', async () => {
  const door = await doorFor(world.lead, { idempotencyKey: randomUUID() })
  const before = await standing(world.a)
  const [one, two] = await Promise.all([door.allocations.create(wish(world.a, 'twin', '1')), door.allocations.create(wish(world.a, 'twin', '1'))])
  expect(two).toEqual(one)
  expect((await standing(world.a)).used).toBe(before.used + 1n)
})
test('a key is of one thing, whatever that is: what was decided by it no deed is, and what was done by it is not decided', async () => {
  const own = await makeWorld()
  const reused = { cause: { reason: 'idempotency_key_reused' } }
  const asked = await hold(own.developer, wishIn(own, 1))
  const withdraw = async (idempotencyKey: string) => (await doorFor(own.developer, { idempotencyKey })).requests.withdraw({ request: asked.request })
  const ask = async (idempotencyKey: string, name: string) => (await doorFor(own.developer, { idempotencyKey })).allocations.create(wishIn(own, 1, { name }))
  const made = async () => (await loading((sql) => sql.query("SELECT count(*)::int AS many FROM allocation WHERE tenant_id = $1 AND name LIKE 'keyed-%'", [own.a]))).rows[0].many as number
  const [decided, done] = [randomUUID(), randomUUID()]
  const first = await ask(decided, 'keyed-1')
  await expect(withdraw(decided)).rejects.toMatchObject(reused)
  const withdrawn = await withdraw(done)
  expect(withdrawn).toMatchObject({ ok: true })
  await expect(ask(done, 'keyed-2')).rejects.toMatchObject(reused)
  expect([await ask(decided, 'keyed-1'), await withdraw(done), await made()]).toEqual([first, withdrawn, 1])
})
test('with one key at once a deed and a wish are one of the two, whichever comes first', async () => {
  const own = await makeWorld()
  const actor = (await findActor('web', own.lead.token, sourceOfTest())) as Actor
  const key = randomUUID()
  const claim = (work: () => Promise<void>) => inDeed(actor, () => '', async (deed) => {
    await deed.claim({ nonce: randomUUID(), idempotencyKey: key, action: 'requests.withdraw', inputDigest: digestOf('a deed') })
    await work()
  })
  // While a deed has it nobody waits for the deed in a lane, where others stand behind.
  await expect(claim(async () => {
    await expect((await doorFor(own.lead, { idempotencyKey: key })).allocations.create(wishIn(own, 1))).rejects.toMatchObject({ cause: { reason: 'idempotency_key_reused' } })
    throw new Error('not done after all')
  })).rejects.toThrow('not done after all')
  // And a deed, which holds nothing yet, waits for what is being decided.
  let deed: Promise<void> | undefined
  await inLane([own.organisation], [own.a], async (lane) => {
    const input = wishIn(own, 1)
    const item: Item = { action: 'allocations.create', decider: createAllocation as never, by: { actor, organisation: own.organisation, tenant: own.a, namespaces: '*', source: actor.source }, input, key: { id: key, inputDigest: digestOf(input) } }
    const planned = [{ item, plan: null, isLast: true }]
    const { batch } = await settleBatch(lane, await load(lane, planned), planned)
    deed = claim(async () => undefined)
    deed.catch(() => undefined)
    await expect.poll(async () => (await owner.query("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")).rowCount).toBe(1)
    return { value: null, written: batch.written() }
  })
  await expect(deed).rejects.toMatchObject({ reason: 'idempotency_key_reused' })
})
test('release gives back exactly what was taken, once; to release again is to say it again', async () => {
  const before = await standing(world.a)
  const made = await create(world.lead, world.a, 'brief', '2')
  if (!made.ok || !made.value.allocation) throw new Error('it fits')
  expect((await standing(world.a)).used).toBe(before.used + 2n)
  const door = await doorFor(world.lead)
  const input = { tenant: world.a, allocation: made.value.allocation }
  const answers = await Promise.all(Array.from({ length: 5 }, async () => (await doorFor(world.lead)).allocations.release(input)))
  expect(answers.map((answer) => answer.ok && [answer.value.state, answer.value.repeats]).sort()).toEqual([['released', false], ['released', true], ['released', true], ['released', true], ['released', true]])
  expect(await standing(world.a)).toEqual(before)
  expect(await door.allocations.extend({ ...input, endsAt: '2027-01-01T00:00:00.000Z', reason: null })).toEqual({ ok: false, refusal: 'over' })
})
test('a developer ends what they asked for themselves; an admin of the place, anything in it; nobody, what is in another tenant', async () => {
  const made = await create(world.lead, world.a, 'leads', '1')
  if (!made.ok || !made.value.allocation) throw new Error('it fits')
  const input = { tenant: world.a, allocation: made.value.allocation }
  expect(await (await doorFor(world.developer)).allocations.release(input)).toEqual({ ok: false, refusal: 'not_yours' })
  await expect((await doorFor(world.stranger)).allocations.release({ ...input, tenant: world.b })).rejects.toMatchObject({ cause: { reason: 'not_found' } })
  expect(await (await doorFor(world.admin)).allocations.release(input)).toMatchObject({ ok: true, value: { state: 'released' } })
  await numberAll()
  for (const [stream, outcome] of [['access', 'refused'], ['deed', 'done']] as const)
    expect((await recordsOf(world.a, stream)).flatMap(({ entry: { action, outcome: of } }) => (of === outcome && action.verb === 'release' && action.name === 'leads' ? [action.namespace] : []))).toEqual(['red'])
})
test('a developer’s GPUs wait for a yes: they are held, so that nobody else takes them, and given back when the wish is withdrawn', async () => {
  const fresh = await makeWorld()
  const answer = await create(fresh.developer, fresh.a, 'hopes', '3')
  expect(answer).toMatchObject({ ok: true, value: { verdict: 'hold', reason: 'developer_gpus', approver: 'tenant' } })
  expect(await standing(fresh.a)).toEqual({ used: 0n, held: 3n, hard: 8n })
  expect(await create(fresh.lead, fresh.a, 'grabs', '6')).toMatchObject({ ok: false, about: [{ says: 'Quota exceeded: GPU limit 8, used 0, held 3, requested 6' }] })
  const input = { tenant: fresh.a, allocation: answer.ok ? (answer.value.allocation ?? '') : '' }
  expect(await (await doorFor(fresh.developer)).allocations.release(input)).toMatchObject({ ok: true, value: { state: 'withdrawn' } })
  expect(await standing(fresh.a)).toEqual({ used: 0n, held: 0n, hard: 8n })
})
test('a wish in pieces is one wish: the piece that goes over what one person is given waits for a yes', async () => {
  const fresh = await makeWorld()
  await loading((sql) => sql.query("UPDATE account SET hard = '{60}' WHERE organisation_id = $1 AND kind <> 'organisation'", [fresh.organisation]))
  const answers = await Promise.all([0, 1, 2, 3].map((at) => create(fresh.lead, fresh.a, `piece-${at}`, '4')))
  expect(answers.map((answer) => answer.ok && [answer.value.verdict, answer.value.reason]).sort()).toEqual([['admit', null], ['admit', null], ['hold', 'split_request'], ['hold', 'split_request']])
  expect(await create(fresh.lead, fresh.a, 'later', '1')).toMatchObject({ value: { verdict: 'hold', reason: 'split_request' } })
})
test('a promise that nobody answered in time is over, and what it held is free; what has run for as long as it was given ends', async () => {
  const fresh = await makeWorld()
  const [hopes, runs] = [await create(fresh.developer, fresh.a, 'hopes', '3'), await create(fresh.lead, fresh.a, 'runs', '2')]
  const stays = await create(fresh.lead, fresh.a, 'stays', '1')
  await loading((sql) => sql.query("UPDATE allocation SET held_until = CASE WHEN state = 'held' THEN now() END, ends_at = CASE WHEN name = 'stays' THEN now() + interval '1 minute' WHEN state <> 'held' THEN now() END WHERE tenant_id = $1 AND state <> 'waiting'", [fresh.a]))
  for (let tries = 0; tries < 50 && (await standing(fresh.a)).used > 1n; tries++) await runOnce({ name: 'expire-allocations', everyMs: 0, leaseSeconds: 5, run: expireAllocations })
  expect(await standing(fresh.a)).toEqual({ used: 1n, held: 0n, hard: 8n })
  const door = await doorFor(fresh.lead)
  const stateOf = async (made: typeof hopes) => (await door.allocations.read({ tenant: fresh.a, allocation: made.ok ? (made.value.allocation ?? '') : '' })).allocation.state
  expect([await stateOf(hopes), await stateOf(runs), await stateOf(stays)]).toEqual(['expired', 'expired', 'admitted'])
  expect((await recordsOf(fresh.a, 'deed')).filter(({ entry }) => entry.action.verb === 'expire').map(({ entry }) => [entry.actor.userId, entry.actor.serviceAccount, entry.action.namespace, entry.action.name]).sort()).toEqual([[null, 'engine', 'red', 'hopes'], [null, 'engine', 'red', 'runs']])
})
test('in a frozen tenant nobody asks, extends or releases; what ends by itself ends', async () => {
  const fresh = await makeWorld()
  const made = await create(fresh.lead, fresh.a, 'kept', '1')
  const input = { tenant: fresh.a, allocation: made.ok ? (made.value.allocation ?? '') : '' }
  await loading((sql) => sql.query('UPDATE tenant SET frozen_at = now() WHERE id = $1', [fresh.a]))
  const door = async () => (await doorFor(fresh.lead)).allocations
  expect(await create(fresh.lead, fresh.a, 'more', '1')).toMatchObject({ ok: false, refusal: 'tenant_frozen' })
  expect(await (await door()).release(input)).toEqual({ ok: false, refusal: 'tenant_frozen' })
  expect(await (await door()).extend({ ...input, endsAt: new Date(Date.now() + 7_200_000).toISOString(), reason: null })).toEqual({ ok: false, refusal: 'tenant_frozen' })
  await loading((sql) => sql.query('UPDATE allocation SET ends_at = now() WHERE id = $1', [input.allocation]))
  for (let tries = 0; tries < 50 && (await standing(fresh.a)).used > 0n; tries++) await runOnce({ name: 'expire-allocations', everyMs: 0, leaseSeconds: 5, run: expireAllocations })
  expect((await standing(fresh.a)).used).toBe(0n)
})
test('what would happen is what happens, said before, and writes nothing', async () => {
  const fresh = await makeWorld()
  const door = await doorFor(fresh.lead)
  const asked = wish(fresh.a, 'perhaps', '9')
  expect(await door.allocations.preview(asked)).toMatchObject({ ok: true, value: { verdict: 'refuse', reason: 'quota_exceeded', says: 'Quota exceeded: GPU limit 8, used 0, requested 9', nearest: [{ change: 'fewer_devices', resource: 'nvidia.com/gpu', amount: '8', verdict: 'admit' }] } })
  expect(await door.allocations.preview({ ...asked, each: { 'nvidia.com/gpu': '8' } })).toMatchObject({ ok: true, value: { verdict: 'admit', nearest: [] } })
  expect(await standing(fresh.a)).toEqual({ used: 0n, held: 0n, hard: 8n })
  expect(await recordsOf(fresh.a, 'deed')).toEqual([])
})
test('what lies above the reader’s own scope is fits or does not fit, however much others use', async () => {
  const fresh = await makeWorld()
  await loading((sql) => sql.query("UPDATE account SET hard = '{60}' WHERE organisation_id = $1 AND kind <> 'organisation'", [fresh.organisation]))
  const told = async () => JSON.stringify(await (await doorFor(fresh.lead)).allocations.preview({ ...wish(fresh.a, 'same', '2') }))
  const [before, others] = [await told(), await doorFor(fresh.stranger)]
  for (const gpus of ['1', '3', '4']) {
    await others.allocations.create(wish(fresh.b, `other-${gpus}`, gpus))
    await (await doorFor(fresh.admin)).allocations.create({ ...wish(fresh.a, `near-${gpus}`, gpus), namespace: 'blue' })
    expect((await told()).replaceAll(/"now":"[^"]*"|"endsAt":"[^"]*"/g, '')).toBe(before.replaceAll(/"now":"[^"]*"|"endsAt":"[^"]*"/g, ''))
  }
  expect(before).not.toContain(`platform/${fresh.organisation}"`)
  // Nor is it told by the record of what was done, which the tenant reads as well.
  await create(fresh.lead, fresh.a, 'done', '1')
  const lines = (await recordsOf(fresh.a, 'deed')).map(({ entry }) => JSON.stringify(entry.context))
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.filter((line) => line.includes(`platform/${fresh.organisation}"`))).toEqual([])
})
test('in one batch, too, nobody reaches what is in another tenant, or in a namespace that is not theirs', async () => {
  const made = await (await doorFor(world.admin)).allocations.create({ ...wish(world.a, 'near', '1'), namespace: 'blue' })
  const allocation = made.ok ? (made.value.allocation ?? '') : ''
  const itemOf = async (person: Person, tenant: string, action: 'allocations.create' | 'allocations.release', input: Json): Promise<Item> => {
    const actor = (await findActor('web', person.token, sourceOfTest())) as Actor
    const { namespaces } = authorize(actor, action, { tenant })
    const decider = (action === 'allocations.create' ? createAllocation : releaseAllocation) as unknown as Item['decider']
    return { action, decider, by: { actor, organisation: world.organisation, tenant, namespaces, source: actor.source }, input, key: { id: randomUUID(), inputDigest: digestOf(input) } }
  }
  const settled = await carryOutBatch([
    await itemOf(world.admin, world.a, 'allocations.create', wish(world.a, 'beside', '1')),
    await itemOf(world.stranger, world.b, 'allocations.create', { ...wish(world.b, 'beside', '1'), namespace: 'blue' }),
    await itemOf(world.stranger, world.b, 'allocations.release', { tenant: world.b, allocation }),
    await itemOf(world.lead, world.a, 'allocations.release', { tenant: world.a, allocation }),
  ])
  expect(settled.map((one) => ('denied' in one ? one.denied.reason : one.answer.ok))).toEqual([true, true, 'not_found', 'not_found'])
})
test('each admission is one record of its tenant with the ledger as it then stood; each refusal is one of who asked', async () => {
  const fresh = await makeWorld()
  await create(fresh.lead, fresh.a, 'told', '3')
  await create(fresh.lead, fresh.a, 'untold', '9')
  const [deed] = await recordsOf(fresh.a, 'deed')
  expect(deed?.entry).toMatchObject({ action: { verb: 'create', resource: 'allocations', namespace: 'red', name: 'told' }, outcome: 'done', context: { verdict: 'admit', after: { state: 'admitted', amounts: { 'nvidia.com/gpu': '3' } } } })
  const quota = (deed?.entry.context as { quota: { account: string; lines: unknown[] }[] } | undefined)?.quota ?? []
  expect(quota.map(({ account }) => account)).toEqual([`platform/${fresh.organisation}/${fresh.a}`, `platform/${fresh.organisation}/${fresh.a}/red`])
  for (const { lines } of quota) expect(lines).toEqual([{ resource: 'nvidia.com/gpu', used: '3', held: '0', movedUsed: '3', movedHeld: '0' }])
  await numberAll()
  expect((await recordsOf(fresh.a, 'access')).map(({ entry }) => [entry.action.name, entry.outcome, entry.reason])).toEqual([['untold', 'refused', 'quota_exceeded']])
})
test('amounts are exact past what a number holds, and what is no amount is refused in words', async () => {
  const says = async (each: Record<string, string>, pods = 1) => {
    const answer = await create(world.lead, world.a, 'odd', '1', { each, pods })
    return answer.ok ? 'admitted' : [answer.refusal, answer.about?.[0]?.says]
  }
  expect(await says({ 'nvidia.com/gpu': '0.5' })).toEqual(['amount_unclear', 'What is asked of nvidia.com/gpu is finer than it is counted.'])
  expect(await says({ 'nvidia.com/gpu': 'many' })).toEqual(['amount_unclear', 'What is asked of nvidia.com/gpu is not a quantity, such as 8, 500m or 32Gi.'])
  expect(await says({ 'nvidia.com/gpu': '0' })).toEqual(['nothing_asked', 'Nothing is asked for.'])
  expect(await says({ 'nvidia.com/gpu': '9223372036854775807' }, 2)).toEqual(['amount_unclear', 'All pods together ask for more than can be counted.'])
  expect(await says({ memory: '1Gi' })).toEqual(['resource_unknown', 'This namespace has no quota of memory.'])
})
test('a claim that asks for admin access is refused, and the platform hears of it', async () => {
  const fresh = await makeWorld()
  const claim = { apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim', metadata: { name: 'a' }, spec: { devices: { requests: [{ name: 'a', exactly: { deviceClassName: 'gpu.nvidia.com', adminAccess: true } }] } } }
  expect(await create(fresh.lead, fresh.a, 'admin', '1', { claims: [JSON.stringify(claim)] })).toMatchObject({ ok: false, refusal: 'admin_access' })
  expect(await create(fresh.lead, fresh.a, 'usual', '1')).toMatchObject({ ok: true })
  await owner.query('BEGIN')
  await owner.query("SELECT set_config('app.platform', 'on', true)")
  const { rows } = await owner.query("SELECT kind, body FROM signal WHERE body->>'tenant' = $1", [fresh.a])
  await owner.query('COMMIT')
  expect(rows).toEqual([{ kind: 'claims.admin_access', body: { tenant: fresh.a, namespace: 'red', person: fresh.lead.id } }])
})
test('a wish that breaks the batch it is in breaks no other', async () => {
  const fresh = await makeWorld()
  const good = Array.from({ length: 4 }, (_, at) => create(fresh.lead, fresh.a, `good-${at}`, '1'))
  const bad = (await doorFor(fresh.lead, { idempotencyKey: randomUUID() })).allocations.create(wish(fresh.a, 'x', '1', { hours: 8_760 }))
  expect((await Promise.all(good)).every(({ ok }) => ok)).toBe(true)
  expect(await bad).toMatchObject({ ok: false, refusal: 'too_long' })
})
test('every decision there is, decided again from its facts under its policies, gives the same bytes', async () => {
  const bodies = new Map<string, Policy>((await asLane([], async (sql) => (await sql.query('SELECT digest, body FROM policy_set')).rows)).map(({ digest, body }: { digest: string; body: string }) => [digest, JSON.parse(body) as Policy]))
  const decisions = await asLane([world.a, world.b], async (sql) => (await sql.query('SELECT action, policies, facts, outcome FROM decision')).rows)
  expect(decisions.length).toBeGreaterThan(10)
  expect(bodies.size).toBeGreaterThan(0)
  for (const { action, policies, facts, outcome } of decisions) {
    const declared = action === 'allocations.expire' ? { decider: expireAllocation } : commandOf(action)
    if (!declared || !('decider' in declared) || 'supposes' in declared.decider) throw new Error(`${action} is decided by nobody`)
    expect(keptOf(declared.decider.decide(JSON.parse(facts) as never, bodies.get(policies) as Policy))).toBe(outcome)
  }
})
test('the postings of a place add up to what it holds', async () => {
  const sums = await asLane([world.a, world.b], async (sql) => (await sql.query(`
    SELECT a.id, a.used[1]::text AS used, a.held[1]::text AS held, sum(d.used[1])::text AS moved_used, sum(d.held[1])::text AS moved_held
    FROM account a JOIN decision d ON a.id = ANY (d.accounts) WHERE a.kind IN ('tenant', 'namespace') GROUP BY 1, 2, 3`)).rows)
  expect(sums.length).toBeGreaterThan(1)
  for (const { used, held, moved_used, moved_held } of sums) expect([used, held]).toEqual([moved_used, moved_held])
})
