/**
 * What recording costs with sealing and without, and how long each search of the record takes, as the role that searches and by the statements that pages ask. Each
 * search is timed with a quarter of the records and with all of them: what must not grow is how long it takes.
 */
import { randomUUID } from 'node:crypto'
import { countLines, countPlatformLines } from '~/server/audit/count-lines'
import { decideQuery } from '~/server/audit/decide-query'
import { projectRecords } from '~/server/audit/project-records'
import { sealRecords } from '~/server/audit/seal-records'
import { meantBy } from '~/server/audit/search-lines'
import { closeDatabase } from '~/server/database/client'
import { takeLease } from '~/server/database/lease'
import { linesIn } from '~/server/database/lines'
import type { TenantReader } from '~/server/database/read'
import { inScope, type Scope } from '~/server/database/scope'
import { anyShort, option, quantile, say, tell } from './figures'
import { append, busiest, load, projected, rowsOf } from './records'

const rows = option('rows', 200_000)
/** The goals of each search are for so many; above them, twice the time is enough. */
const goalsAreFor = 5_000_000
const [secondsEach, pairs, tries] = [option('seconds', 4), option('pairs', 3), option('tries', 40)]

/** So many a second are appended and sealed, for as long as they come. */
const wanted = 1_500
async function ratesOf(): Promise<void> {
  const beside = { alone: async () => undefined, sealed: sealing, both: async () => { await sealing(); await projecting() } }
  type Beside = keyof typeof beside
  const rates: Record<Beside, number[]> = { alone: [], sealed: [], both: [] }
  const kinds: Beside[] = ['alone', 'sealed', 'both']
  await append(1, beside.both)
  for (let turn = 0; turn < pairs; turn++) for (const kind of turn % 2 ? [...kinds].reverse() : kinds) {
    await beside.both()
    rates[kind].push(await append(secondsEach, beside[kind]))
  }
  await beside.both()
  const paced = await append(secondsEach, beside.both, { most: wanted * 1.05 })
  const began = performance.now()
  await beside.both()
  const restMs = performance.now() - began
  const median = (kind: Beside) => quantile(rates[kind], 0.5)
  tell('appended alone', median('alone'), 'records/s')
  tell('appended while being sealed', median('sealed'), 'records/s', { ratio: median('sealed') / median('alone'), goal: 'at least 1,500', holds: median('sealed') >= wanted })
  tell('appended while being sealed and projected', median('both'), 'records/s', { ratio: median('both') / median('alone') })
  tell('appended at that pace, sealed and projected', paced, 'records/s', { goal: 'at least 1,500', holds: paced >= wanted })
  tell('from the last of so many a second until all of it was signed and could be found', restMs, 'ms', { goal: 'at most 10,000', holds: restMs <= 10_000 })
}
async function sealing(): Promise<void> {
  await takeLease('seal-records', 60)
  await sealRecords('seal-records')
}
async function projecting(): Promise<void> {
  await takeLease('project-records', 60)
  await projectRecords('project-records')
}

const asTenant = (tenant: string): Scope => ({ tenant, namespaces: '*' })
const asPlatform: Scope = { platform: true, namespaces: '*', tenant: 'platform' }
type Timed = { name: string; scope: Scope; goalMs: number; run: (db: TenantReader['lines'], at: number) => Promise<unknown> }
const find = (own: string | null, query: string, key: readonly [string, string] | null = null) => (lines: TenantReader['lines']) => lines.find(meantBy(decideQuery(query), own, null, Date.now()), key, true, 51)
const people = (at: number) => `00000000-0000-7000-8000-${String(at % 50).padStart(12, '0')}`
const count = (own: string, query: string) => (lines: TenantReader['lines']) => countLines({ lines, tenant: own } as TenantReader, { tenant: own, query, actors: null })

