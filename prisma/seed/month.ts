/**
 * The month before the demo began: what its people asked for, decided by the engine as anything is, at a moment that has passed. Which, a seed says, so that every demo has
 * the same history. All of it goes in the order of its moments. What was decided once is not decided again.
 */
import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { admit, admitByItself } from '~/server/admission/admit'
import { expireAllocation, failAllocation, runAllocation } from '~/server/allocations/change-allocation'
import { commandOf } from '~/server/api/router'
import { authorize } from '~/server/authorization/permit'
import { hearClusters } from '~/server/clusters/hear-clusters'
import type { Nature } from '~/server/clusters/simulate'
import type { Answer } from '~/server/database/deed'
import { giveBackLeases, takeLease } from '~/server/database/lease'
import { parseInput } from '~/server/engine/execute'
import { digestOf, type Json } from '~/server/shared/canonical'
import { actorOf } from './door'
import { clusters } from './fleet'
import { type Asked, readPlayed, readRegion } from './owner'
import { tenants } from './places'

const [hourMs, days] = [3_600_000, 28]
/** So many hours before the demo begins, or after. */
const fromNow = (hours: number) => days * 24 + hours
/** What ends it: its people, its time, a failure, or nothing yet. */
type End = 'released' | 'expired' | 'failed' | 'none'
type Piece = { tenant: string; namespace: string; by: string; name: string; gpus: number; /** Thousandths of one, where it is no whole one. */ milli?: number; pods?: number; cpu?: string; hours: number; atHour: number; end: End; endHour?: number; region?: string; center?: string; purpose?: string; /** Whether it waits for room, where there is none. */ waits?: boolean }

