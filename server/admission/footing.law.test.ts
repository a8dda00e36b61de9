import { randomUUID } from 'node:crypto'
import { afterAll, expect, test, vi } from 'vitest'
import { releaseAllocation } from '~/server/allocations/change-allocation'
import { createAllocation } from '~/server/allocations/create-allocation'
import { authorize } from '~/server/authorization/permit'
import { closeDatabase } from '~/server/database/client'
import { inDeed } from '~/server/database/deed'
import { closeLanes, inLaneAsAssumed, inSnapshot } from '~/server/database/lane'
import type { Actor } from '~/server/identity/actor'
import { findActor } from '~/server/identity/session'
import { digestOf } from '~/server/shared/canonical'
import { hold, makeRoom, wishIn } from '~/server/testing/asking'
import { freeOf, makeNodes } from '~/server/testing/nodes'
import { recordsOf } from '~/server/testing/records'
import { connectAs, loading, makeWorld, sourceOfTest, type World } from '~/server/testing/world'
import { Batch } from './batch'
import { Held } from './held'
import type { Item, Settled } from './item'
import { known } from './known'
import { load } from './load'
import { Lanes } from './lanes'

afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

/** A process of its own, as far as it knows: what it remembers it shares with nobody. */
async function process() {
  vi.resetModules()
  const { carryOutBatch, footings } = await import('./carry-out')
  const lanes = new Lanes<Item, Settled>(carryOutBatch, { batch: 8, queuedPerTenant: 2_000, lanes: 3 })
  return { lanes, footings }
}
type Process = Awaited<ReturnType<typeof process>>

const wishOf = (tenant: string, name: string, more: { cpu?: string; region?: string; gpus?: number; waits?: boolean } = {}) =>
  ({ tenant, namespace: 'red', name, class: 'normal', pods: 1, each: { cpu: more.cpu ?? '1', ...(more.gpus === undefined ? {} : { 'nvidia.com/gpu': String(more.gpus) }) }, models: [], region: more.region ?? null, labels: { 'cost-center': 'x' }, purpose: 'Played.', hours: 1, pod: null, claims: [], waits: more.waits ?? false })
async function ask({ lanes }: Process, world: World, actor: Actor, tenant: string, name: string, more: { key?: string; cpu?: string; region?: string; gpus?: number; waits?: boolean } = {}) {
  const input = wishOf(tenant, name, more)
  const settled = await lanes.submit(world.organisation, tenant, {
    action: 'allocations.create', decider: createAllocation as never, by: { actor, organisation: world.organisation, tenant, namespaces: authorize(actor, 'allocations.create', { tenant }).namespaces, source: actor.source }, input,
    key: { id: more.key ?? randomUUID(), inputDigest: digestOf(input) },
  })
  if ('denied' in settled) throw settled.denied
  return settled.answer as { ok: true; value: { allocation: string } } | { ok: false; refusal: string }
}

/** An organisation with so many cores, and far more in each place of it. */
async function worldWith(cores: number): Promise<{ world: World; a: Actor; b: Actor }> {
  const world = await makeWorld()
  await loading((sql) => sql.query("UPDATE account SET resources = '{cpu}', nominal = '{0}', hard = ARRAY[CASE WHEN kind = 'organisation' THEN $2::bigint ELSE 1000000 END], used = '{0}', held = '{0}', unexplained = '{0}' WHERE organisation_id = $1", [world.organisation, cores * 1_000]))
  return { world, a: (await findActor('web', world.admin.token, sourceOfTest())) as Actor, b: (await findActor('web', world.stranger.token, sourceOfTest())) as Actor }
}
const rows = async (text: string, world: World) => loading(async (sql) => (await sql.query(text, [world.organisation])).rows)
async function sums(world: World) {
  const [{ used, given, made }] = await rows(`SELECT (SELECT used[1] FROM account WHERE id = 'platform/' || $1) AS used, (SELECT count(*)::int FROM allocation WHERE organisation_id = $1 AND name ~ '^[pq][0-9]') AS made,
    (SELECT coalesce(sum(amounts[1]), 0)::text FROM allocation WHERE organisation_id = $1 AND name ~ '^[pq][0-9]' AND ended_at IS NULL) AS given`, world)
  return { used, given, made }
}

