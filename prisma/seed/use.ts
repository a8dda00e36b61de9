/**
 * What was used in the month before the demo began: of what was let in then, by the same function that says what the simulated clusters use. One night nobody looked, so that
 * there is a gap to be seen. What was loaded once is not loaded again.
 */
import { z } from 'zod'
import { slotMs, slotOf } from '~/server/clusters/slot'
import { seenUse } from '~/server/clusters/simulate'
import { type PodResource, podResources } from '~/server/use/decide-pod-size'
import { loading } from './owner'

const hourMs = 3_600_000
export const dayMs = 86_400_000
const [days, hoursKept, nightDaysAgo, nightHours] = [28, 8 * 24, 3, 5]
const Placed = z.object({ cluster: z.string(), each: z.object({ cpuMilli: z.number(), memoryBytes: z.number(), gpuMilli: z.number() }), pods: z.array(z.object({ node: z.string(), gpus: z.array(z.number()) })) })

type Row = { gpuCharged: bigint; gpuMeasured: bigint; gpuUsed: bigint; cpuCharged: bigint; cpuMeasured: bigint; cpuUsed: bigint; memoryCharged: bigint; memoryMeasured: bigint; memoryUsed: bigint }
function add<K>(to: Map<string, K & Row>, key: K, { gpu, cpu, memory }: Record<'gpu' | 'cpu' | 'memory', bigint>, used: { gpu: bigint; cpu: bigint; memory: bigint }) {
  const name = JSON.stringify(key)
  const sofar = to.get(name) ?? { ...key, gpuCharged: 0n, gpuMeasured: 0n, gpuUsed: 0n, cpuCharged: 0n, cpuMeasured: 0n, cpuUsed: 0n, memoryCharged: 0n, memoryMeasured: 0n, memoryUsed: 0n }
  to.set(name, { ...sofar, gpuCharged: sofar.gpuCharged + gpu, gpuMeasured: sofar.gpuMeasured + gpu, gpuUsed: sofar.gpuUsed + used.gpu, cpuCharged: sofar.cpuCharged + cpu, cpuMeasured: sofar.cpuMeasured + cpu, cpuUsed: sofar.cpuUsed + used.cpu, memoryCharged: sofar.memoryCharged + memory, memoryMeasured: sofar.memoryMeasured + memory, memoryUsed: sofar.memoryUsed + used.memory })
}

function count(seen: Record<string, number>, resource: PodResource, amount: number) {
  const bucket = podResources[resource].bounds.findIndex((bound) => amount < bound)
  seen[bucket] = (seen[bucket] ?? 0) + 1
}
const most = (one: bigint, other: bigint) => (one > other ? one : other)

/** Whether anybody looked at a moment: not in one night before now. */
export function looked(now: number): (at: number) => boolean {
  const night = Math.floor(now / dayMs) * dayMs - nightDaysAgo * dayMs
  return (at) => at < night || at >= night + nightHours * hourMs
}

/** What is to be reckoned with; null where it was loaded before. */
const read = (now: number) => loading(async (sql) => {
  if ((await sql.useSlot.count({ where: { at: { lt: new Date(now - hourMs) } } })) > 0) return null
  const models = new Map((await sql.node.findMany({ select: { id: true, model: true } })).map(({ id, model }) => [id, model ?? '']))
  return { models, allocations: await sql.allocation.findMany({ where: { admittedAt: { not: null } } }) }
})

