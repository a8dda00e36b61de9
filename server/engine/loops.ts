/** What the engine does unasked. Each loop says how often, and runs wherever its lease is. */
import { setMaxListeners } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { beginNothingMore, giveBackLeases, takeLease } from '~/server/database/lease'
import { lookAtQueues } from '~/server/allocations/look-at-queues'
import { watchPreemptions } from '~/server/allocations/watch-preemptions'
import { expireAllocations } from '~/server/allocations/expire-allocations'
import { remindOfEnds } from '~/server/allocations/remind-of-ends'
import { numberAccess } from '~/server/audit/number-access'
import { reckonHarm } from '~/server/cases/reckon-harm'
import { watchConduct } from '~/server/cases/watch-conduct'
import { watchLinked } from '~/server/cases/watch-linked'
import { watchNeighbours } from '~/server/cases/watch-neighbours'
import { watchUse } from '~/server/cases/watch-use'
import { deliverOutbox } from '~/server/outbox/deliver-outbox'
import { gatherDigests } from '~/server/outbox/mail/gather-digests'
import { followRecord } from '~/server/feeds/follow-record'
import { measureUse } from '~/server/clusters/measure-use'
import { projectRecords } from '~/server/audit/project-records'
import { makeMonths } from '~/server/audit/months/make-months'
import { takeMonths } from '~/server/audit/months/take-months'
import { sealRecords } from '~/server/audit/seal-records'
import { verifyLog } from '~/server/audit/verify-log'
import { witnessLog } from '~/server/audit/witness-log'
import { carryOutErasures } from '~/server/erasures/carry-out'
import { watchCertificate } from '~/server/certificate/watch-certificate'
import { renewKeys } from '~/server/keys/renew-keys'
import { listEnrolments } from '~/server/receipts/list-enrolments'
import { probeMs } from '~/server/controls/decide-control'
import { probeControls } from '~/server/controls/probe-controls'
import { expireSessions } from '~/server/sessions/expire-sessions'
import { askPairs } from '~/server/pairs/ask-pairs'
import { tellOfPairs } from '~/server/pairs/tell-of-pairs'
import { holdReviews } from '~/server/reviews/hold-reviews'
import { lowerLimits } from '~/server/quotas/lower-limits'
import { lapseRequests } from '~/server/requests/lapse-requests'
import { tellOfRequests } from '~/server/requests/tell-of-requests'
import { log } from '~/server/logs/log'
import { watchBreakGlass } from '~/server/break-glass/watch-break-glass'
import { noteFloods } from '~/server/security/note-floods'
import { watchOverQuota } from '~/server/signals/watch-over-quota'
import { watchRecord } from '~/server/signals/watch-record'
import { watchYeses } from '~/server/signals/watch-yeses'
import { carryOutRequests } from './carry-out-requests'
import { carryOutSteps } from './carry-out-steps'
import { closeNamespaces } from './close-namespaces'
import { reconcile } from './reconcile'
import { runClusters } from './run-clusters'
import { watchResidency } from './watch-residency'