test('one batch after another stands on the one before, and what they come to is what stands in the rows', { timeout: 60_000 }, async () => {
  const { world, a } = await worldWith(10_000)
  const one = await process()
  const deeds = async (): Promise<number> => (await rows("SELECT sum(deed_sequence)::int AS deeds FROM account WHERE organisation_id = $1", world))[0].deeds
  const before = await deeds()
  const answers = await Promise.all(Array.from({ length: 400 }, (_, at) => ask(one, world, a, world.a, `p${at}`)))
  expect(answers.every(({ ok }) => ok)).toBe(true)
  expect(one.footings.right).toBeGreaterThan(20)
  expect(await sums(world)).toEqual({ used: '400000', given: '400000', made: 400 })
  // Each is numbered once, and no number is left out.
  expect(await deeds() - before).toBe(400)
  // History reads in the order in which it was decided: each posting goes on where the one before it ended.
  const sql = await connectAs('engine')
  await sql.query('BEGIN')
  await sql.query("SELECT set_config('app.lane', $1, true), set_config('app.lane_tenants', $2, true)", [world.organisation, world.a])
  const { rows: history } = await sql.query('SELECT used_after[1] AS after FROM decision ORDER BY at, id')
  await sql.end()
  expect(history.map(({ after }) => Number(after))).toEqual(Array.from({ length: 400 }, (_, at) => (at + 1) * 1_000))
})

test('what a batch is to write stays what it came to, whatever the next is decided on what it leaves', { timeout: 60_000 }, async () => {
  const { world, a } = await worldWith(100)
  const planned = (name: string) => {
    const input = wishOf(world.a, name)
    const item: Item = { action: 'allocations.create', decider: createAllocation as never, by: { actor: a, organisation: world.organisation, tenant: world.a, namespaces: '*', source: a.source }, input, key: { id: randomUUID(), inputDigest: digestOf(input) } }
    return { item, plan: null, isLast: true }
  }
  const loaded = await inSnapshot([world.organisation], [world.a], (lane) => load(lane, [planned('first')]))
  const first = new Batch(new Held(loaded.found, known), loaded.ground)
  first.settle(planned('first'))
  const written = first.written()
  const before = JSON.stringify(written.accounts)
  const next = new Batch(first.held, loaded.ground)
  next.settle(planned('next'))
  expect(next.written().accounts.map(({ used }) => used)).not.toEqual(written.accounts.map(({ used }) => used))
  expect(JSON.stringify(written.accounts)).toBe(before)
})

test('where another process writes the same account, what was assumed is seen to be otherwise and decided anew: the organisation’s cores are given once', { timeout: 120_000 }, async () => {
  const { world, a, b } = await worldWith(1_000)
  const [one, other] = [await process(), await process()]
  const asked = [...Array.from({ length: 700 }, (_, at) => ask(one, world, a, world.a, `p${at}`)), ...Array.from({ length: 700 }, (_, at) => ask(other, world, b, world.b, `q${at}`))]
  const answers = await Promise.all(asked)
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1_000)
  expect(await sums(world)).toEqual({ used: '1000000', given: '1000000', made: 1_000 })
  expect(one.footings.wrong + other.footings.wrong).toBeGreaterThan(0)
})