function reckon({ models, allocations }: NonNullable<Awaited<ReturnType<typeof read>>>, now: number) {
  const slots = Array.from({ length: (days * dayMs) / slotMs }, (_, n) => now - (n + 1) * slotMs).filter(looked(now))
  const spans = new Map<string, { span: string; since: string; tenantId: string; namespaceId: string; clusterId: string; model: string; personId: string } & Row>()
  const perDay = new Map<string, { allocationId: string; day: Date; tenantId: string; namespaceId: string; samples: number; gpuUse: bigint; podMost: bigint }>()
  const podDays = new Map<string, { allocationId: string; day: Date; tenantId: string; namespaceId: string; cpu: Record<string, number>; memory: Record<string, number> }>()
  const peaks = new Map<string, { tenantId: string; namespaceId: string; hour: Date; gpu: bigint; cpu: bigint; memory: bigint }>()
  for (const at of slots) {
    const places = new Map<string, { tenantId: string; namespaceId: string; gpu: bigint; cpu: bigint; memory: bigint }>()
    for (const { id, name, tenantId, namespaceId, askedBy, admittedAt, endedAt, placement } of allocations) {
      const placed = Placed.safeParse(placement).data
      if (!placed || admittedAt === null || admittedAt.getTime() > at || (endedAt !== null && endedAt.getTime() <= at)) continue
      const { each, pods, cluster } = placed
      const gpu = pods.reduce((sum, { gpus }) => sum + BigInt(gpus.length * each.gpuMilli), 0n)
      const charged = { gpu, cpu: BigInt(each.cpuMilli * pods.length), memory: BigInt(each.memoryBytes) * BigInt(pods.length) }
      const share = seenUse({ id: `${id}-0`, allocation: id, name }, 'bailiwick', gpu > 0n, at)
      const used = { gpu: (gpu * BigInt(share.gpuUse ?? 0)) / 1000n, cpu: (charged.cpu * BigInt(share.cpuUse)) / 1000n, memory: (charged.memory * BigInt(share.memoryUse)) / 1000n }
      for (const [span, ms] of [['hour', hourMs], ['day', dayMs]] as const) {
        add(spans, { span, since: new Date(Math.floor(at / ms) * ms).toISOString(), tenantId, namespaceId, clusterId: cluster, model: models.get(pods[0]?.node ?? '') ?? '', personId: askedBy }, charged, used)
      }
      for (const namespace of [namespaceId, '']) {
        const sofar = places.get(`${tenantId}/${namespace}`)
        places.set(`${tenantId}/${namespace}`, { tenantId, namespaceId: namespace, gpu: (sofar?.gpu ?? 0n) + used.gpu, cpu: (sofar?.cpu ?? 0n) + used.cpu, memory: (sofar?.memory ?? 0n) + used.memory })
      }
      if (at < now - 7 * dayMs) continue
      const day = new Date(Math.floor(at / dayMs) * dayMs)
      const seen = podDays.get(`${id} ${day.getTime()}`) ?? { allocationId: id, day, tenantId, namespaceId, cpu: {}, memory: {} }
      podDays.set(`${id} ${day.getTime()}`, seen)
      count(seen.cpu, 'cpu', (each.cpuMilli * share.cpuUse) / 1000)
      count(seen.memory, 'memory', (each.memoryBytes * share.memoryUse) / 1000)
      if (share.gpuUse === null) continue
      const sofar = perDay.get(`${id} ${day.getTime()}`)
      perDay.set(`${id} ${day.getTime()}`, { allocationId: id, day, tenantId, namespaceId, samples: (sofar?.samples ?? 0) + 1, gpuUse: (sofar?.gpuUse ?? 0n) + BigInt(share.gpuUse), podMost: most(sofar?.podMost ?? 0n, (gpu * BigInt(share.gpuUse) + BigInt(pods.length * 1000) - 1n) / BigInt(pods.length * 1000)) })
    }
    if (at < now - hoursKept * hourMs) continue
    for (const [place, { gpu, cpu, memory, ...of }] of places) {
      const hour = new Date(Math.floor(at / hourMs) * hourMs)
      const sofar = peaks.get(`${place} ${hour.getTime()}`)
      peaks.set(`${place} ${hour.getTime()}`, { ...of, hour, gpu: sofar && sofar.gpu > gpu ? sofar.gpu : gpu, cpu: sofar && sofar.cpu > cpu ? sofar.cpu : cpu, memory: sofar && sofar.memory > memory ? sofar.memory : memory })
    }
  }
  return { slots: slots.map((at) => ({ at: new Date(at) })), spans: [...spans.values()], perDay: [...perDay.values()], podDays: [...podDays.values()], peaks: [...peaks.values()] }
}

/** A month takes a slow machine longer to reckon than a transaction may last: it is read in one, and written in another. */
export async function loadUse(): Promise<void> {
  const now = slotOf(new Date()).getTime()
  const found = await read(now)
  if (!found) return
  const { slots, spans, perDay, podDays, peaks } = reckon(found, now)
  await loading(async (sql) => {
    await sql.useSlot.createMany({ data: slots, skipDuplicates: true })
    await sql.useSpan.createMany({ data: spans, skipDuplicates: true })
    await sql.useDay.createMany({ data: perDay, skipDuplicates: true })
    await sql.podUse.createMany({ data: podDays, skipDuplicates: true })
    await sql.usePeak.createMany({ data: peaks, skipDuplicates: true })
  })
}