export type Ran = 'ran' | 'elsewhere' | 'failed'
export type Loop = { name: string; everyMs: number; leaseSeconds: number; run: (name: string) => Promise<unknown> }
export const loops: readonly Loop[] = [
  { name: 'number-access', everyMs: 250, leaseSeconds: 5, run: numberAccess },
  { name: 'project-records', everyMs: 500, leaseSeconds: 15, run: projectRecords },
  { name: 'seal-records', everyMs: 1_000, leaseSeconds: 15, run: sealRecords },
  { name: 'witness-log', everyMs: 1_000, leaseSeconds: 30, run: (name) => witnessLog(name) },
  { name: 'verify-log', everyMs: 10_000, leaseSeconds: 60, run: verifyLog },
  { name: 'make-months', everyMs: 60_000, leaseSeconds: 60, run: makeMonths },
  { name: 'take-months', everyMs: 60_000, leaseSeconds: 60, run: takeMonths },
  { name: 'list-enrolments', everyMs: 30_000, leaseSeconds: 60, run: listEnrolments },
  { name: 'expire-allocations', everyMs: 5_000, leaseSeconds: 30, run: expireAllocations },
  { name: 'close-namespaces', everyMs: 2_000, leaseSeconds: 30, run: closeNamespaces },
  { name: 'carry-out-requests', everyMs: 2_000, leaseSeconds: 30, run: carryOutRequests },
  { name: 'look-at-queues', everyMs: 2_000, leaseSeconds: 30, run: lookAtQueues },
  { name: 'lower-limits', everyMs: 3_000, leaseSeconds: 30, run: lowerLimits },
  { name: 'run-clusters', everyMs: 10_000, leaseSeconds: 30, run: (name) => runClusters(name) },
  { name: 'reconcile', everyMs: 60_000, leaseSeconds: 120, run: (name) => reconcile(name) },
  { name: 'watch-record', everyMs: 30_000, leaseSeconds: 60, run: watchRecord },
  { name: 'note-floods', everyMs: 3_000, leaseSeconds: 30, run: noteFloods },
  { name: 'watch-over-quota', everyMs: 30_000, leaseSeconds: 60, run: (name) => watchOverQuota(name) },
  { name: 'watch-preemptions', everyMs: 60_000, leaseSeconds: 60, run: watchPreemptions },
  { name: 'watch-residency', everyMs: 10_000, leaseSeconds: 30, run: (name) => watchResidency(name) },
  { name: 'watch-use', everyMs: 10_000, leaseSeconds: 30, run: (name) => watchUse(name) },
  { name: 'carry-out-steps', everyMs: 2_000, leaseSeconds: 30, run: (name) => carryOutSteps(name) },
  { name: 'watch-conduct', everyMs: 60_000, leaseSeconds: 60, run: (name) => watchConduct(name) },
  { name: 'watch-yeses', everyMs: 15 * 60_000, leaseSeconds: 60, run: (name) => watchYeses(name) },
  { name: 'watch-linked', everyMs: 15 * 60_000, leaseSeconds: 60, run: (name) => watchLinked(name) },
  { name: 'watch-neighbours', everyMs: 60_000, leaseSeconds: 60, run: (name) => watchNeighbours(name) },
  { name: 'reckon-harm', everyMs: 60_000, leaseSeconds: 120, run: (name) => reckonHarm(name) },
  { name: 'measure-use', everyMs: 60_000, leaseSeconds: 60, run: (name) => measureUse(name) },
  { name: 'remind-of-ends', everyMs: 30_000, leaseSeconds: 60, run: remindOfEnds },
  { name: 'lapse-requests', everyMs: 5_000, leaseSeconds: 30, run: lapseRequests },
  { name: 'tell-of-requests', everyMs: 3_000, leaseSeconds: 60, run: tellOfRequests },
  { name: 'ask-pairs', everyMs: 3_000, leaseSeconds: 30, run: askPairs },
  { name: 'tell-of-pairs', everyMs: 5_000, leaseSeconds: 60, run: tellOfPairs },
  { name: 'hold-reviews', everyMs: 30_000, leaseSeconds: 60, run: holdReviews },
  { name: 'watch-break-glass', everyMs: 2_000, leaseSeconds: 30, run: watchBreakGlass },
  { name: 'deliver-outbox', everyMs: 2_000, leaseSeconds: 60, run: deliverOutbox },
  { name: 'follow-record', everyMs: 1_000, leaseSeconds: 60, run: (name) => followRecord(name) },
  { name: 'gather-digests', everyMs: 60_000, leaseSeconds: 60, run: gatherDigests },
  { name: 'probe-controls', everyMs: probeMs, leaseSeconds: 60, run: probeControls },
  { name: 'carry-out-erasures', everyMs: 2_000, leaseSeconds: 60, run: (name) => carryOutErasures(name) },
  { name: 'watch-certificate', everyMs: 60_000, leaseSeconds: 60, run: (name) => watchCertificate(name) },
  { name: 'renew-keys', everyMs: 30_000, leaseSeconds: 60, run: renewKeys },
  { name: 'expire-sessions', everyMs: 30_000, leaseSeconds: 60, run: expireSessions },
]

/** Once, if the lease can be had. A loop that fails is logged and tried again; it never takes its process down. */
export async function runOnce({ name, leaseSeconds, run }: Loop): Promise<Ran> {
  try {
    if (!(await takeLease(name, leaseSeconds))) return 'elsewhere'
    await run(name)
    return 'ran'
  } catch (thrown) {
    log.error('a loop failed', { loop: name, fault: String(thrown instanceof Error ? thrown.stack : thrown) })
    return 'failed'
  }
}

/** Starts them all, and says what came of each run; the answer stops them, waits until what is running has come to its next step, also what goes on beside its loop, and gives the leases back. */
export function startLoops(all: readonly Loop[], say: (loop: string, outcome: Ran) => void = () => undefined, beside: () => Promise<void> = async () => undefined): () => Promise<void> {
  const stopping = new AbortController()
  setMaxListeners(all.length + 1, stopping.signal)
  const running = all.map(async (loop) => {
    for (let failures = 0; !stopping.signal.aborted; ) {
      const outcome = await runOnce(loop)
      say(loop.name, outcome)
      failures = outcome === 'failed' ? failures + 1 : 0
      const pauseMs = Math.min(loop.everyMs * 2 ** Math.min(failures, 6), 30_000 + loop.everyMs)
      await setTimeout(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })
  return async () => {
    stopping.abort()
    beginNothingMore()
    await Promise.all(running)
    await beside()
    await giveBackLeases().catch(() => undefined)
  }
}
