/**
 * Kueue's own scheduler benchmark through the real, durable engine: each set of each queue creates its workloads one after another at its interval, what is admitted runs for
 * as long as its class says and is then released, and everything else is the engine's. A wait is from when it was asked for until it was admitted, for the last time.
 */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parse } from 'yaml'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { startLoopsAside } from '~/server/engine/loops-aside'
import { connectAs, loading } from '~/server/testing/world'
import { anyShort, say, tell } from './figures'
import { type Cohort, Generator, makeCohorts, Ranges, type Workload } from './kueue-places'
import { adminOf, create, release } from './places'

const argument = (name: string) => process.argv[process.argv.indexOf(`--${name}`) + 1] ?? ''
const has = (name: string) => process.argv.includes(`--${name}`)
if (!has('file')) {
  console.error('Usage: npm run bench -- kueue --file generator.yaml [--rangespec rangespec.yaml] [--json]')
  process.exit(2)
}
const read = (path: string): unknown => parse(readFileSync(path, 'utf8'), { version: '1.1' })
const generator = Generator.parse(read(argument('file')))
const ranges = has('rangespec') ? Ranges.parse(read(argument('rangespec'))) : null

/** Means that Kueue published, by how much there is to do; for others the generous times of the file are all there is. */
const published = [
  { workloads: 15_000, seconds: 351, waits: { small: 215, medium: 77, large: 17 }, goal: 0.3 },
  { workloads: 50_000, seconds: 1_179, waits: { small: 700, medium: 256, large: 106 }, goal: 0.1 },
]

const { person, queues, cohorts } = await makeCohorts(generator)
const actor = adminOf(person, queues.map(({ tenant }) => tenant))
const total = queues.reduce((sum, { sets }) => sum + sets.reduce((own, { count, workloads }) => own + count * workloads.length, 0), 0)
say(`${cohorts.length} cohorts, ${queues.length} queues, ${total.toLocaleString('en')} workloads; priorities from the file, nobody's yes is asked for, no fleet`)

// What the engine begins or takes by itself is told here as a cluster would be told: by what is written.
await loading((sql) => sql.query(`CREATE UNLOGGED TABLE bench_turn (n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, allocation uuid NOT NULL, state text NOT NULL, version bigint NOT NULL);
  CREATE FUNCTION bench_turned() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN INSERT INTO bench_turn (allocation, state, version) VALUES (NEW.id, NEW.state, NEW.version); RETURN NULL; END $$;
  CREATE TRIGGER bench_turned AFTER UPDATE OF state ON allocation FOR EACH ROW WHEN (OLD.state <> NEW.state AND NEW.state IN ('admitted', 'waiting', 'preempted', 'refused', 'expired')) EXECUTE FUNCTION bench_turned()`))

type Job = { readonly tenant: string; readonly of: Workload; readonly askedAt: number; admittedAt: number; ends: NodeJS.Timeout | null; version: number; isEnding: boolean }
const jobs = new Map<string, Job>()
const waits = new Map<string, number[]>()
const counted = { done: 0, waited: 0, preempted: 0, lost: 0 }
/** What the engine did before its answer had come. */
const early = new Map<string, { state: string; version: number }>()

function turn(id: string, state: string, version: number): void {
  const job = jobs.get(id)
  if (!job) {
    if ((early.get(id)?.version ?? 0) < version) early.set(id, { state, version })
    return
  }
  // What has run for its time is over, whatever became of its place while that was being said.
  if (version <= job.version || job.isEnding) return
  job.version = version
  if (job.ends) clearTimeout(job.ends)
  job.ends = null
  if (state === 'admitted') run(id, job)
  else if (state === 'waiting') counted.preempted++
  else counted.lost++
}
function run(id: string, job: Job): void {
  job.admittedAt = performance.now()
  job.ends = setTimeout(() => { void finish(id, job) }, job.of.runtimeMs)
}
async function finish(id: string, job: Job): Promise<void> {
  job.isEnding = true
  const answer = await release(actor, job.tenant, id)
  if (!answer.ok) counted.lost++
  const own = waits.get(job.of.className) ?? []
  own.push(job.admittedAt - job.askedAt)
  waits.set(job.of.className, own)
  jobs.delete(id)
  counted.done++
}

let isOver = false
async function listen(): Promise<void> {
  const sql = await connectAs('owner')
  let last = 0
  while (!isOver) {
    // Numbers are given before they are seen: a few are looked at again.
    const { rows } = await sql.query({ name: 'turns', text: 'SELECT n::int, allocation, state, version::int FROM bench_turn WHERE n > $1 ORDER BY n', values: [Math.max(0, last - 300)] })
    for (const { n, allocation, state, version } of rows) {
      turn(allocation, state, version)
      last = Math.max(last, n)
    }
    await sleep(10)
  }
  await sql.end()
}