/** What goes on in a namespace: how often somebody asks, for how much and how long. */
type Habit = { tenant: string; namespace: string; by: string; words: readonly string[]; everyHours: number; gpus: readonly [number, number]; hours: readonly [number, number]; untilHour?: number }
const habits: readonly Habit[] = [
  { tenant: 'aurora', namespace: 'training', by: 'ada@aurora.test', words: ['train-tokens', 'train-small', 'tune-dialogue'], everyHours: 26, gpus: [2, 4], hours: [6, 30] },
  { tenant: 'aurora', namespace: 'training', by: 'nils@aurora.test', words: ['explore-loss', 'sweep-rates'], everyHours: 31, gpus: [1, 2], hours: [2, 9] },
  { tenant: 'aurora', namespace: 'training', by: 'dev@aurora.test', words: ['try-adapter'], everyHours: 90, gpus: [1, 1], hours: [4, 8] },
  { tenant: 'aurora', namespace: 'serving', by: 'ada@aurora.test', words: ['serve-search', 'serve-summaries'], everyHours: 75, gpus: [1, 2], hours: [40, 70] },
  { tenant: 'borealis', namespace: 'training', by: 'bo@borealis.test', words: ['forecast-wind', 'forecast-load', 'tune-prices'], everyHours: 24, gpus: [1, 4], hours: [8, 26] },
  { tenant: 'borealis', namespace: 'serving', by: 'bo@borealis.test', words: ['serve-forecast'], everyHours: 60, gpus: [1, 3], hours: [30, 60] },
  { tenant: 'cardia', namespace: 'imaging', by: 'cleo@cardia.test', words: ['segment-chambers', 'align-series', 'train-flow'], everyHours: 22, gpus: [2, 5], hours: [5, 24] },
  { tenant: 'cardia', namespace: 'review', by: 'cleo@cardia.test', words: ['read-again', 'explore-outliers'], everyHours: 40, gpus: [1, 3], hours: [3, 12] },
  { tenant: 'oncora', namespace: 'genomics', by: 'otto@oncora.test', words: ['align-reads', 'train-variants'], everyHours: 36, gpus: [4, 8], hours: [10, 30], untilHour: fromNow(-55) },
  { tenant: 'radia', namespace: 'readings', by: 'rhea@radia.test', words: ['read-second', 'explore-scanner'], everyHours: 33, gpus: [1, 2], hours: [4, 20] },
]
/** A script of radia's asked for the same again and again within half an hour, until as many waited as may, and on; then all of it was taken back. */
const scripted = 124
/** What stands out. Hours are counted from the beginning of the month; the last ones are still there when the demo begins. */
const events: readonly Piece[] = [
  { tenant: 'aurora', namespace: 'training', by: 'ada@aurora.test', name: 'train-abroad', gpus: 2, hours: 12, region: 'us-east-1', atHour: 60, end: 'none' },
  { tenant: 'cardia', namespace: 'imaging', by: 'cleo@cardia.test', name: 'segment-abroad', gpus: 2, hours: 12, region: 'us-east-1', atHour: 200, end: 'none' },
  { tenant: 'aurora', namespace: 'serving', by: 'ada@aurora.test', name: 'serve-thousand', gpus: 1, cpu: '1000', hours: 12, atHour: 310, end: 'none' },
  { tenant: 'radia', namespace: 'readings', by: 'rhea@radia.test', name: 'read-unlabelled', gpus: 1, hours: 12, center: '', atHour: 410, end: 'none' },
  { tenant: 'cardia', namespace: 'imaging', by: 'cleo@cardia.test', name: 'train-everything', gpus: 16, pods: 4, hours: 12, atHour: 505, end: 'none' },
  ...[1, 2, 3, 4].map((part): Piece => ({ tenant: 'oncora', namespace: 'genomics', by: 'otto@oncora.test', name: `train-cohort-${part}`, gpus: 8, hours: 200, purpose: 'A quarter of the cohort.', atHour: fromNow(-50) + part / 15, end: 'none' })),
  { tenant: 'aurora', namespace: 'training', by: 'nils@aurora.test', name: 'idle-bench', gpus: 1, hours: 700, purpose: 'To have one at hand.', atHour: fromNow(-220), end: 'none' },
  { tenant: 'aurora', namespace: 'serving', by: 'ada@aurora.test', name: 'serve-catalogue', gpus: 0, cpu: '4', hours: 600, atHour: fromNow(-130), end: 'none' },
  { tenant: 'aurora', namespace: 'training', by: 'dev@aurora.test', name: 'try-long-context', gpus: 1, hours: 48, purpose: 'To see whether longer contexts pay.', atHour: fromNow(-5), end: 'none' },
  { tenant: 'aurora', namespace: 'training', by: 'dev@aurora.test', name: 'compare-tokens', gpus: 1, hours: 12, purpose: 'To compare two ways to cut words into tokens.', atHour: fromNow(-2), end: 'none' },
  { tenant: 'borealis', namespace: 'training', by: 'bo@borealis.test', name: 'forecast-winter', gpus: 2, hours: 300, atHour: fromNow(-40), end: 'none' },
  { tenant: 'borealis', namespace: 'serving', by: 'bo@borealis.test', name: 'serve-grid', gpus: 1, pods: 2, hours: 500, atHour: fromNow(-90), end: 'none' },
  { tenant: 'cardia', namespace: 'imaging', by: 'cleo@cardia.test', name: 'train-valves', gpus: 4, hours: 240, atHour: fromNow(-30), end: 'none' },
  { tenant: 'cardia', namespace: 'review', by: 'cleo@cardia.test', name: 'read-tonight', gpus: 2, hours: 120, atHour: fromNow(-12), end: 'none' },
  { tenant: 'radia', namespace: 'readings', by: 'rhea@radia.test', name: 'serve-readings', gpus: 1, hours: 400, atHour: fromNow(-100), end: 'none' },
  { tenant: 'cardia', namespace: 'review', by: 'cleo@cardia.test', name: 'stream-recordings', gpus: 1, hours: 200, purpose: 'To read a year of recordings.', atHour: fromNow(-28), end: 'none' },
  { tenant: 'borealis', namespace: 'serving', by: 'bo@borealis.test', name: 'solve-routes', gpus: 1, hours: 300, purpose: 'Routes of a customer.', atHour: fromNow(-26), end: 'none' },
  // What the organisation shares out in parts is all taken, and half of it stands unused: who would borrow waits.
  { tenant: 'oncora', namespace: 'genomics', by: 'otto@oncora.test', name: 'idle-notebooks', gpus: 0, milli: 500, pods: 2, hours: 400, purpose: 'Notebooks for guests.', atHour: fromNow(-64), end: 'none' },
  { tenant: 'radia', namespace: 'readings', by: 'rhea@radia.test', name: 'read-in-parts', gpus: 0, milli: 500, pods: 2, hours: 24, purpose: 'Many small readings.', atHour: fromNow(-20), end: 'none' },
  { tenant: 'radia', namespace: 'readings', by: 'rhea@radia.test', name: 'read-later', gpus: 0, milli: 500, hours: 24, purpose: 'The readings of the night.', waits: true, atHour: fromNow(-18), end: 'none' },
  { tenant: 'radia', namespace: 'readings', by: 'rhea@radia.test', name: 'read-between', gpus: 0, milli: 250, hours: 12, purpose: 'Readings that came between.', waits: true, atHour: fromNow(-10), end: 'none' },
  ...Array.from({ length: scripted }, (_, n): Piece => ({ tenant: 'radia', namespace: 'readings', by: 'rhea@radia.test', name: `rescan-${n + 1}`, gpus: 2, hours: 2, purpose: 'A nightly script.', waits: true, atHour: fromNow(-7) + n / 250, end: 'released', endHour: fromNow(-6) + n / 250 })),
]

