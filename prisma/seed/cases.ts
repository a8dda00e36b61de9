/**
 * What the watchers saw of the month: they look at moments of it that have passed, and at what the clusters said of what runs, and open what cases there are. Nothing is told to them: a case
 * is there because somebody did what its rule looks for. What was seen once is not seen again.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { reckoned } from '~/server/cases/read-held'
import { reckonHarm } from '~/server/cases/reckon-harm'
import { watchConduct } from '~/server/cases/watch-conduct'
import { type Standing, lookOn } from '~/server/cases/decide-use'
import { type Steady, steadyOn } from '~/server/cases/decide-mining'
import { watchUse } from '~/server/cases/watch-use'
import { hearClusters } from '~/server/clusters/hear-clusters'
import { seenUse } from '~/server/clusters/simulate'
import { slotOf } from '~/server/clusters/slot'
import { giveBackLeases, takeLease } from '~/server/database/lease'
import { numberAccess } from '~/server/audit/number-access'
import { projectRecords } from '~/server/audit/project-records'
import { watchRate } from '~/server/signals/watch-record'
import { clusters } from './fleet'
import { monthOf } from './month'
import { loading, readPlayed } from './owner'
import { tenants } from './places'
import { dayMs, looked } from './use'

const [minuteMs, hourMs] = [60_000, 3_600_000]
/** So many hours before the end of the month: right after somebody asked in parts, and after a script asked on and on. */
const looks = [49, 6.02]
const [leaseSeconds, waits] = [5, 14]
const own = tenants.map(({ name }) => name)
const isSeen = () => loading(async (sql) => (await sql.caseFile.count({ where: { tenantId: { in: own }, kind: { in: ['allocations.squatting', 'allocations.inflation', 'allocations.mining'] } } })) > 0)

async function take(name: string): Promise<boolean> {
  for (let tries = 0; tries < waits; tries++) {
    if (await takeLease(name, leaseSeconds)) return true
    await wait(500)
  }
  return false
}

export async function playCases(): Promise<void> {
  await watchMonth()
  await reckonAll()
  await giveBackLeases()
}

async function watchMonth(): Promise<void> {
  // What an engine that watches already sees is its own to tell.
  if ((await isSeen()) || !(await take('watch-conduct')) || !(await take('watch-record')) || !(await take('watch-use')) || !(await take('number-access')) || !(await take('project-records'))) return
  const { startMs, hours } = monthOf((await readPlayed()).beganAt)
  if (await take('number-access')) await numberAccess('number-access')
  if (await take('project-records')) await projectRecords('project-records')
  // The rules have watched since the month began.
  for (const before of [hours, ...looks, 0]) {
    const at = new Date(startMs + (hours - before) * hourMs)
    if (await take('watch-conduct')) await watchConduct('watch-conduct', at)
    if (await take('watch-record')) await watchRate('watch-record', at)
  }
  // What was heard a minute ago is not known any more.
  if (await take('run-clusters')) await hearClusters('run-clusters', { nature: { seed: 'bailiwick', failsEveryHours: null, silentEveryHours: null }, clusters: clusters.map(({ cluster }) => cluster) })
  const now = new Date()
  await loadWatched(now.getTime())
  if (await take('watch-use')) await watchUse('watch-use', now)
}

/** What these cost others the engine reckons as it ever does: so many at once, whoever's they are, until those of the demo are. A load that was killed before goes on here. */
async function reckonAll(): Promise<void> {
  const now = new Date()
  const isLeft = () => loading(async (sql) => (await sql.caseFile.count({ where: { tenantId: { in: own }, kind: { in: [...reckoned] }, closedAt: null, harmAt: null } })) > 0)
  while ((await isLeft()) && (await take('reckon-harm')) && (await reckonHarm('reckon-harm', now)) > 0);
}

type Running = { id: string; name: string; gpus: boolean; pods: number; since: number }
/**
 * Since when what runs has used little, or all: what a look in every minute would have found, by the same functions that say what the simulated clusters use and what follows from it.
 * The night in which nobody looked begins the time anew.
 */
const loadWatched = (now: number): Promise<void> => loading(async (sql) => {
  const rows = await sql.$queryRaw<Running[]>`SELECT a.id::text, a.name, a.pods, EXISTS (SELECT FROM unnest(a.resources) AS r WHERE r LIKE '%/gpu' OR r LIKE '%/gpu-milli') AS gpus, extract(epoch FROM a.running_at)::float8 * 1000 AS since
    FROM allocation a WHERE a.state = 'running' AND a.ended_at IS NULL AND a.tenant_id = ANY (${own}) AND EXISTS (SELECT FROM workload w WHERE w.allocation_id = a.id) ORDER BY a.id`
  const wasLooked = looked(slotOf(new Date(now)).getTime())
  for (const { id, name, gpus, pods, since } of rows.filter((row) => row.gpus)) {
    let [low, steady]: [Standing | null, Steady | null] = [null, null]
    for (let at = now - Math.floor((now - Math.max(since, now - 5 * dayMs)) / minuteMs) * minuteMs; at <= now; at += minuteMs) {
      if (!wasLooked(at)) continue
      const uses = Array.from({ length: pods }, (_, pod) => seenUse({ id: `${id}-${pod}`, allocation: id, name }, 'bailiwick', gpus, at))
      const gpu = uses.map(({ gpuUse }) => gpuUse ?? 0)
      low = lookOn(low, { use: Math.max(...gpu), at }, at)
      steady = steadyOn(steady, { gpu: Math.min(...gpu), cpu: Math.max(...uses.map(({ cpuUse }) => cpuUse)), memory: Math.max(...uses.map(({ memoryUse }) => memoryUse)), at }, at)
    }
    if (low) {
      const row = { lowSince: new Date(low.lowSince), idleSince: low.idleSince === null ? null : new Date(low.idleSince), seenAt: new Date(low.seenAt) }
      await sql.useWatch.upsert({ where: { allocationId: id }, create: { allocationId: id, ...row }, update: row })
    }
    if (steady) {
      const row = { since: new Date(steady.since), seenAt: new Date(steady.seenAt) }
      await sql.steadyWatch.upsert({ where: { allocationId: id }, create: { allocationId: id, ...row }, update: row })
    }
  }
})
