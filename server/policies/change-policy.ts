import { z } from 'zod'
import { keepPolicy } from '~/server/admission/keep-policy'
import { platformPolicies, policiesForTenant, tenantPolicies } from '~/server/admission/policy'
import { Handle, Version } from '~/server/api/inputs'
import type { PlatformWriter, TenantWriter } from '~/server/database/deed'
import { digestOf, type Json } from '~/server/shared/canonical'
import { decidePolicy } from './decide-policy'

const of = { ...platformPolicies, ...policiesForTenant, ...tenantPolicies }
const changing = <K extends keyof typeof of, T extends z.core.$ZodLooseShape>(kind: K, more: T) => z.strictObject({ ...more, kind: z.literal(kind), version: Version.nullable(), body: of[kind].schema })
const inTenant = { tenant: Handle }
/** What is not as its kind must be is no input: a policy that cannot be read would keep everybody out. */
export const ChangePolicy = z.discriminatedUnion('kind', [changing('profiles', inTenant), changing('rules', inTenant), changing('by-rule', inTenant), changing('namespaces', inTenant)])
export const ChangePolicyInTenant = z.discriminatedUnion('kind', [changing('residency', inTenant), changing('classes', inTenant)])
export const ChangePolicyOnPlatform = z.discriminatedUnion('kind', [changing('admission', {}), changing('limits', {}), changing('labels', {}), changing('pod-security', {}), changing('claims', {}), changing('rules', {}), changing('placement', {}), changing('priority', {}), changing('prices', {}), changing('approvals', {}), changing('reviews', {}), changing('levels', {}), changing('retention', {})])

type Writer = Pick<PlatformWriter<'policies.changeOnPlatform'>, 'rows' | 'now' | 'actor'>
type Wish = { readonly kind: string; readonly version: string | null; readonly body: unknown }

async function prepare(tx: Writer, tenant: string | null, { kind, version, body }: Wish, tenantFrozen: boolean) {
  const current = await tx.rows.policy.findFirst({ where: { tenantId: tenant, kind, validTo: null } })
  const isSame = current !== null && digestOf(current.body as Json) === digestOf(body as Json)
  return { current, decision: decidePolicy({ tenantFrozen, version: current ? String(current.version) : null, isSame }, { version }) }
}

export async function changePolicy(tx: TenantWriter<'policies.change'>, wish: z.infer<typeof ChangePolicy>) {
  const { frozenAt } = await tx.rows.tenant.findUniqueOrThrow({ where: { id: tx.tenant }, select: { frozenAt: true } })
  const { current, decision } = await prepare(tx, tx.tenant, wish, frozenAt !== null)
  if (!decision.ok) return tx.refuse(decision.refusal)
  const { change, value } = await keepPolicy(tx, tx.tenant, wish, current, decision.version)
  return tx.record(change, value)
}
/** The platform's word on one tenant stands in that tenant's record. */
export async function changePolicyInTenant(tx: PlatformWriter<'policies.changeInTenant'>, wish: z.infer<typeof ChangePolicyInTenant>) {
  const { current, decision } = await prepare(tx, wish.tenant, wish, false)
  if (!decision.ok) return tx.refuse(decision.refusal)
  const { change, value } = await keepPolicy(tx, wish.tenant, wish, current, decision.version)
  return tx.record(change, value)
}
export async function changePolicyOnPlatform(tx: PlatformWriter<'policies.changeOnPlatform'>, wish: z.infer<typeof ChangePolicyOnPlatform>) {
  const { current, decision } = await prepare(tx, null, wish, false)
  if (!decision.ok) return tx.refuse(decision.refusal)
  const { change, value } = await keepPolicy(tx, null, wish, current, decision.version)
  return tx.record(change, value)
}