test('how many wait where nobody looked is not known from one of them that went: whoever comes next is decided on what there is', { timeout: 60_000 }, async () => {
  const world = await makeWorld()
  await makeRoom(world)
  const actor = (await findActor('web', world.developer.token, sourceOfTest())) as Actor
  const held = [await hold(world.developer, wishIn(world, 1)), await hold(world.developer, wishIn(world, 1))]
  const waiting = (await rows("SELECT count(*)::int AS many FROM allocation WHERE organisation_id = $1 AND namespace_id = 'red' AND state IN ('held', 'waiting')", world))[0].many
  vi.resetModules()
  const { carryOutBatch, footings } = await import('./carry-out')
  const itemOf = (action: Item['action'], decider: unknown, input: object): Item =>
    ({ action, decider: decider as never, input: input as never, by: { actor, organisation: world.organisation, tenant: world.a, namespaces: '*', source: actor.source }, key: { id: randomUUID(), inputDigest: digestOf(input as never) } })
  const comes = itemOf('allocations.create', createAllocation, wishIn(world, 1, { name: 'comes' }))
  let told: Promise<Settled> | undefined
  const lanes: Lanes<Item, Settled> = new Lanes<Item, Settled>((items, next) => carryOutBatch(items, () => {
    told ??= lanes.submit(world.organisation, world.a, comes)
    next()
  }))
  expect(await lanes.submit(world.organisation, world.a, itemOf('allocations.release', releaseAllocation, { tenant: world.a, allocation: held[0]?.allocation }))).toMatchObject({ answer: { ok: true } })
  expect(await told).toMatchObject({ answer: { ok: true } })
  const sql = await connectAs('engine')
  await sql.query('BEGIN')
  await sql.query("SELECT set_config('app.lane', $1, true), set_config('app.lane_tenants', $2, true)", [world.organisation, world.a])
  const { rows: [{ facts }] } = await sql.query("SELECT facts FROM decision WHERE action = 'allocations.create' AND facts::json #>> '{wish,name}' = 'comes'")
  await sql.end()
  expect([JSON.parse(facts).state.pending, footings.wrong]).toEqual([waiting - 1, 0])
})

test('a name or a key that was given long ago is met by whoever guesses that it was not, and answered as ever', { timeout: 60_000 }, async () => {
  const { world, a } = await worldWith(100)
  const one = await process()
  const key = randomUUID()
  const first = await ask(one, world, a, world.a, 'taken', { key })
  const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => (at === 20 ? ask(one, world, a, world.a, 'taken') : at === 30 ? ask(one, world, a, world.a, 'taken', { key }) : ask(one, world, a, world.a, `p${at}`))))
  expect(answers[20]).toMatchObject({ ok: false, refusal: 'name_taken' })
  expect(answers[30]).toEqual(first)
  expect(answers.filter(({ ok }) => ok)).toHaveLength(39)
  expect(one.footings.right).toBeGreaterThan(0)
})
test('a key that a deed used is met by whoever guesses that nobody had it', { timeout: 60_000 }, async () => {
  const { world, a } = await worldWith(100)
  const one = await process()
  const key = randomUUID()
  await inDeed(a, () => '', (deed) => deed.claim({ nonce: randomUUID(), idempotencyKey: key, action: 'requests.withdraw', inputDigest: digestOf('a deed') }))
  await ask(one, world, a, world.a, 'first')
  const answers = await Promise.allSettled(Array.from({ length: 40 }, (_, at) => ask(one, world, a, world.a, `p${at}`, at === 30 ? { key } : {})))
  expect(answers.flatMap((answer, at) => (answer.status === 'rejected' ? [[at, String(answer.reason)]] : []))).toEqual([[30, expect.stringContaining('idempotency_key_reused')]])
  expect([one.footings.right > 0, (await sums(world)).made]).toEqual([true, 39])
})

test('whoever is refused on a guess is told the first reason there is, and not the one that the guess came to', { timeout: 60_000 }, async () => {
  const { world, a } = await worldWith(100)
  const one = await process()
  await ask(one, world, a, world.a, 'taken')
  const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => (at === 30 ? ask(one, world, a, world.a, 'taken', { cpu: '90' }) : at === 10 ? ask(one, world, a, world.a, `p${at}`, { cpu: '100' }) : ask(one, world, a, world.a, `p${at}`))))
  expect(answers[10]).toMatchObject({ ok: false, refusal: 'quota_exceeded_above' })
  expect(answers[30]).toMatchObject({ ok: false, refusal: 'name_taken' })
  expect([one.footings.right > 0, one.footings.wrong]).toEqual([true, 1])
})

