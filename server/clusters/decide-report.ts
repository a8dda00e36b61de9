import { amountMax } from '~/server/shared/amount'
import type { NodeReport } from './report'

/** A node as the platform knows it. */
export type KnownNode = {
  readonly id: string; readonly cluster: string; readonly model: string | null; readonly gpus: number; readonly gpuMemory: bigint; readonly cpu: bigint; readonly memory: bigint
  readonly reportedAt: string | null
}
/** What no sound node says. Order is precedence. */
export const impossibilities = {
  time_backwards: 'It spoke of a time before its last report.',
  from_the_future: 'It spoke of a time that has not come.',
  negative: 'It spoke of less than nothing.',
  gpus_appeared: 'It has more GPUs than it was added with.',
  gpus_vanished: 'It has fewer GPUs than it was added with.',
  model_changed: 'Its GPUs are others than it was added with.',
  capacity_grew: 'It has more cores or memory than it was added with.',
  capacity_shrank: 'It has fewer cores or less memory than it was added with.',
  named_twice: 'It named one piece of work twice.',
  begun_later: 'It runs what had not begun.',
  more_than_it_has: 'More runs on it than it has room for.',
  use_above_all: 'More is used on it than there is.',
} as const
export type Impossible = keyof typeof impossibilities
type ReportVerdict = { readonly outcome: 'takes' | 'repeats' | 'not_there' } | { readonly outcome: 'impossible'; readonly because: Impossible }

/** How far two clocks may be apart before one of them is wrong. */
export const clocksApartMs = 60_000

/**
 * Whether what a node says can be. Whoever speaks for one cluster says nothing of another's nodes: that is not there, and harms no node, or a stolen key of one would
 * cordon the fleet.
 */
export function decideReport(known: KnownNode | null, cluster: string, report: NodeReport, now: string): ReportVerdict {
  if (!known || known.cluster !== cluster) return { outcome: 'not_there' }
  const at = Date.parse(report.at)
  const last = known.reportedAt === null ? null : Date.parse(known.reportedAt)
  if (at === last) return { outcome: 'repeats' }
  const because = whyNot(known, report, at, last, Date.parse(now))
  return because === null ? { outcome: 'takes' } : { outcome: 'impossible', because }
}

function whyNot(known: KnownNode, report: NodeReport, at: number, last: number | null, now: number): Impossible | null {
  if (last !== null && at < last) return 'time_backwards'
  if (at > now + clocksApartMs) return 'from_the_future'
  const [cpu, memory, gpuMemory] = [BigInt(report.cpu), BigInt(report.memory), BigInt(report.gpuMemory)]
  const amounts = report.workloads.flatMap((workload) => Object.values(workload.amounts).map(BigInt))
  const shares = report.workloads.flatMap(({ gpuUse, cpuUse, memoryUse }) => [gpuUse ?? 0, cpuUse ?? 0, memoryUse ?? 0])
  if ([cpu, memory, gpuMemory, ...amounts].some((amount) => amount < 0n) || [report.gpus, ...shares].some((count) => count < 0)) return 'negative'
  if (report.gpus > known.gpus) return 'gpus_appeared'
  if (report.gpus < known.gpus) return 'gpus_vanished'
  if (report.model !== known.model || gpuMemory !== known.gpuMemory) return 'model_changed'
  if (cpu > known.cpu || memory > known.memory) return 'capacity_grew'
  if (cpu < known.cpu || memory < known.memory) return 'capacity_shrank'
  if (new Set(report.workloads.map(({ workload }) => workload)).size < report.workloads.length) return 'named_twice'
  if (report.workloads.some(({ startedAt }) => Date.parse(startedAt) > at)) return 'begun_later'
  const runs = loadOf(report.workloads.filter(({ failed }) => !failed).map((workload) => Object.fromEntries(Object.entries(workload.amounts).map(([resource, amount]) => [resource, BigInt(amount)]))))
  if (amounts.some((amount) => amount > amountMax) || runs.cpu > cpu || runs.memory > memory || runs.gpuMilli > BigInt(report.gpus) * 1000n) return 'more_than_it_has'
  return usesMore(report, cpu, memory) ? 'use_above_all' : null
}

/** As much as can be kept of a share. */
const shareMost = 2 ** 31 - 1
/** Nothing uses more of its GPUs than all of them. Cores and memory that stand free can be used beyond what was given, as far as the node has them. */
function usesMore({ workloads }: NodeReport, cpu: bigint, memory: bigint): boolean {
  const runs = workloads.filter(({ failed }) => !failed)
  const used = (resource: string, shareOf: (workload: NodeReport['workloads'][number]) => number | null) => runs.reduce((sum, workload) => sum + BigInt(workload.amounts[resource] ?? '0') * BigInt(shareOf(workload) ?? 0), 0n)
  if (workloads.some(({ gpuUse, cpuUse, memoryUse }) => (gpuUse ?? 0) > 1000 || Math.max(cpuUse ?? 0, memoryUse ?? 0) > shareMost)) return true
  return used('cpu', ({ cpuUse }) => cpuUse) > cpu * 1000n || used('memory', ({ memoryUse }) => memoryUse) > memory * 1000n
}

export type Load = { readonly cpu: bigint; readonly memory: bigint; readonly gpuMilli: bigint }
/** What of a node so much takes: cores and bytes, and of GPUs thousandths. What no node is made of takes nothing of it. */
export function loadOf(given: readonly Readonly<Record<string, bigint>>[]): Load {
  const sum = (milliOf: (resource: string) => bigint) => given.reduce((all, amounts) => Object.entries(amounts).reduce((part, [resource, amount]) => part + amount * milliOf(resource), all), 0n)
  return {
    cpu: sum((resource) => (resource === 'cpu' ? 1n : 0n)), memory: sum((resource) => (resource === 'memory' ? 1n : 0n)),
    gpuMilli: sum((resource) => (resource.endsWith('/gpu') ? 1000n : resource.endsWith('/gpu-milli') ? 1n : 0n)),
  }
}
