import { admitByItself } from '~/server/admission/admit'
import { answerAllocation } from '~/server/allocations/answer-allocation'
import { answerExtension } from '~/server/allocations/answer-extension'
import type { Answer } from '~/server/database/deed'
import { lookUnderLease } from '~/server/database/lease'
import { log } from '~/server/logs/log'
import { allAlone } from '~/server/shared/alone'
import type { Json } from '~/server/shared/canonical'

const atOnce = 200
type Of = { readonly tenant: string; readonly allocation: string; readonly kind: string }
/** What was said is committed already; this does what it comes to. Safe to repeat, so whoever finds it undone does it. */
const carryOut = ({ tenant, allocation, kind }: Of): Promise<Answer<Json, string>> => {
  const of = { tenant, input: { tenant, allocation } }
  return kind === 'allocation.extend' ? admitByItself({ action: 'allocations.answerExtension', decider: answerExtension, ...of }) : admitByItself({ action: 'allocations.answer', decider: answerAllocation, ...of })
}

const isOf = (value: Json): value is Json & Of => typeof value === 'object' && value !== null && 'tenant' in value && 'allocation' in value && 'kind' in value && [value.tenant, value.allocation, value.kind].every((word) => typeof word === 'string')

/** Right after an answer. What cannot be done now, the loop does; what may not be done, because the terms are no longer what was signed, whoever signed is told. */
export async function followAnswer(answer: Answer<Json, string>): Promise<Answer<Json, string>> {
  const value = answer.ok ? answer.value : null
  if (isOf(value)) return (await follow(value)) ?? answer
  if (typeof value !== 'object' || value === null || !('signed' in value) || !Array.isArray(value.signed)) return answer
  // Each by itself: what became otherwise is asked anew, and the others are done.
  const signed = await Promise.all(value.signed.map(async (one) => {
    const not = isOf(one) ? await follow(one) : null
    return { ...(one as { [name: string]: Json }), undone: not && { refusal: not.refusal, says: not.about?.find(({ field }) => field === 'says')?.says ?? null } }
  }))
  return { ok: true, value: { ...value, signed } }
}
/** Null where it is done, or will be. */
async function follow({ tenant, allocation, kind }: Of): Promise<Extract<Answer<Json, string>, { ok: false }> | null> {
  try {
    const done = await carryOut({ tenant, allocation, kind })
    return done.ok ? null : done
  } catch (thrown) {
    log.error('an answer was not carried out at once', { allocation, fault: String(thrown instanceof Error ? thrown.stack : thrown) })
    return null
  }
}

/** Right after something was asked that a rule may say yes to. Whoever asked is told what was decided then; what came of it stands with the allocation. */
export async function followAsking(tenant: string, answer: Answer<Json, string>): Promise<void> {
  const { allocation, byRule } = (answer.ok && typeof answer.value === 'object' && answer.value !== null ? answer.value : {}) as Partial<Record<'allocation' | 'byRule', Json>>
  if (byRule !== true || typeof allocation !== 'string') return
  await carryOut({ tenant, allocation, kind: 'allocation.admit' }).catch((thrown: unknown) => log.error('a rule was not asked at once', { allocation, fault: String(thrown instanceof Error ? thrown.stack : thrown) }))
}

/** What somebody said and nobody did, or a rule was to be asked and was not, because the process that heard it is gone. */
export async function carryOutRequests(lease: string): Promise<number> {
  const due = await lookUnderLease(lease, { loop: 'requests' }, ({ request }) =>
    request.findMany({ where: { allocationId: { not: null }, OR: [{ state: { not: 'open' }, carriedOutAt: null }, { state: 'open', byRule: 'due' }] }, orderBy: { decidedAt: 'asc' }, take: atOnce, select: { tenantId: true, allocationId: true, kind: true } }))
  const answers = await allAlone(due ?? [], ({ tenantId, allocationId, kind }) => carryOut({ tenant: tenantId ?? '', allocation: allocationId ?? '', kind }))
  return answers.filter(({ ok }) => ok).length
}
