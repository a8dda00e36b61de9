import { z } from 'zod'
import { controlNames } from '~/server/admission/pod-security/decide-controls'
import { defaultPodSecurityPolicy, exceptionsMost, PodSecurityPolicy } from '~/server/admission/pod-security/pod-security-policy'
import { type PoliciesAt, policyNow } from '~/server/admission/policy-now'
import { Handle, Instant, Prose, Title } from '~/server/api/inputs'
import type { ReadRows } from '~/server/database/rows'

/** One control that one namespace need not meet until then, and who answers for it. */
export const PolicyException = z.strictObject({ tenant: Handle, namespace: Handle, control: z.enum(controlNames), until: Instant, owner: Title, because: Prose })
export type PolicyException = z.infer<typeof PolicyException>

export const kind = 'pod-security'
export const podSecurityNow = (at: PoliciesAt) => policyNow(at, kind, { schema: PodSecurityPolicy, usual: defaultPodSecurityPolicy })
/** Nobody gets in by a name alone: a namespace is named with its tenant. */
export const placeOf = ({ tenant, namespace }: Pick<PolicyException, 'tenant' | 'namespace'>) => `${tenant}/${namespace}`
export const isOf = (asked: Pick<PolicyException, 'tenant' | 'namespace' | 'control'>) => (one: { control: string; namespace: string }) => one.control === asked.control && one.namespace === placeOf(asked)

/** What it is decided on: as the policy stands, without what is over. */
export async function exceptionState({ rows, now }: { readonly rows: Pick<ReadRows, 'policy' | 'tenant'>; readonly now: Date }, asked: Pick<PolicyException, 'tenant' | 'namespace' | 'control' | 'until'>) {
  const { body } = await podSecurityNow({ rows, now })
  const { frozenAt } = await rows.tenant.findUniqueOrThrow({ where: { id: asked.tenant }, select: { frozenAt: true } })
  const living = body.exceptions.filter(({ until }) => Date.parse(until) > now.getTime())
  const others = living.filter((one) => !isOf(asked)(one))
  return { tenantFrozen: frozenAt !== null, standing: living.some((one) => isOf(asked)(one) && Date.parse(one.until) >= Date.parse(asked.until)), isFull: others.length >= exceptionsMost, now }
}