async function searches(deep: readonly [string, string]): Promise<Timed[]> {
  const of = asTenant(busiest)
  return [
    { name: 'newest 50', scope: of, goalMs: 50, run: find(busiest, '') },
    { name: 'actor and verb in a month', scope: of, goalMs: 50, run: (lines, at) => find(busiest, `actor:${people(at)} verb:approve since:30d`)(lines) },
    { name: 'denials of a resource in a year', scope: of, goalMs: 50, run: find(busiest, 'outcome:denied resource:quotas since:365d') },
    { name: 'a rare reason in a year', scope: of, goalMs: 50, run: find(busiest, 'reason:admin_access since:365d') },
    { name: 'words in a year', scope: of, goalMs: 50, run: (lines, at) => find(busiest, `model-${at * 7} since:365d`)(lines) },
    { name: 'a word that is everywhere, in a month', scope: of, goalMs: 50, run: find(busiest, 'gpu since:30d') },
    { name: 'words that nothing has, in a year', scope: of, goalMs: 50, run: (lines, at) => find(busiest, `gpu nothing${at} since:365d`)(lines) },
    { name: 'what belongs together', scope: of, goalMs: 50, run: (lines, at) => find(busiest, `reference:${String(at).padStart(8, '0')}-0000-7000-8000-000000000000 since:365d`)(lines) },
    { name: 'page 1,000', scope: of, goalMs: 50, run: find(busiest, 'since:365d', deep) },
    { name: 'newest 50 of all', scope: asPlatform, goalMs: 50, run: find(null, '') },
    { name: 'denials of all in a day', scope: asPlatform, goalMs: 50, run: find(null, 'outcome:denied since:24h') },
    { name: 'facets of a month', scope: of, goalMs: 60, run: count(busiest, 'since:30d') },
    { name: 'facets of a month of one verb', scope: of, goalMs: 60, run: count(busiest, 'verb:approve since:30d') },
    { name: 'facets of a month of one word', scope: of, goalMs: 60, run: count(busiest, 'model-7 since:30d') },
    { name: 'facets of a month of all', scope: asPlatform, goalMs: 60, run: (lines) => countPlatformLines({ lines } as TenantReader, { query: 'since:30d', actors: null }) },
  ]
}
async function timed({ scope, run }: Timed): Promise<{ p50: number; p95: number }> {
  const took: number[] = []
  for (let at = 0; at < tries + 3; at++) {
    const began = performance.now()
    await inScope('auditor', scope, async (sql) => run(linesIn(sql), at))
    if (at >= 3) took.push(performance.now() - began)
  }
  return { p50: quantile(took, 0.5), p95: quantile(took, 0.95) }
}

say(`${rows.toLocaleString('en')} records of 200 tenants in a year; the busiest has ${rowsOf(busiest, rows).toLocaleString('en')}`)
await ratesOf()
const fewer = new Map<string, number>()
for (const size of [Math.floor(rows / 4), rows]) {
  const began = performance.now()
  await load(size)
  const loadedMs = performance.now() - began
  const rate = await projected()
  say(`${size.toLocaleString('en')} records (loaded in ${(loadedMs / 1000).toFixed(0)} s)`)
  if (rate !== null) tell(`projected without what finds them, to ${size.toLocaleString('en')}`, rate, 'records/s')
  const newest = await inScope('auditor', asTenant(busiest), (sql) => linesIn(sql).find(meantBy(decideQuery('since:365d'), busiest, null, Date.now()), null, true, 1))
  const middle = new Date(Date.parse(newest[0]?.at ?? '') - 183 * 86_400_000).toISOString().replace('Z', '000Z')
  const first = { p95: 0 }
  for (const search of await searches([middle, randomUUID()])) {
    const goalMs = search.goalMs * (size > goalsAreFor ? 2 : 1)
    const { p50, p95 } = await timed(search)
    if (search.name === 'newest 50') first.p95 = p95
    const before = fewer.get(search.name)
    fewer.set(search.name, p95)
    tell(`${search.name}, p50`, p50, 'ms')
    tell(`${search.name}, p95`, p95, 'ms', { ...(before === undefined ? {} : { ratio: p95 / before }), goal: `at most ${goalMs}`, holds: p95 <= goalMs })
    if (search.name === 'page 1,000') tell('page 1,000 beside page 1, p95', p95 / Math.max(first.p95, 0.1), 'times', { goal: 'at most 2', holds: p95 <= first.p95 * 2 + 2 })
  }
}
await closeDatabase()
process.exit(anyShort() ? 1 : 0)
