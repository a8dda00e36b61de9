/** What the engine does unasked. Each loop says how often, and runs wherever its lease is. */
import { setMaxListeners } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { giveBackLeases, takeLease } from '~/server/database/lease'
import { lookAtQueues } from '~/server/allocations/look-at-queues'
import { watchPreemptions } from '~/server/allocations/watch-preemptions'
import { expireAllocations } from '~/server/allocations/expire-allocations'
import { numberAccess } from '~/server/audit/number-access'
import { expireSessions } from '~/server/sessions/expire-sessions'
import { log } from '~/server/logs/log'
import { countLoop } from '~/server/logs/metrics'
import { reconcile } from './reconcile'
import { runClusters } from './run-clusters'

export type Loop = { name: string; everyMs: number; leaseSeconds: number; run: (name: string) => Promise<unknown> }
export const loops: readonly Loop[] = [
  { name: 'number-access', everyMs: 250, leaseSeconds: 5, run: numberAccess },
  { name: 'expire-allocations', everyMs: 5_000, leaseSeconds: 30, run: expireAllocations },
  { name: 'look-at-queues', everyMs: 2_000, leaseSeconds: 30, run: lookAtQueues },
  { name: 'run-clusters', everyMs: 10_000, leaseSeconds: 30, run: (name) => runClusters(name) },
  { name: 'reconcile', everyMs: 60_000, leaseSeconds: 120, run: (name) => reconcile(name) },
  { name: 'watch-preemptions', everyMs: 60_000, leaseSeconds: 60, run: watchPreemptions },
  { name: 'expire-sessions', everyMs: 30_000, leaseSeconds: 60, run: expireSessions },
]

/** Once, if the lease can be had. A loop that fails is logged and tried again; it never takes its process down. */
export async function runOnce({ name, leaseSeconds, run }: Loop): Promise<'ran' | 'elsewhere' | 'failed'> {
  try {
    if (!(await takeLease(name, leaseSeconds))) return 'elsewhere'
    await run(name)
    return 'ran'
  } catch (thrown) {
    log.error('a loop failed', { loop: name, fault: String(thrown instanceof Error ? thrown.stack : thrown) })
    return 'failed'
  }
}

/** Starts them all; the answer stops them, waits for what is running, and gives the leases back. */
export function startLoops(all: readonly Loop[] = loops): () => Promise<void> {
  const stopping = new AbortController()
  setMaxListeners(all.length + 1, stopping.signal)
  const running = all.map(async (loop) => {
    for (let failures = 0; !stopping.signal.aborted; ) {
      const outcome = await runOnce(loop)
      countLoop(loop.name, outcome)
      failures = outcome === 'failed' ? failures + 1 : 0
      const pauseMs = Math.min(loop.everyMs * 2 ** Math.min(failures, 6), 30_000 + loop.everyMs)
      await setTimeout(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })
  return async () => {
    stopping.abort()
    await Promise.all(running)
    await giveBackLeases().catch(() => undefined)
  }
}