test('where another organisation takes the nodes that a guess stands on, each core of the fleet is given once', { timeout: 120_000 }, async () => {
  const [one, other] = [await process(), await process()]
  // Whoever guessed wrong pauses, so each round is of other organisations.
  for (let round = 0; round < 4; round++) {
    const [mine, theirs] = [await worldWith(10_000), await worldWith(10_000)]
    const fleet = await makeNodes([mine.world.a, theirs.world.a], [{ nodes: 3, gpus: 0, cpu: 24_000 }])
    const answers = await Promise.all(Array.from({ length: 96 }, (_, at) => at % 2 ? ask(one, mine.world, mine.a, mine.world.a, `p${at}`, fleet) : ask(other, theirs.world, theirs.a, theirs.world.a, `p${at}`, fleet)))
    const given = answers.filter(({ ok }) => ok).length
    const free = (await freeOf(fleet)).reduce((sum, { cpu }) => sum + cpu, 0)
    expect([given > 48, free]).toEqual([true, 72_000 - given * 1_000])
  }
  expect(one.footings.right + one.footings.wrong + other.footings.right + other.footings.wrong).toBeGreaterThan(0)
})

test('a node is what was assumed only where as much is free on it, whatever its version: what another organisation was about to write, and did not, has that of what somebody else then wrote', async () => {
  const { world } = await worldWith(100)
  const fleet = await makeNodes([world.a], [{ nodes: 1, gpus: 2, cpu: 24_000 }])
  const loaded = await inSnapshot([world.organisation], [world.a], (lane) => load(lane, []))
  const { held, ground: { now, tenants, stamp } } = new Batch(new Held(loaded.found, known), loaded.ground)
  const nothing = new Batch(held, loaded.ground).written()
  await known.mirror.fresh()
  const [node] = known.mirror.known(fleet.nodes.flat())
  if (!node || stamp === null) throw new Error('there is a node, and an organisation of which all is known')
  const compared = (is: typeof node) => inLaneAsAssumed(world.organisation, { ids: [], accounts: [], tenants, stamp, now, askers: [], nodes: [is] }, [], nothing)
  await expect(compared(node)).resolves.toBeUndefined()
  for (const other of [{ cpuMilliFree: 23_000 }, { memoryBytesFree: 1 }, { gpuMilliFree: [1_000, 0] }, { version: node.version + 1 }]) await expect(compared({ ...node, ...other })).rejects.toThrow('otherwise')
})

test('nothing is admitted after its tenant’s requests were suspended, whatever was assumed before', { timeout: 120_000 }, async () => {
  const { world, a } = await worldWith(10_000)
  const one = await process()
  const owner = await connectAs('owner')
  await owner.query("SELECT set_config('app.loading', 'on', false)")
  let since = ''
  let answered = 0
  const answers = await Promise.all(Array.from({ length: 1_200 }, async (_, at) => {
    const answer = await ask(one, world, a, world.a, `p${at}`)
    answered++
    if (answered === 100) {
      await owner.query("UPDATE tenant SET suspended_until = now() + interval '1 hour' WHERE id = $1", [world.a])
      since = (await owner.query('SELECT clock_timestamp()::text AS at')).rows[0].at
    }
    return answer
  }))
  expect(one.footings.right).toBeGreaterThan(0)
  expect(new Set(answers.flatMap((answer) => (answer.ok ? [] : [answer.refusal])))).toEqual(new Set(['requests_suspended']))
  const { rows: [late] } = await owner.query("SELECT count(*)::int AS many FROM decision WHERE tenant_id = $1 AND verdict = 'admit' AND at > $2::timestamptz", [world.a, since])
  await owner.end()
  expect(late.many).toBe(0)
})

