import { z } from 'zod'
import { Find, Handle, Uuid } from '~/server/api/inputs'
import { containingHandle, orderOf, type Orders, type Page, Paged, pageOf } from '~/server/api/page'
import { Denied } from '~/server/authorization/denied'
import type { Line, Policy, Verdict } from '~/server/admission/facts'
import type { Decider } from '~/server/admission/decider'
import { traceAgain } from '~/server/admission/kept'
import { platformPolicies } from '~/server/admission/policy'
import { policyNow } from '~/server/admission/policy-now'
import type { TenantReader } from '~/server/database/read'
import { peaceOf } from '~/server/ledger/decide-reclaim'
import { type AskedFor, askedOf } from './asked'
import { type AllocationShown, allocationShown, shownColumns } from './allocation'
import { amendAllocation } from './amend-allocation'
import { expireAllocation, FailAllocation, failAllocation, type Failure, preemptAllocation, reclaimAllocation, releaseAllocation, runAllocation } from './change-allocation'
import { answerAllocation } from './answer-allocation'
import { answerExtension } from './answer-extension'
import { createAllocation } from './create-allocation'
import { type Answered, decideAnswered } from './decide-answered'
import { extendAllocation } from './extend-allocation'
import { giveBackAllocation } from './give-back'
import { growBackAllocation } from './grow-back'
import { decideLosses, type Losses } from './decide-losses'
import { isTheirs } from './decide-theirs'
import { offerLess, offerLessInTenant } from './offer'
import { renewTerms, renewTermsInTenant } from './sheet'
import { shrinkAllocation } from './shrink-allocation'
import { startAllocation } from './start-allocation'
import { decisionShown } from './trace'
import { type Waiting, waitingOf } from './waiting'
import { type AllocationUse, type LatelyUsed, meanLately, meanUse } from './use'

const orders = { asked: [['askedAt', 'moment'], ['id', 'uuid']] } as const satisfies Orders
export const ListAllocations = z.strictObject({ tenant: Handle, namespace: Handle.nullable(), find: Find, show: z.enum(['live', 'all']), ...Paged })
export const ReadAllocation = z.strictObject({ tenant: Handle, allocation: Uuid })

export async function listAllocations(db: TenantReader, { namespace, find, show, ...asked }: z.infer<typeof ListAllocations>): Promise<Page<AllocationShown>> {
  // Row security says the same, beside what else the reader may see, so that by it alone no index finds them.
  const wanted = { tenantId: db.tenant, ...(namespace === null ? {} : { namespaceId: namespace }), ...(show === 'live' ? { endedAt: null } : {}) }
  const { rows, ...ends } = await pageOf(orderOf(orders, { sort: 'asked', descending: true }), asked, async ({ where, ...part }) => {
    if (find === null) return db.rows.allocation.findMany({ where: { AND: [wanted, where] }, ...part, select: shownColumns })
    // Which ones they are the index tells by itself; only these are then read.
    const found = await db.rows.allocation.findMany({ where: { AND: [wanted, containingHandle(find, 'name', 'class'), where] }, ...part, select: { id: true } })
    return db.rows.allocation.findMany({ where: { id: { in: found.map(({ id }) => id) } }, orderBy: part.orderBy, select: shownColumns })
  })
  return { rows: rows.map(allocationShown), ...ends }
}

const deciders: Readonly<Record<string, Pick<Decider<never, never>, 'decide'>>> = {
  'allocations.amend': amendAllocation, 'allocations.answer': answerAllocation, 'allocations.answerExtension': answerExtension, 'allocations.create': createAllocation, 'allocations.expire': expireAllocation, 'allocations.extend': extendAllocation,
  'allocations.fail': failAllocation, 'allocations.giveBack': giveBackAllocation, 'allocations.growBack': growBackAllocation, 'allocations.preempt': preemptAllocation, 'allocations.reclaim': reclaimAllocation, 'allocations.release': releaseAllocation, 'allocations.run': runAllocation, 'allocations.shrink': shrinkAllocation, 'allocations.start': startAllocation,
  'requests.offer': offerLess, 'requests.offerInTenant': offerLessInTenant, 'requests.renew': renewTerms, 'requests.renewInTenant': renewTermsInTenant,
}

