import { z } from 'zod'
import { Handle } from '~/server/api/inputs'
import { policyNow } from '~/server/admission/policy-now'
import type { TenantReader } from '~/server/database/read'
import type { SparedOf, UseOf, UseSums } from '~/server/database/sums'
import { read } from '~/server/prices/decide-cost'
import { decideSpent, floorOf, type Spent } from '~/server/prices/decide-spent'
import type { Reach } from '~/server/authorization/permit'
import { PricesPolicy } from '~/server/prices/prices-policy'
import { isIsolationLevel } from '~/server/tenants/isolation'
import { type Bucket, bucketsOf, figuresOf, type Manner, noUse, plusUse, type Range, ranges } from './use'

export const ReadUse = z.strictObject({ tenant: Handle, namespace: Handle.nullable(), range: z.enum(ranges), by: z.enum(['namespace', 'model']) })
export const ReadUseByPerson = z.strictObject({ tenant: Handle, namespace: Handle.nullable(), range: z.enum(ranges) })

/** One thing that was charged: its key is null for all that are not among the first, and its name is what a person calls it. */
type UsePart = { readonly key: string | null; readonly name: string | null; readonly sums: UseSums; readonly spent: Spent | null }
export type UseRead = {
  /** Of which namespaces its reader reads, where it is not all of the tenant. */
  readonly reach: Reach
  readonly buckets: readonly (Bucket & { /** How many slots of ten minutes were looked at: with none, nothing is known. */ readonly slots: number })[]
  /** By place in the buckets. What was charged nothing there has no line. */
  readonly over: readonly (UseSums & { readonly at: number; readonly key: string | null })[]
  readonly parts: readonly UsePart[]
  readonly total: { readonly sums: UseSums; readonly spent: Spent | null }
}

const [firstLines, firstParts] = [5, 50]
const gpuParts = 'nvidia.com/gpu-milli'

async function useOver(db: TenantReader, { namespace, range, by }: { namespace: string | null; range: Range; by: Manner }): Promise<UseRead> {
  const { span, since, buckets } = bucketsOf(range, new Date())
  const asked = { span, since, namespace, by }
  const slots = new Map((await db.sums.slots(asked)).map((of) => [of.since.toISOString(), of.slots]))
  const over = await db.sums.over(asked, firstLines)
  const parts = await db.sums.parts(asked, firstParts)
  const { body: prices } = await policyNow(db, 'prices', { schema: PricesPolicy.nullable(), usual: null })
  const tenant = await db.rows.tenant.findFirst({ select: { isolationLevel: true } })
  const level = tenant && isIsolationLevel(tenant.isolationLevel) ? tenant.isolationLevel : 4
  const floor = read(floorOf(prices) ?? '1')
  const spared = floorOf(prices) === null ? [] : await db.sums.spared(asked, [...new Set(parts.flatMap(({ key }) => key ?? []))], floor)
  const spentOf = (of: readonly UseOf[], kept: readonly SparedOf[]) => {
    const sum = sumOf(of)
    const sparedOf = (resource: 'gpu' | 'cpu' | 'memory', model?: string) => ({ ...floor, over: kept.reduce((all, one) => (model === undefined || one.model === model ? all + BigInt(one[resource]) : all), 0n) })
    const models = [...new Set(of.map(({ model }) => model))].sort()
    const gpus = models.map((model) => {
      const { gpuCharged, gpuMeasured, gpuUsed } = sumOf(of.filter((part) => part.model === model))
      return { resource: gpuParts, model: model === '' ? null : model, charged: gpuCharged, measured: gpuMeasured, used: gpuUsed, spared: sparedOf('gpu', model) }
    })
    return decideSpent(prices, [
      ...gpus, { resource: 'cpu', model: null, charged: sum.cpuCharged, measured: sum.cpuMeasured, used: sum.cpuUsed, spared: sparedOf('cpu') },
      { resource: 'memory', model: null, charged: sum.memoryCharged, measured: sum.memoryMeasured, used: sum.memoryUsed, spared: sparedOf('memory') },
    ], level)
  }
  const names = by === 'person' ? await namesOf(db, parts.flatMap(({ key }) => key ?? [])) : new Map<string, string>()
  const places = new Map(buckets.map(({ from }, at) => [from, at]))
  return {
    reach: db.namespaces,
    buckets: buckets.map((bucket) => ({ ...bucket, slots: slots.get(bucket.from) ?? 0 })),
    over: over.flatMap(({ since: from, ...line }) => {
      const at = places.get(from.toISOString())
      return at === undefined ? [] : [{ ...line, at }]
    }),
    parts: [...new Set(parts.map(({ key }) => key))].map((key) => {
      const own = parts.filter((part) => part.key === key)
      return { key, name: key === null ? null : by === 'person' ? (names.get(key) ?? null) : key, sums: textOf(sumOf(own)), spent: spentOf(own, spared.filter((part) => part.key === key)) }
    }),
    total: { sums: textOf(sumOf(parts)), spent: spentOf(parts, spared) },
  }
}
const sumOf = (parts: readonly UseSums[]) => parts.map(figuresOf).reduce(plusUse, noUse)
const textOf = (figures: ReturnType<typeof figuresOf>): UseSums => ({
  gpuCharged: String(figures.gpuCharged), gpuMeasured: String(figures.gpuMeasured), gpuUsed: String(figures.gpuUsed), cpuCharged: String(figures.cpuCharged), cpuMeasured: String(figures.cpuMeasured), cpuUsed: String(figures.cpuUsed), memoryCharged: String(figures.memoryCharged), memoryMeasured: String(figures.memoryMeasured), memoryUsed: String(figures.memoryUsed),
})
const namesOf = async (db: TenantReader, ids: readonly string[]) => new Map((await db.rows.person.findMany({ where: { id: { in: [...ids] } }, select: { id: true, name: true } })).map(({ id, name }) => [id, name]))

export const readUse = (db: TenantReader, { namespace, range, by }: z.infer<typeof ReadUse>): Promise<UseRead> => useOver(db, { namespace, range, by })
/** Who used how much is for whoever may see who is here. */
export const readUseByPerson = (db: TenantReader, { namespace, range }: z.infer<typeof ReadUseByPerson>): Promise<UseRead> => useOver(db, { namespace, range, by: 'person' })