test('what is decided after its tenant came under HIPAA is kept as of such a tenant, whatever was assumed before', { timeout: 120_000 }, async () => {
  const { world, a } = await worldWith(10_000)
  const one = await process()
  const owner = await connectAs('owner')
  await owner.query("SELECT set_config('app.loading', 'on', false)")
  let since = ''
  let answered = 0
  await Promise.all(Array.from({ length: 600 }, async (_, at) => {
    await ask(one, world, a, world.a, `p${at}`)
    answered++
    if (answered === 100) {
      await owner.query("UPDATE tenant SET compliance = '{hipaa}' WHERE id = $1", [world.a])
      since = (await owner.query("SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"') AS at")).rows[0].at
    }
  }))
  await owner.end()
  expect(one.footings.right).toBeGreaterThan(0)
  const records = (await recordsOf(world.a, 'deed')).map(({ entry }) => entry)
  const kept = (late: boolean) => [...new Set(records.filter(({ timestamp }) => timestamp > since === late).map(({ metadata }) => metadata.kept?.rule))]
  expect(kept(true)).toEqual(['health-data'])
  expect(kept(false)).toContain('deeds')
})

/** What was known of what was given lately when each was decided, in their order. */
async function decided(world: World): Promise<{ recent: { person: string; namespace: string }; verdict: string; gpu: boolean }[]> {
  const sql = await connectAs('engine')
  await sql.query('BEGIN')
  await sql.query("SELECT set_config('app.lane', $1, true), set_config('app.lane_tenants', $2, true)", [world.organisation, world.a])
  const { rows } = await sql.query("SELECT facts::json -> 'state' -> 'recent' AS recent, verdict, coalesce(resources @> '{nvidia.com/gpu}', false) AS gpu FROM decision ORDER BY at, id")
  await sql.end()
  return rows
}
const addGpus = (world: World) => loading((sql) => sql.query("UPDATE account SET resources = '{cpu,nvidia.com/gpu}', nominal = '{0,0}', hard = ARRAY[hard[1], 1000], used = '{0,0}', held = '{0,0}', unexplained = '{0,0}' WHERE organisation_id = $1", [world.organisation]))
test('what one person was given lately adds up over processes and guesses: no more than anybody may have without a yes, and each decision says what stood before it', { timeout: 120_000 }, async () => {
  const { world, a } = await worldWith(10_000)
  await addGpus(world)
  const [one, other] = [await process(), await process()]
  for (let round = 0; round < 6; round++) await Promise.all(Array.from({ length: 8 }, (_, at) => ask(round % 2 === 1 && at % 4 === 0 ? other : one, world, a, world.a, `p${round}-${at}`, at % 3 === 0 ? { gpus: 1 } : {})))
  const decisions = await decided(world)
  let given = 0
  for (const { recent, verdict, gpu } of decisions) {
    expect(recent).toEqual({ person: String(given), namespace: String(given) })
    if (verdict === 'admit' && gpu) given++
  }
  expect([decisions.length, given]).toEqual([48, 8])

  // Whoever knows nothing yet reads what was given within the hour, and of that what nobody said yes to.
  await loading(async (sql) => {
    const { rows } = await sql.query("SELECT id FROM allocation WHERE tenant_id = $1 AND devices > 0 AND state = 'admitted'", [world.a])
    await sql.query('UPDATE allocation SET approved_by = $2 WHERE id = $1', [rows[0].id, a.personId])
    await sql.query("UPDATE allocation SET asked_at = asked_at - interval '61 minutes', admitted_at = admitted_at - interval '61 minutes' WHERE id = ANY ($1)", [[rows[1].id, rows[2].id]])
  })
  await ask(await process(), world, a, world.a, 'last')
  expect((await decided(world)).at(-1)?.recent).toEqual({ person: '5', namespace: '5' })
})

test('what waited counts as given lately once it has begun', { timeout: 60_000 }, async () => {
  const { world, a } = await worldWith(10)
  await addGpus(world)
  const one = await process()
  const first = await ask(one, world, a, world.a, 'first', { cpu: '10' })
  expect(await ask(one, world, a, world.a, 'later', { cpu: '5', gpus: 2, waits: true })).toMatchObject({ ok: true, value: { verdict: 'hold' } })
  const input = { tenant: world.a, allocation: first.ok ? first.value.allocation : '' }
  await one.lanes.submit(world.organisation, world.a, { action: 'allocations.release', decider: releaseAllocation as never, by: { actor: a, organisation: world.organisation, tenant: world.a, namespaces: '*', source: a.source }, input, key: { id: randomUUID(), inputDigest: digestOf(input) } })
  await ask(one, world, a, world.a, 'last')
  expect((await decided(world)).map(({ recent }) => recent?.person)).toEqual(['0', '0', undefined, '0', '2'])
})