/** `answer` is what had been said to what was asked of somebody; null where the decision answers nobody. What a yes would have come to is told where there was one. */
export type DecisionShown = { decision: string; action: string; verdict: Verdict; reason: string | null; answer: Answered | null; at: string; person: string | null; trace: readonly Line[] }
export type EndReason = Failure | 'no_room' | 'turn_refused'
/** `theirs` is whether its reader may end or extend it, whatever they may do elsewhere; `names` are those of the people in it, as far as they are still here. */
export type AllocationRead = {
  allocation: AllocationShown; purpose: string; /** As it was asked; null where an earlier version wrote it otherwise. */ asked: AskedFor | null; theirs: boolean; names: Record<string, string>; decisions: DecisionShown[]; waiting: Waiting | null; /** Null where it never lost its place to others, and of the past, of which that is not kept. */ losses: Losses | null; use: AllocationUse; lately: LatelyUsed
  /** By whom it ended, and why it failed, if it did, that it was still waiting for room, or that it was refused when its turn came; nobody is the engine, by itself or because of what others said. */
  ending: { person: string | null; because: EndReason | null } | null
}
/** Only what may be pushed aside can have been. */
async function lossesOf(db: TenantReader, { id, preemptible, burst, endedAt }: { id: string; preemptible: boolean; burst: boolean; endedAt: Date | null }): Promise<Losses | null> {
  if (db.asOf !== null || endedAt !== null || !(preemptible || burst)) return null
  const row = await db.rows.allocation.findUniqueOrThrow({ where: { id }, select: { preemptions: true, admittedAt: true, endedAt: true } })
  if (row.preemptions === 0) return null
  const { body } = await policyNow(db, 'admission', platformPolicies.admission)
  return decideLosses(row, peaceOf(db.now.toISOString(), body))
}

const [latelyDays, dayMs] = [7, 24 * 3_600_000]
const decisionsMax = 50
export async function readAllocation(db: TenantReader, { allocation }: z.infer<typeof ReadAllocation>): Promise<AllocationRead> {
  const row = await db.rows.allocation.findUnique({ where: { id: allocation }, select: { ...shownColumns, accountId: true } })
  if (!row) throw new Denied('not_found')
  const decisions = await db.rows.decision.findMany({ where: { allocationId: allocation }, orderBy: [{ at: 'asc' }, { id: 'asc' }], take: decisionsMax })
  const policies = await db.policySets([...new Set(decisions.map(({ policies: digest }) => digest))])
  const traceOf = ({ action, facts, policies: digest, outcome }: (typeof decisions)[number]) => traceAgain(outcome, () => deciders[action]?.decide(JSON.parse(facts) as never, policies.get(digest) as unknown as Policy))
  const people = await db.rows.person.findMany({ where: { id: { in: [row.askedBy, ...decisions.flatMap(({ personId }) => personId ?? [])] } }, select: { id: true, name: true } })
  const roles = db.actor.bindings.filter((held) => held.tenant === db.tenant && (held.namespace === null || held.namespace === row.namespaceId)).map(({ role }) => role)
  // What clusters say of use is their word of now.
  const workloads = db.asOf !== null ? [] : await db.rows.workload.findMany({ where: { allocationId: allocation }, select: { gpuUse: true, cpuUse: true, memoryUse: true, reportedAt: true } })
  const days = db.asOf !== null ? [] : await db.rows.useDay.findMany({ where: { allocationId: allocation, day: { gt: new Date(db.now.getTime() - latelyDays * dayMs) } }, select: { samples: true, gpuUse: true } })
  const last = row.endedAt === null ? undefined : decisions.findLast(({ action, verdict }) => verdict === 'admit' || isRefusedTurn(row, { action, verdict }))
  return {
    use: meanUse(workloads), lately: meanLately(days), ending: last ? { person: last.personId, because: isRefusedTurn(row, last) ? 'turn_refused' : reasonIn(last.facts) } : null,
    allocation: allocationShown(row), ...askedOf(decisions), theirs: isTheirs({ person: db.actor.personId, roles }, row.askedBy),
    waiting: await waitingOf(db, row), losses: await lossesOf(db, row),
    names: Object.fromEntries(people.map(({ id, name }) => [id, name])),
    decisions: decisions.map((decision) => {
      const { id, action, reason, at, personId } = decision
      const verdict = decision.verdict as Verdict
      const answer = answerIn({ action, verdict, facts: decision.facts })
      return { decision: id, action, verdict, reason, answer, at: at.toISOString(), person: personId, trace: answer === null || answer === 'yes' ? decisionShown({ trace: traceOf(decision) }, db.namespaces).trace : [] }
    }),
  }
}

/** It waited, and was not allowed any more when its turn came: nobody was asked. */
const isRefusedTurn = ({ state }: { state: string }, { action, verdict }: { action: string; verdict: string }) => state === 'refused' && action === 'allocations.start' && verdict === 'refuse'

const Kept = z.object({ because: FailAllocation.shape.because.optional(), living: z.object({ state: z.string() }).optional(), request: z.object({ state: z.string() }).nullish(), byRule: z.unknown().optional() })
/** Of what a decision looked at, what is told of it beside its checks. An earlier version may have kept it otherwise. */
const keptIn = (facts: string): z.infer<typeof Kept> => Kept.safeParse(JSON.parse(facts)).data ?? {}
function reasonIn(facts: string): EndReason | null {
  const { because, living } = keptIn(facts)
  return because ?? (living?.state === 'waiting' ? 'no_room' : null)
}
function answerIn({ action, verdict, facts }: { action: string; verdict: Verdict; facts: string }): Answered | null {
  const { request, byRule } = keptIn(facts)
  return decideAnswered({ action, verdict, request: request?.state ?? null, byRule: byRule !== undefined })
}
