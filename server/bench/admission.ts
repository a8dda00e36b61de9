/**
 * Admission beside the same durable work done the simple way, turn by turn in one run: one UPDATE and one INSERT a commit, from Node over 16 connections; and the
 * transaction of ten round trips that an object mapper makes of it. Ratios travel; figures do not.
 */
import pg from 'pg'
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { randomOf } from '~/server/placement/replay/random'
import { parseNodes } from '~/server/placement/replay/trace'
import { footings } from '~/server/admission/carry-out'
import { closeDatabase, database } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { secretText } from '~/server/keys/secret'
import { loading } from '~/server/testing/world'
import { anyShort, option, quantile, say, tell, word } from './figures'
import { hangUp, post, raisedRates, startEngine } from './machine'
import { makeNodes } from './nodes'
import { between, type Spent, spent } from './processors'
import { adminOf, chooseNodes, create, each, makeFleet, makePlaces, raised, tokenIn, wish } from './places'

const secondsEach = option('seconds', 3)
const pairs = option('pairs', 3)
/** Of what is compared, only what has this in its name. */
const only = word('only') ?? ''
const [organisations, tenantsEach] = [10, 20]
const hard = 1_000_000_000_000_000_000n

/** The engine that is asked through its door, while there is one. */
let engine: number | null = null
type Run = { rate: number; p50: number; p99: number; done: number; spent: Spent }
/** So many callers, each with one in flight, for so long. */
async function drive(clients: number, work: (client: number, turn: number) => Promise<unknown>): Promise<Run> {
  const times: number[] = []
  const before = await spent(simple, engine)
  const began = performance.now()
  const until = began + secondsEach * 1000
  await Promise.all(Array.from({ length: clients }, async (_, client) => {
    for (let turn = 0; performance.now() < until; turn++) {
      const at = performance.now()
      await work(client, turn)
      times.push(performance.now() - at)
    }
  }))
  const rate = times.length / ((performance.now() - began) / 1000)
  return { rate, p50: quantile(times, 0.5), p99: quantile(times, 0.99), done: times.length, spent: between(before, await spent(simple, engine)) }
}

/** How many of the deeds are not to be found by a search yet. */
async function behind(): Promise<number> {
  const { rows: [{ many }] } = await simple.query("SELECT ((SELECT sum(deed_sequence) FROM account) - (SELECT coalesce(sum(sequence), 0) FROM record_projected WHERE stream = 'deed'))::int AS many")
  return many
}
/** What an engine's loops have still to do with what was admitted is not paid for by what is measured next; answers with how long it took. */
async function caughtUp(): Promise<number> {
  const began = performance.now()
  while (engine !== null && (await behind()) > 0) await setTimeout(20)
  return (performance.now() - began) / 1_000
}

/** What lives for weeks is measured as it is then: not before it becomes no quicker from one round to the next, or half a minute is over. */
async function warm(what: string, work: (client: number, turn: number) => Promise<unknown>): Promise<void> {
  const rates: number[] = []
  const isQuicker = () => rates.length < 4 || Math.max(...rates.slice(-2)) > 1.05 * Math.max(...rates.slice(0, -2))
  while (isQuicker() && rates.length * secondsEach < 30) rates.push((await drive(32, work)).rate)
  say(`${what}, at first: ${rates.map(Math.round).join(', ')} admissions/s`)
}

const { actor, tenants } = await makePlaces({ organisations, tenantsEach, hard })
const admins = new Map(tenants.map((tenant) => [tenant, adminOf(actor.personId, [tenant])]))
let named = 0
let refused = 0
async function ours(tenant: string, amounts: Readonly<Record<string, string>> = each): Promise<void> {
  if (!(await create(admins.get(tenant) ?? actor, tenant, `a${named++}`, { amounts })).ok) refused++
}