export function month(seed: string): Piece[] {
  const random = randomOf(seed)
  const between = ([least, most]: readonly [number, number]) => Math.round(least + random() * (most - least))
  const usual = habits.flatMap(({ words, everyHours, gpus, hours, untilHour = fromNow(-8), ...who }) => {
    const pieces: Piece[] = []
    for (let atHour = random() * everyHours; atHour < untilHour; atHour += everyHours * (0.5 + random())) {
      const asked = between(hours)
      const chance = random()
      const end: End = chance < 0.62 ? 'released' : chance < 0.92 ? 'expired' : 'failed'
      const endHour = atHour + asked * (end === 'expired' ? 1 : 0.25 + 0.7 * random())
      // What would still be there is told by name above.
      if (endHour < untilHour) pieces.push({ ...who, name: `${words[pieces.length % words.length]}-${pieces.length + 1}`, gpus: between(gpus), hours: asked, atHour, end, endHour })
    }
    return pieces
  })
  return [...usual, ...events]
}

/** Numbers from 0 up to 1, the same for the same seed. */
function randomOf(seed: string): () => number {
  let times = 0
  return () => createHash('sha256').update(`${seed} ${times++}`).digest().readUInt32BE() / 2 ** 32
}

type Step = { atMs: number; take: () => Promise<Step[]> }
/** Everything in the order of its moments; of one moment, in the order in which it was thought of. */
async function inOrder(first: readonly Step[]): Promise<void> {
  const steps = [...first].sort((one, other) => one.atMs - other.atMs)
  for (let step = steps.shift(); step; step = steps.shift()) {
    for (const next of await step.take()) {
      const later = steps.findIndex(({ atMs }) => atMs > next.atMs)
      steps.splice(later < 0 ? steps.length : later, 0, next)
    }
  }
}

/** When the month began, and so many hours of it. */
export const monthOf = (beganAt: Date) => ({ startMs: Math.floor(beganAt.getTime() / hourMs) * hourMs - days * 24 * hourMs, hours: days * 24 })

export async function playMonth(): Promise<void> {
  const { beganAt, allocations } = await readPlayed()
  const { startMs } = monthOf(beganAt)
  const hear = await listener()
  const stepOf = (piece: Piece): Step => {
    const atMs = startMs + Math.round(piece.atHour * hourMs)
    return { atMs, take: async () => {
      await hear()
      const known = allocations.get(`${piece.tenant}/${piece.namespace}/${piece.name}`)
      const asked = known ?? (await ask(piece, atMs))
      if (asked === null || asked.over) return []
      if (piece.end === 'none') await hear('now')
      return goesOn(piece, asked, atMs, startMs + Math.round((piece.endHour ?? 0) * hourMs))
    } }
  }
  await inOrder(month('bailiwick').map(stepOf))
  await hear('now')
  await giveBackLeases()
}

/** From being let in to running, and from running out to being ended. */
const [beginsMs, expiresMs, heldMs] = [60_000, 5_000, 168 * hourMs]
const step = (atMs: number, take: () => Promise<unknown>): Step => ({ atMs, take: async () => { await take(); return [] } })

