import { z } from 'zod'
import type { Otherwise } from '~/server/admission/suppose'
import type { CreateAllocationInput } from '~/server/allocations/create-allocation'
import { Model } from '~/server/allocations/model'
import { AmountText, Handle, Resource } from '~/server/api/inputs'
import type { AccountRow } from '~/server/database/lane'
import { type Account, limitsWith } from '~/server/quotas/quota'
import { demandsMost, limitsMost, podsMost, withoutMost } from './decide-address'

/** The limit of a namespace, or, without one, of the tenant itself. */
const Limit = z.strictObject({ namespace: Handle.nullable(), resource: Resource, limit: AmountText })
const Demand = z.strictObject({ namespace: Handle, class: Handle, pods: z.int().min(1).max(podsMost), gpus: z.int().min(1).max(64), model: Model.nullable(), hours: z.int().min(1).max(8_760).nullable() })
export type LimitSupposed = z.infer<typeof Limit>
export type DemandSupposed = z.infer<typeof Demand>

/** What somebody supposes, as much as an address holds: limits that are otherwise, GPUs of some models that are not there, and what is asked for besides. */
export const Suppose = z.strictObject({
  tenant: Handle,
  limits: z.array(Limit).max(limitsMost).refine((limits) => new Set(limits.map(({ namespace, resource }) => `${namespace} ${resource}`)).size === limits.length, 'names no limit twice'),
  demands: z.array(Demand).max(demandsMost).refine((demands) => demands.reduce((sum, { pods }) => sum + pods, 0) <= podsMost, `asks for ${podsMost} pods at most`),
  without: z.array(Model).max(withoutMost).refine((models) => new Set(models).size === models.length, 'names no model twice'),
})
export type Supposition = z.infer<typeof Suppose>

const gpu = 'nvidia.com/gpu'
/** As somebody would ask for it, in the words that were last said in its namespace. What has no room is refused, so that the answer says what is in the way. */
export const wishOf = (tenant: string, { namespace, class: of, pods, gpus, model, hours }: DemandSupposed, at: number, labels: Readonly<Record<string, string>>): CreateAllocationInput => ({
  tenant, namespace, name: `what-if-demand-${at + 1}`, class: of, pods, each: { [gpu]: String(gpus) }, models: model === null ? [] : [model], region: null, labels: { ...labels }, purpose: 'Supposed, and not asked for.', hours, pod: null, claims: [], waits: false,
})

const accountOf = ({ id, namespace_id: namespaceId, resources, nominal, hard, used, held, unexplained, version }: AccountRow): Omit<Account, 'goal'> & { hard: bigint[] } =>
  ({ id, namespaceId, resources, nominal: nominal.map(BigInt), hard: hard.map(BigInt), used: used.map(BigInt), held: held.map(BigInt), unexplained: unexplained.map(BigInt), version: BigInt(version) })

/** An account with its limits as they are supposed: written by what writes them when they are changed, a namespace’s as a change of quota, a tenant’s as a raise. */
export function supposeOf(tenant: string, limits: readonly LimitSupposed[]): Otherwise['account'] {
  return (row) => {
    const own = limits.filter(({ namespace }) => row.tenant_id === tenant && row.namespace_id === namespace && row.kind === (namespace === null ? 'tenant' : 'namespace'))
    let now = row
    for (const { resource, limit } of own) {
      const account = accountOf(now)
      const written = { ...account, ...limitsWith(account, new Map([[resource, BigInt(limit)]])) }
      const texts = (which: 'nominal' | 'hard' | 'used' | 'held' | 'unexplained') => written[which].map(String)
      now = { ...now, resources: written.resources, nominal: texts('nominal'), hard: texts('hard'), used: texts('used'), held: texts('held'), unexplained: texts('unexplained') }
    }
    return now
  }
}
