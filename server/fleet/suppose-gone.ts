import { z } from 'zod'
import { supposeGone } from '~/server/admission/suppose-gone'
import type { Supposing } from '~/server/admission/suppose'
import { Handle } from '~/server/api/inputs'
import { nodesMost, poolsMost } from './decide-gone-address'
import { NodeId } from './node'

const once = (names: readonly string[]) => new Set(names).size === names.length
export const SupposeGone = z.strictObject({ pools: z.array(Handle).max(poolsMost).refine(once, 'names no pool twice'), nodes: z.array(NodeId).max(nodesMost).refine(once, 'names no node twice') })

/** Of one tenant, counted: how many of what it runs stood there, with how many GPUs in thousandths, and how much of that would find no other place. Which those are is the tenant’s own to know. */
export type TenantGone = { tenant: string; allocations: number; gpus: string; without: number; gpusWithout: string }
/** Of one model, in thousandths of a GPU, on nodes that take work: all and free, as it is and without what is gone. */
export type ModelGone = { model: string; gpus: { before: number; after: number }; free: { before: number; after: number } }
export type GoneAnswered = { asOf: string; nodes: number; /** What is not there to be gone. */ unknown: string[]; models: ModelGone[]; tenants: TenantGone[]; /** More stood there than were looked at. */ isPart: boolean }

/** Nothing is written and nobody waits for it: each of what stands there is looked for anew, whoever was there first first, on what the others would leave. */
export const gone: Supposing<z.infer<typeof SupposeGone>, GoneAnswered> = {
  supposes: async (_permit, { pools, nodes }) => {
    const [isPool, isNode] = [new Set(pools), new Set(nodes)]
    const { now, fleet, displaced, isPart } = await supposeGone((node) => isPool.has(node.pool) || isNode.has(node.id))
    const isGone = (node: (typeof fleet)[number]) => isPool.has(node.pool) || isNode.has(node.id)
    const open = fleet.filter(({ cordoned, silent }) => !cordoned && !silent)
    const models = [...new Set(fleet.filter(isGone).flatMap(({ model }) => model ?? []))].sort()
    const [known, here] = [new Set(fleet.map(({ pool }) => pool)), new Set(fleet.map(({ id }) => id))]
    const gpus = (of: typeof fleet, milli: (node: (typeof fleet)[number]) => number) => of.reduce((sum, node) => sum + milli(node), 0)
    return {
      asOf: `${now.slice(0, 19)}Z`, nodes: fleet.filter(isGone).length, unknown: [...pools.filter((pool) => !known.has(pool)), ...nodes.filter((node) => !here.has(node))], isPart,
      models: models.map((model) => {
        const before = open.filter((node) => node.model === model)
        const after = before.filter((node) => !isGone(node))
        const all = ({ gpuMilliFree }: (typeof fleet)[number]) => gpuMilliFree.length * 1000
        const free = ({ gpuMilliFree }: (typeof fleet)[number]) => gpuMilliFree.reduce((sum, each) => sum + each, 0)
        return { model, gpus: { before: gpus(before, all), after: gpus(after, all) }, free: { before: gpus(before, free), after: gpus(after, free) } }
      }),
      tenants: [...new Set(displaced.map(({ tenant }) => tenant))].map((tenant): TenantGone => {
        const own = displaced.filter((one) => one.tenant === tenant)
        const without = own.filter(({ finds }) => !finds)
        const sum = (of: typeof own) => `${of.reduce((all, { gpuMilli }) => all + gpuMilli, 0n)}`
        return { tenant, allocations: own.length, gpus: sum(own), without: without.length, gpusWithout: sum(without) }
      }).sort((one, other) => (BigInt(one.gpusWithout) === BigInt(other.gpusWithout) ? other.without - one.without || (one.tenant < other.tenant ? -1 : 1) : BigInt(one.gpusWithout) < BigInt(other.gpusWithout) ? 1 : -1)),
    }
  },
}
