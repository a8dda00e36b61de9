import { z } from 'zod'
import { controlNames } from '~/server/admission/pod-security/decide-controls'
import { Handle, Instant, Prose } from '~/server/api/inputs'
import type { TenantWriter } from '~/server/database/deed'
import { newRequest, ruleNow, standing } from '~/server/requests/request'
import { decideExceptionRequest } from './decide-exception'
import { exceptionState, type PolicyException } from './exception'

export const AskException = z.strictObject({ tenant: Handle, namespace: Handle, control: z.enum(controlNames), until: Instant, purpose: Prose })
const kind = 'policy.except'

/** What everybody must meet only the platform lets somebody off, for a while. Whoever asks answers for it, by name. */
export async function askException(tx: TenantWriter<'policies.except'>, { purpose, ...wish }: z.infer<typeof AskException>) {
  const { tenant, namespace, control } = wish
  const until = new Date(wish.until)
  const subject = `${control} in ${namespace}`
  const decision = decideExceptionRequest({
    ...(await exceptionState(tx, wish)), namespaceKnown: (await tx.rows.namespace.count({ where: { id: namespace, closingAt: null } })) > 0,
    alreadyAsked: (await tx.rows.request.count({ where: { kind, tenantId: tenant, subject, state: 'open', deadline: { gt: tx.now } } })) > 0,
    open: await tx.rows.request.count({ where: { requestedBy: tx.actor.personId, state: 'open' } }),
  }, { until })
  if (!decision.ok) return tx.refuse(decision.refusal)
  const { organisationId } = await tx.rows.tenant.findUniqueOrThrow({ where: { id: tenant } })
  const payload: PolicyException = { tenant, namespace, control, until: until.toISOString(), owner: tx.actor.name, because: purpose }
  const row = await tx.rows.request.create({ data: newRequest({ kind, organisation: organisationId, tenant, level: 'platform', subject, payload, purpose, rule: await ruleNow(tx, { kind, level: 'platform', devices: 0n }) }, tx) })
  return tx.record({ before: null, after: { ...standing(row), payload } }, standing(row))
}
