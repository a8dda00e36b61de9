import { z } from 'zod'
import { paths } from '~/components/shell/paths'
import { keepPolicy } from '~/server/admission/keep-policy'
import type { PoliciesAt } from '~/server/admission/policy-now'
import { platformPolicies, policiesForTenant, tenantPolicies } from '~/server/admission/policy'
import { Handle, Version } from '~/server/api/inputs'
import type { PlatformWriter, TenantWriter } from '~/server/database/deed'
import { staffNow } from '~/server/members/held'
import { tell } from '~/server/notices/tell'
import { asksLess } from '~/server/requests/decide-asks-less'
import { approvalsNow } from '~/server/requests/request'
import { digestOf, type Json } from '~/server/shared/canonical'
import type { SignalKind } from '~/server/signals/signal'
import { decidePolicy, type PolicyState } from './decide-policy'

const of = { ...platformPolicies, ...policiesForTenant, ...tenantPolicies }
const changing = <K extends keyof typeof of, T extends z.core.$ZodLooseShape>(kind: K, more: T) => z.strictObject({ ...more, kind: z.literal(kind), version: Version.nullable(), body: of[kind].schema })
const inTenant = { tenant: Handle }
/** What is not as its kind must be is no input: a policy that cannot be read would keep everybody out. */
export const ChangePolicy = z.discriminatedUnion('kind', [changing('profiles', inTenant), changing('rules', inTenant), changing('by-rule', inTenant), changing('namespaces', inTenant)])
export const ChangePolicyInTenant = z.discriminatedUnion('kind', [changing('residency', inTenant), changing('classes', inTenant)])
export const ChangePolicyOnPlatform = z.discriminatedUnion('kind', [changing('admission', {}), changing('limits', {}), changing('labels', {}), changing('pod-security', {}), changing('claims', {}), changing('rules', {}), changing('placement', {}), changing('priority', {}), changing('prices', {}), changing('approvals', {}), changing('reviews', {}), changing('levels', {}), changing('retention', {})])

type Writer = Pick<PlatformWriter<'policies.changeOnPlatform'>, 'rows' | 'now' | 'actor'>
type Wish = { readonly kind: string; readonly version: string | null; readonly body: unknown }
type Around = Pick<PolicyState, 'tenantFrozen' | 'asksLess'>

/** The newest is what is followed, also where it is yet to come. */
async function prepare({ rows, now }: Writer, tenant: string | null, { kind, version, body }: Wish, around: Around) {
  const newest = await rows.policy.findFirst({ where: { tenantId: tenant, kind }, orderBy: { version: 'desc' } })
  const isSame = newest !== null && digestOf(newest.body as Json) === digestOf(body as Json)
  return { newest, decision: decidePolicy({ ...around, version: newest ? String(newest.version) : null, isSame }, { version }, now) }
}

export async function changePolicy(tx: TenantWriter<'policies.change'>, wish: z.infer<typeof ChangePolicy>) {
  const { frozenAt } = await tx.rows.tenant.findUniqueOrThrow({ where: { id: tx.tenant }, select: { frozenAt: true } })
  const { newest, decision } = await prepare(tx, tx.tenant, wish, { tenantFrozen: frozenAt !== null, asksLess: false })
  if (!decision.ok) return tx.refuse(decision.refusal)
  const { change, value } = await keepPolicy(tx, tx.tenant, wish, newest, decision)
  return tx.record(change, value)
}
/** The platform's word on one tenant stands in that tenant's record. */
export async function changePolicyInTenant(tx: PlatformWriter<'policies.changeInTenant'>, wish: z.infer<typeof ChangePolicyInTenant>) {
  const { newest, decision } = await prepare(tx, wish.tenant, wish, { tenantFrozen: false, asksLess: false })
  if (!decision.ok) return tx.refuse(decision.refusal)
  const { change, value } = await keepPolicy(tx, wish.tenant, wish, newest, decision)
  return tx.record(change, value)
}
const isLess = async (at: PoliciesAt, { kind, body }: Wish) => kind === 'approvals' && asksLess(platformPolicies.approvals.schema.parse(body), await approvalsNow(at))
/** Whoever watches is told when other devices may be claimed: by that alone one tenant comes to what another has. */
const tellOfClaims = (tx: Writer, version: string) => tx.rows.signal.createMany({ data: [{ kind: 'claims.changed' satisfies SignalKind, body: { version }, at: tx.now }] })
/** Everybody who works on the platform hears of what is to ask for less, while it can be taken back. */
export async function changePolicyOnPlatform(tx: PlatformWriter<'policies.changeOnPlatform'>, wish: z.infer<typeof ChangePolicyOnPlatform>) {
  const { newest, decision } = await prepare(tx, null, wish, { tenantFrozen: false, asksLess: await isLess(tx, wish) })
  if (!decision.ok) return tx.refuse(decision.refusal)
  const { change, value } = await keepPolicy(tx, null, wish, newest, decision)
  if (wish.kind === 'claims') await tellOfClaims(tx, value.version)
  if (value.isLater) await tell(tx.rows, (await staffNow(tx.rows, tx.now)).filter((person) => person !== tx.actor.personId), 'approvals_lowered', { until: value.since }, paths.platformPolicy(wish.kind), { needs: { action: 'policies.readOnPlatform', tenant: null } })
  return tx.record(change, value)
}