const simple = new pg.Pool({ connectionString: secretText('OWNER_DATABASE_URL_FILE'), max: 16 })
// Whoever owns the tables counts what others may not see.
await simple.query('ALTER TABLE record_projected NO FORCE ROW LEVEL SECURITY; ALTER TABLE account NO FORCE ROW LEVEL SECURITY')
await simple.query('CREATE TABLE anchor_row (id int PRIMARY KEY, used bigint NOT NULL); CREATE TABLE anchor_log (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, row int NOT NULL, body text NOT NULL)')
await simple.query('INSERT INTO anchor_row SELECT n, 0 FROM generate_series(0, 199) n')
const body = JSON.stringify({ tenant: 'a', amounts: each, at: new Date().toISOString() })
async function anchor(row: number): Promise<void> {
  const sql = await simple.connect()
  try {
    await sql.query('BEGIN')
    await sql.query({ name: 'take', text: 'UPDATE anchor_row SET used = used + 1 WHERE id = $1', values: [row] })
    await sql.query({ name: 'log', text: 'INSERT INTO anchor_log (row, body) VALUES ($1, $2)', values: [row, body] })
    await sql.query('COMMIT')
  } finally {
    sql.release()
  }
}
/** Ten round trips: what an object mapper makes of the same, with the rows of three accounts held from the first read to the commit. */
const orm = database('engine')
async function interactive(tenant: string): Promise<void> {
  const organisation = tenant.slice(0, tenant.lastIndexOf('-'))
  const path = [`platform/${organisation}`, `platform/${organisation}/${tenant}`, `platform/${organisation}/${tenant}/work`]
  await orm.$transaction(async (sql) => {
    await sql.$queryRaw`SELECT set_config('app.lane', ${organisation}, true), set_config('app.lane_tenants', ${tenant}, true)`
    for (const id of path) await sql.$queryRaw`SELECT id FROM account WHERE id = ${id} FOR UPDATE`
    await sql.tenant.findUnique({ where: { id: tenant } })
    for (const id of path) await sql.account.update({ where: { id }, data: { unexplained: [0n, 0n, 0n] } })
    await sql.$executeRaw`INSERT INTO access_inbox (tenant_id, body) VALUES (${tenant}, ${body}::jsonb)`
  }, { maxWait: 60_000, timeout: 60_000 })
}

const hot = tenants[0] ?? ''
const spread = (client: number, turn: number) => tenants[(client * 7 + turn * 13) % tenants.length] ?? hot
const median = (of: number[]) => quantile(of, 0.5)
async function compare(name: string, clients: number, goal: number, one: (client: number, turn: number) => Promise<void>, other: (client: number, turn: number) => Promise<void>, p99Max: number | null = null): Promise<void> {
  if (!name.includes(only)) return
  const runs: { ours: Run; theirs: Run }[] = []
  const later: number[] = []
  await caughtUp()
  for (let pair = 0; pair < pairs; pair++) {
    runs.push({ theirs: await drive(clients, other), ours: await drive(clients, one) })
    later.push(await caughtUp())
  }
  const ratio = median(runs.map(({ ours, theirs }) => ours.rate / theirs.rate))
  const rate = median(runs.map(({ ours }) => ours.rate))
  tell(name, rate, 'admissions/s', { ratio, goal: `at least ${goal} times`, holds: ratio >= goal })
  const p99 = median(runs.map(({ ours }) => ours.p99))
  say(`      p50 ${median(runs.map(({ ours }) => ours.p50)).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; beside it ${Math.round(median(runs.map(({ theirs }) => theirs.rate)))}/s, p99 ${median(runs.map(({ theirs }) => theirs.p99)).toFixed(1)} ms`)
  const each = (of: (spent: Spent) => number | null) => median(runs.map(({ ours }) => (of(ours.spent) ?? NaN) / ours.done)).toFixed(3)
  say(`      of the processors ${each(({ node }) => node)} ms in this process${engine === null ? '' : `, ${each((of) => of.engine)} in the engine`} and ${each(({ database }) => database)} in the database for each`)
  if (engine !== null) say(`      all of it searchable ${median(later).toFixed(1)} s after the last was answered`)
  if (p99Max !== null) tell(`${name}, p99`, p99, 'ms', { goal: `under ${p99Max} ms`, holds: p99 < p99Max })
}

say(`${pairs} pairs of ${secondsEach} s each; quotas of ${hard} of each resource; the operator's policy of priorities: ${JSON.stringify(raised)}`)
await chooseNodes(false)
await warm('in process', (client, turn) => ours(spread(client, turn)))
await compare('(a) hottest tenant, 32 clients', 32, 4, () => ours(hot), () => anchor(0), 25)
await compare('(a) hottest tenant, 128 clients', 128, 5, () => ours(hot), () => anchor(0))
await compare('(a) 200 tenants, 32 clients', 32, 0.7, (client, turn) => ours(spread(client, turn)), (client, turn) => anchor((client * 7 + turn * 13) % 200))
await compare('(a) 200 tenants, 128 clients', 128, 1.2, (client, turn) => ours(spread(client, turn)), (client, turn) => anchor((client * 7 + turn * 13) % 200))
await compare('beside the interactive transaction, hottest tenant, 32 clients', 32, 20, () => ours(hot), () => interactive(hot))

