import { z } from 'zod'
import { isDevice } from '~/server/admission/decide-given'
import { AmountText, Handle, Prose, Resource } from '~/server/api/inputs'
import type { TenantWriter } from '~/server/database/deed'
import { newRequest, ruleNow, standing } from '~/server/requests/request'
import { decideRaiseRequest } from './decide-raise'
import { accountColumns, nothingGiven, quotaOf } from './quota'
import { loadDraft, Meant } from './draft'
import type { QuotaRaise } from './quota.kind'

/** `from` is the limit that was seen; `draft` is what could not be done with it. */
export const RaiseQuota = z.strictObject({ tenant: Handle, resource: Resource, from: AmountText, to: AmountText, draft: Meant, purpose: Prose })
const kind = 'quota.raise'

/** More than the tenant has is not its admins' to give: they ask the platform. */
export async function raiseQuota(tx: TenantWriter<'quotas.raise'>, { tenant, resource, from, to, draft, purpose }: z.infer<typeof RaiseQuota>) {
  const { organisationId, frozenAt } = await tx.rows.tenant.findUniqueOrThrow({ where: { id: tenant } })
  const account = await tx.rows.account.findFirstOrThrow({ where: { kind: 'tenant' }, select: accountColumns })
  const meant = await loadDraft(tx, tenant, draft.map(({ namespace }) => ({ namespace, resource })))
  const decision = decideRaiseRequest({
    tenantFrozen: frozenAt !== null, limit: quotaOf(account, resource, nothingGiven).limit, allThere: meant?.accounts.size === draft.length,
    alreadyAsked: (await tx.rows.request.count({ where: { kind, tenantId: tenant, subject: resource, state: 'open' } })) > 0,
    open: await tx.rows.request.count({ where: { requestedBy: tx.actor.personId, state: 'open' } }),
  }, { from: BigInt(from), to: BigInt(to) })
  if (!decision.ok) return tx.refuse(decision.refusal)
  const payload: QuotaRaise = { organisation: organisationId, tenant, resource, from, to, draft }
  const devices = isDevice(resource) ? BigInt(to) - BigInt(from) : 0n
  const row = await tx.rows.request.create({ data: newRequest({ kind, organisation: organisationId, tenant, level: 'platform', subject: resource, payload, purpose, rule: await ruleNow(tx, { kind, level: 'platform', devices }) }, tx) })
  return tx.record({ before: null, after: { ...standing(row), payload } }, standing(row))
}