/** What came of it. Nobody says yes to what needs a yes: it is taken back, or runs out a week later. */
function goesOn({ tenant, by, end }: Piece, { allocation, state }: Asked, atMs: number, endMs: number): Step[] {
  const input = { tenant, allocation }
  const at = (ms: number) => new Date(ms).toISOString()
  const runs = step(atMs + beginsMs, async () => {
    const region = (await readRegion(allocation)) ?? tenants.find(({ name }) => name === tenant)?.regions[0] ?? ''
    await admitByItself({ action: 'allocations.run', decider: runAllocation, tenant, input: { ...input, region }, at: at(atMs + beginsMs) })
  })
  const released = step(endMs, () => deed(by, 'allocations.release', input, endMs))
  const expires = (ms: number) => step(ms, () => admitByItself({ action: 'allocations.expire', decider: expireAllocation, tenant, input, at: at(ms) }))
  const fails = step(endMs, () => admitByItself({ action: 'allocations.fail', decider: failAllocation, tenant, input: { ...input, because: 'reported' }, at: at(endMs) }))
  if (state === 'held') return end === 'none' ? [] : [end === 'released' ? released : expires(atMs + heldMs)]
  const begins = state === 'admitted' ? [runs] : []
  return end === 'none' ? begins : [...begins, end === 'released' ? released : end === 'failed' ? fails : expires(endMs + expiresMs)]
}

const [leaseSeconds, speaksMs] = [5, 8_000]
/**
 * The fleet speaks, by the clock of the wall: for no node does time run backwards, and one that has said nothing lately takes nothing. Where an engine listens already
 * this does not.
 */
async function listener(): Promise<(now?: 'now') => Promise<void>> {
  const nature: Nature = { seed: 'bailiwick', failsEveryHours: null, silentEveryHours: null }
  let mine = await takeLease('run-clusters', leaseSeconds)
  // Of a load that was killed the lease lapses; of an engine that lives it does not.
  for (let tries = 0; tries < 12 && !mine; tries++) mine = await wait(500).then(() => takeLease('run-clusters', leaseSeconds))
  let spoke = Number.NEGATIVE_INFINITY
  return async (now) => {
    if (!mine || (now === undefined && performance.now() - spoke < speaksMs) || !(await takeLease('run-clusters', leaseSeconds))) return
    await hearClusters('run-clusters', { nature, clusters: clusters.map(({ cluster }) => cluster) })
    spoke = performance.now()
  }
}

async function ask({ tenant, namespace, by, name, gpus, milli, pods = 1, cpu, hours, region, center = `${tenant}-${namespace}`, purpose = 'Work of the month.', waits = false }: Piece, atMs: number): Promise<Asked | null> {
  const each = { ...(gpus ? { 'nvidia.com/gpu': String(gpus) } : {}), ...(milli ? { 'nvidia.com/gpu-milli': String(milli) } : {}), ...(cpu ? { cpu } : {}) }
  const answer = await deed(by, 'allocations.create', { tenant, namespace, name, class: 'normal', pods, each, models: [], region: region ?? null, labels: center ? { 'cost-center': center } : {}, purpose, hours, pod: null, claims: [], waits }, atMs)
  if (!answer.ok) return null
  const { allocation, verdict } = Made.parse(answer.value)
  return { allocation, state: verdict === 'hold' ? 'held' : 'admitted', over: false }
}
const Made = z.object({ allocation: z.string(), verdict: z.enum(['admit', 'hold']) })

/** In somebody's name, at a moment of the past, once: its key is made of what is asked. */
async function deed(email: string, action: 'allocations.create' | 'allocations.release', wish: { readonly tenant: string; readonly [key: string]: Json }, atMs: number): Promise<Answer<Json, string>> {
  const actor = await actorOf(email)
  const command = commandOf(action)
  if (!command || !('decider' in command) || 'supposes' in command.decider) throw new Error(`${action} is not decided together`)
  const input = parseInput(command, wish)
  const inputDigest = digestOf(input)
  const key = createHash('sha256').update(`${email} ${action} ${inputDigest}`).digest('hex').replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')
  return admit({ action, decider: command.decider, permit: authorize(actor, action, { tenant: wish.tenant }), input, key, inputDigest, at: new Date(atMs).toISOString() })
}