/** Over HTTP, from this process to an engine's: what is asked of the one before it, and whose token it is, and once more written as an answer. */
async function throughTheDoor(): Promise<void> {
  if (!'(c) through the machine door'.includes(only)) return
  say(`the operator's rates: ${JSON.stringify(raisedRates)}`)
  const { stop, pid } = await startEngine()
  engine = pid
  const secret = await tokenIn(actor.personId, hot, ['allocations.create'])
  const asked = async () => {
    const { tenant, ...body } = wish(hot, `a${named++}`)
    const status = await post(`/v1/tenants/${tenant}/allocations`, secret, body)
    if (status === 409) refused++
    else if (status !== 201) throw new Error(`the machine door answered ${status}`)
  }
  await warm('through the machine door', asked)
  await compare('(c) through the machine door, hottest tenant, 32 clients', 32, 1, asked, () => anchor(0))
  await compare('(c) through the machine door, hottest tenant, 128 clients', 128, 1, asked, () => anchor(0))
  hangUp()
  await stop()
  engine = null
}
await throughTheDoor()

const file = word('nodes')
const nodes = file ? parseNodes(readFileSync(file, 'utf8')) : makeNodes(1213, randomOf(7))
/** A fiftieth of a GPU, so that the fleet has room for as long as is measured. */
const part = { cpu: '100m', memory: '256Mi', 'nvidia.com/gpu-milli': '20' }
async function placed(): Promise<void> {
  await makeFleet(nodes, hard)
  await chooseNodes(true)
  say(`${nodes.length} nodes${file ? ' of the file' : ' of its own making'}, and of each wish ${JSON.stringify(part)} is placed`)
  await warm('with placement', () => ours(hot, part))
  await compare('(b) everything on, hottest tenant, 32 clients', 32, 2, () => ours(hot, part), () => anchor(0))
  await compare('(b) everything on, hottest tenant, 128 clients', 128, 2, () => ours(hot, part), () => anchor(0))
  const { rows: [wrong] } = await loading((sql) => sql.query(`WITH stands AS (SELECT pod->>'node' AS node, sum((a.placement->'each'->>'cpuMilli')::bigint) AS cpu FROM allocation a, jsonb_array_elements(a.placement->'pods') pod WHERE a.ended_at IS NULL GROUP BY 1)
    SELECT count(*)::int AS nodes FROM node n LEFT JOIN stands s ON s.node = n.id WHERE n.cpu - n.cpu_free <> coalesce(s.cpu, 0)`))
  tell('nodes that are not the sum of what stands on them', wrong.nodes, 'nodes', { goal: '0', holds: wrong.nodes === 0 })
  await chooseNodes(false)
}

async function fill(times: number): Promise<void> {
  let deviations = 0
  const path = `platform/bench-0/${hot}/work`
  const fits = async (name: string) => (await create(actor, hot, name, { amounts: { cpu: '10m' } })).ok
  for (let time = 0; time < times; time++) {
    await loading((sql) => sql.query("UPDATE account SET hard = ARRAY[used[1] + held[1] + 10000] || hard[2:], nominal = ARRAY[used[1] + held[1] + 10000] || nominal[2:] WHERE id = $1", [path]))
    const answers = await Promise.all(Array.from({ length: 1_000 }, (_, at) => fits(`f${time}-${at}`)))
    const more = await Promise.all([fits(`f${time}-more`)])
    deviations += answers.filter((ok) => !ok).length + more.filter((ok) => ok).length
  }
  tell(`deviations of ${times} times 1,000 at once that fill a quota exactly, and one more`, deviations, 'deviations', { goal: '0', holds: deviations === 0 })
}
if (!/^\((a|c)\)/.test(only)) await placed()
say(`batches decided while the one before was written: ${footings.right}, and ${footings.wrong} in vain`)
tell('wishes refused that fit', refused, 'wishes', { goal: '0', holds: refused === 0 })
await fill(option('fills', 5))

const { rows: [broken] } = await loading((sql) => sql.query(`
  SELECT (SELECT count(*) FROM account a WHERE kind = 'namespace' AND (SELECT coalesce(sum(l.amounts[array_position(l.resources, 'cpu')]), 0) FROM allocation l WHERE l.account_id = a.id AND l.ended_at IS NULL) <> a.used[1])::int AS sums,
    (SELECT count(*) FROM account a WHERE EXISTS (SELECT FROM unnest(a.used, a.held, a.hard) AS w (u, h, m) WHERE u + h > m))::int AS over,
    (SELECT count(*) FROM account a WHERE kind = 'organisation' AND a.used[1] <> (SELECT sum(c.used[1]) FROM account c WHERE c.parent_id = a.id))::int AS trees,
    (SELECT sum(deed_sequence) FROM account WHERE kind = 'tenant')::int AS numbered`))
tell('accounts that are not the sum of what they hold', broken.sums + broken.trees, 'accounts', { goal: '0', holds: broken.sums + broken.trees === 0 })
tell('accounts that hold more than they may', broken.over, 'accounts', { goal: '0', holds: broken.over === 0 })
await simple.end()
await closeLanes()
await closeDatabase()
process.exit(anyShort() ? 1 : 0)