const began = performance.now()
const listening = listen()
const stopLoops = startLoopsAside()
let named = 0
const asked: number[] = []
await Promise.all(queues.flatMap(({ tenant, sets }) => sets.map(async ({ count, creationIntervalMs, workloads }) => {
  for (let at = 0; at < count; at++) for (const of of workloads) {
    await sleep(creationIntervalMs)
    const askedAt = performance.now()
    const answer = await create(actor, tenant, `w${named++}`, { amounts: { cpu: String(of.request) }, more: { class: of.className, waits: true } })
    asked.push(performance.now() - askedAt)
    if (!answer.ok || answer.value.allocation === null) {
      counted.lost++
      continue
    }
    const { allocation, verdict } = answer.value
    const job: Job = { tenant, of, askedAt, admittedAt: 0, ends: null, version: 1, isEnding: false }
    jobs.set(allocation, job)
    if (verdict === 'admit') run(allocation, job)
    else counted.waited++
    const known = early.get(allocation)
    early.delete(allocation)
    if (known) turn(allocation, known.state, known.version)
  }
})))
say(`      all were asked for after ${((performance.now() - began) / 1000).toFixed(1)} s, ${(asked.reduce((sum, ms) => sum + ms, 0) / asked.length).toFixed(0)} ms each`)
let lastDone = -1
for (let idle = 0; counted.done + counted.lost < total && idle < 600; idle = counted.done === lastDone ? idle + 1 : 0) {
  lastDone = counted.done
  await sleep(100)
}
const seconds = (performance.now() - began) / 1000
isOver = true
await listening
await stopLoops()

const mean = (of: readonly number[]) => (of.length ? of.reduce((sum, ms) => sum + ms, 0) / of.length / 1000 : 0)
const goal = published.find(({ workloads }) => workloads === total) ?? null
const against = (value: number, theirs: number | undefined) => (theirs === undefined || !goal ? {} : { ratio: value / theirs, goal: `at most ${goal.goal} times ${theirs} s`, holds: value <= goal.goal * theirs })
tell('workloads done', counted.done, 'workloads', { goal: `all ${total}`, holds: counted.done === total })
tell('all of it', seconds, 's', against(seconds, goal?.seconds))
for (const [name, own] of [...waits].sort()) tell(`mean wait of ${name}`, mean(own), 's', against(mean(own), (goal?.waits as Record<string, number> | undefined)?.[name]))
if (ranges) {
  tell('all of it, against the file', seconds, 's', { ratio: (seconds * 1000) / ranges.cmd.maxWallMs, goal: `at most ${ranges.cmd.maxWallMs / 1000} s`, holds: seconds * 1000 <= ranges.cmd.maxWallMs })
  for (const [name, most] of Object.entries(ranges.wlClassesMaxAvgTimeToAdmissionMs)) tell(`mean wait of ${name}, against the file`, mean(waits.get(name) ?? []), 's', { goal: `at most ${most / 1000} s`, holds: mean(waits.get(name) ?? []) * 1000 <= most })
}
tell('waited', counted.waited, 'workloads')
tell('began again because their place was taken', counted.preempted, 'times')

/** Every commit again: what each tenant had after each posting, and what all of them had above their own shares. */
async function replay({ organisation, capacity, tenants }: Cohort): Promise<{ used: number; borrowed: number; over: number }> {
  const sql = await connectAs('engine')
  await sql.query('BEGIN')
  await sql.query("SELECT set_config('app.lane', $1, true), set_config('app.lane_tenants', $2, true)", [organisation, tenants.map(({ tenant }) => tenant).join(',')])
  const { rows } = await sql.query('SELECT tenant_id, used[1]::text AS moved, used_after[1]::text AS after FROM decision WHERE organisation_id = $1 AND used[1] <> 0 ORDER BY at, id', [organisation])
  await sql.end()
  const held = new Map(tenants.map(({ tenant, nominal }) => [tenant, { nominal, used: 0n }]))
  let [most, borrowed, over, lent] = [0n, 0n, 0, 0n]
  for (const { tenant_id: tenant, moved, after } of rows) {
    const own = held.get(tenant)
    if (!own) continue
    const above = () => (own.used > own.nominal ? own.used - own.nominal : 0n)
    lent -= above()
    own.used += BigInt(moved)
    lent += above()
    if (lent > borrowed) borrowed = lent
    if (BigInt(after) > most) most = BigInt(after)
    if (BigInt(after) > capacity) over++
  }
  return { used: Number(most) / Number(capacity), borrowed: Number(borrowed) / Number(capacity), over }
}
const replayed = await Promise.all(cohorts.map(replay))
tell('the most that a cohort held at any commit', Math.max(...replayed.map(({ used }) => used)), 'of its capacity', { goal: 'at most 1', holds: replayed.every(({ over }) => over === 0) })
tell('the most that was borrowed at any commit', Math.max(...replayed.map(({ borrowed }) => borrowed)), 'of its capacity', { goal: 'at most 1', holds: replayed.every(({ borrowed }) => borrowed <= 1) })
const { rows: [left] } = await loading((sql) => sql.query('SELECT count(*) FILTER (WHERE used[1] <> 0 OR held[1] <> 0)::int AS accounts, count(*) FILTER (WHERE used[1] + held[1] > hard[1])::int AS over FROM account'))
tell('accounts that hold something when all is over', left.accounts, 'accounts', { goal: '0', holds: left.accounts === 0 })
tell('accounts that hold more than they may', left.over, 'accounts', { goal: '0', holds: left.over === 0 })
tell('workloads that were lost', counted.lost, 'workloads', { goal: '0', holds: counted.lost === 0 })
await closeLanes()
await closeDatabase()
process.exit(anyShort() ? 1 : 0)
