/**
 * Carries out, by the clock, what somebody decided about a case: what is taken when its grace is over, what is given back when it is undone, a question that nobody answered in time, and what bound a tenant until now. Nothing
 * begins here by itself. Each step is several transactions, and killed between any two of them the next look finds the rest undone: what was taken already says so in the ledger.
 */
import { admitByItself } from '~/server/admission/admit'
import { preemptBorrowed, reclaimAllocation } from '~/server/allocations/change-allocation'
import { giveBackAllocation } from '~/server/allocations/give-back'
import { growBackAllocation } from '~/server/allocations/grow-back'
import { shrinkAllocation } from '~/server/allocations/shrink-allocation'
import { decideTaking, type Watch } from '~/server/cases/decide-idle'
import { bind } from '~/server/cases/bind'
import { isBinding, isTaken, type PartOutcome, type StepKind, takenAs, type Taking } from '~/server/cases/step'
import { tellAdmins, tellHolders } from '~/server/cases/tell-of-case'
import { holdPlace, recordByItself } from '~/server/database/by-itself'
import type { Transaction } from '~/server/database/client'
import { lookUnderLease, underLease } from '~/server/database/lease'
import { eachAlone } from '~/server/shared/alone'

const stepsAtOnce = 50
const inTenant = (tenant: string) => ({ loop: 'watch', tenant, namespaces: '*' }) as const
type Due = { readonly id: string; readonly tenantId: string; readonly caseId: string; readonly kind: string; readonly effectiveAt: Date | null }
type Part = { readonly gpus: number | null; readonly gpusBefore: number | null; readonly allocationId: string; readonly namespaceId: string; readonly name: string; readonly personId: string; readonly outcome: string | null; readonly because: string | null }
type Settled = Part & { readonly outcome: PartOutcome | null }

export async function carryOutSteps(lease: string, { now }: { readonly now?: Date } = {}): Promise<void> {
  const due = (await lookUnderLease(lease, { loop: 'watch' }, (sql) => dueIn(sql, now ?? new Date()))) ?? []
  await eachAlone(due, (step) => (step.kind === 'ask' || isBinding(step.kind as StepKind) ? lapse : carryOut)(lease, step, now))
}
const dueIn = (sql: Transaction, now: Date): Promise<Due[]> =>
  sql.caseStep.findMany({ where: { endedAt: null, OR: [{ dueAt: { lte: now } }, { undoneAt: { not: null } }] }, orderBy: [{ dueAt: 'asc' }, { id: 'asc' }], take: stepsAtOnce, select: { id: true, tenantId: true, caseId: true, kind: true, effectiveAt: true } })

/** Its time is over. What was signed since it was looked for is due later, and what bound the tenant binds it no more. */
async function lapse(lease: string, { id, tenantId: tenant, caseId, kind: of, effectiveAt }: Due, at: Date | undefined): Promise<void> {
  await underLease(lease, inTenant(tenant), async (sql) => {
    const clock = await holdPlace(sql, tenant)
    if (clock === null) return
    const [now, kind] = [at ?? clock, of as StepKind]
    const { count } = await sql.caseStep.updateMany({ where: { id, endedAt: null, dueAt: { lte: now } }, data: { endedAt: now } })
    if (count === 0) return
    if (!isBinding(kind)) return note(sql, { id, tenant }, 'unanswered', { answered: false })
    if (effectiveAt === null) return note(sql, { id, tenant }, 'unsigned', { signed: false })
    await bind(sql, tenant, kind, null)
    await note(sql, { id, tenant }, 'over', { over: kind })
    await tellAdmins(sql, { tenant, case: caseId, step: id }, 'over', now)
  })
}

async function carryOut(lease: string, { id, tenantId: tenant }: Due, at: Date | undefined): Promise<void> {
  const begun = await underLease(lease, inTenant(tenant), (sql) => begin(sql, { id, tenant }, at))
  if (!begun) return
  const taken: Settled[] = []
  for (const part of begun.parts) taken.push(part.outcome === null ? await take(tenant, begun.kind, part) : part)
  const after: Settled[] = []
  for (const part of taken) after.push(begun.undone && isTaken(part.outcome) ? await giveBack(tenant, begun.kind, part) : part)
  await underLease(lease, inTenant(tenant), (sql) => finish(sql, { id, tenant, case: begun.case, kind: begun.kind, undone: begun.undone }, after, at))
}

/** From here on it takes effect: whoever undoes it now has what was taken given back. What was used again, or nobody knows of, is kept. */
async function begin(sql: Transaction, { id, tenant }: { id: string; tenant: string }, at: Date | undefined): Promise<{ case: string; kind: Taking; undone: boolean; parts: Settled[] } | null> {
  const clock = await holdPlace(sql, tenant)
  if (clock === null) return null
  const now = at ?? clock
  await sql.caseStep.updateMany({ where: { id, endedAt: null, effectiveAt: null, undoneAt: null, dueAt: { lte: now } }, data: { effectiveAt: now } })
  const step = await sql.caseStep.findFirst({ where: { id, endedAt: null, effectiveAt: { not: null } }, include: { parts: { orderBy: { allocationId: 'asc' } } } })
  if (!step) return null
  const ids = step.parts.map(({ allocationId }) => allocationId)
  const [watches, states] = await Promise.all([sql.useWatch.findMany({ where: { allocationId: { in: ids } } }), sql.allocation.findMany({ where: { id: { in: ids } }, select: { id: true, state: true, endedAt: true } })])
  const [watched, stateOf] = [new Map<string, Watch>(watches.map((watch) => [watch.allocationId, watch])), new Map(states.map((row) => [row.id, row]))]
  const kind = step.kind as Taking
  const shrunk = kind === 'shrink' ? await shrunkBy(sql, ids, step.effectiveAt ?? now) : new Set<string>()
  const undone = step.undoneAt !== null
  const parts = step.parts.map((part): Settled => {
    if (part.outcome !== null) return part as Settled
    const is = stateOf.get(part.allocationId)
    // What it made smaller the ledger says, whatever became of it afterwards.
    if (shrunk.has(part.allocationId)) return { ...part, outcome: 'shrunk' }
    // What ended by another way, such as for somebody more urgent, is not this step's to give back.
    if (is?.endedAt) return is.state === takenAs[kind] && is.endedAt >= (step.effectiveAt ?? now) ? { ...part, outcome: takenAs[kind] } : { ...part, outcome: 'kept', because: 'over' }
    const decision = undone ? 'undone' : kind !== 'reclaim' ? 'take' : decideTaking(watched.get(part.allocationId) ?? null, step.takenAt, now)
    return decision === 'take' ? { ...part, outcome: null } : { ...part, outcome: 'kept', because: decision }
  })
  return { case: step.caseId, kind, undone, parts }
}

/** Which of these the engine has made smaller since then. */
async function shrunkBy(sql: Transaction, ids: readonly string[], since: Date): Promise<ReadonlySet<string>> {
  const found = await sql.decision.findMany({ where: { allocationId: { in: [...ids] }, action: 'allocations.shrink', verdict: 'admit', personId: null, at: { gte: since } }, select: { allocationId: true, used: true } })
  return new Set(found.flatMap(({ allocationId, used }) => (allocationId !== null && used.some((moved) => moved < 0n) ? [allocationId] : [])))
}

async function take(tenant: string, kind: Taking, part: Part): Promise<Settled> {
  const input = { tenant, allocation: part.allocationId }
  if (kind === 'shrink') return shrink(input, part)
  const answer = await (kind === 'reclaim' ? admitByItself({ action: 'allocations.reclaim', decider: reclaimAllocation, tenant, input }) : admitByItself({ action: 'allocations.preempt', decider: preemptBorrowed, tenant, input }))
  return answer.ok ? { ...part, outcome: takenAs[kind] } : { ...part, outcome: 'kept', because: answer.refusal }
}
/** What its own people made as small meanwhile is theirs, and not the step's to give back. */
async function shrink(input: { tenant: string; allocation: string }, part: Part): Promise<Settled> {
  const answer = await admitByItself({ action: 'allocations.shrink', decider: shrinkAllocation, tenant: input.tenant, input: { ...input, gpus: part.gpus ?? 1 } })
  if (!answer.ok) return { ...part, outcome: 'kept', because: answer.refusal }
  return (answer.value as { repeats: boolean }).repeats ? { ...part, outcome: 'kept', because: 'not_smaller' } : { ...part, outcome: 'shrunk' }
}
async function giveBack(tenant: string, kind: Taking, part: Part): Promise<Settled> {
  const input = { tenant, allocation: part.allocationId }
  const answer = await (kind === 'shrink'
    ? admitByItself({ action: 'allocations.growBack', decider: growBackAllocation, tenant, input: { ...input, gpus: part.gpusBefore ?? 1, from: part.gpus ?? 1 } })
    : admitByItself({ action: 'allocations.giveBack', decider: giveBackAllocation, tenant, input }))
  return answer.ok ? { ...part, outcome: 'given_back' } : { ...part, outcome: 'lost', because: answer.refusal }
}

/** What became of each is written with the record of it. What was undone meanwhile is not over: the next look gives it back. */
async function finish(sql: Transaction, { undone, kind, ...of }: { id: string; tenant: string; case: string; kind: Taking; undone: boolean }, parts: readonly Settled[], at: Date | undefined): Promise<void> {
  const clock = await holdPlace(sql, of.tenant)
  if (clock === null) return
  const now = at ?? clock
  for (const { allocationId, outcome, because } of parts) await sql.casePart.updateMany({ where: { stepId: of.id, allocationId }, data: { outcome, because, settledAt: now } })
  const { count } = await sql.caseStep.updateMany({ where: { id: of.id, endedAt: null, undoneAt: undone ? { not: null } : null }, data: { endedAt: now } })
  if (count === 0) return
  const state = undone ? 'given_back' : 'taken'
  await note(sql, of, state, parts.map(({ allocationId: allocation, name, outcome, because }) => ({ allocation, name, outcome, because })))
  await tellAdmins(sql, { ...of, step: of.id }, undone ? state : ({ shrink: 'shrunk', reclaim: state, preempt: 'preempted' } as const)[kind], now)
  const told = parts.filter(({ outcome }) => outcome === (undone ? 'given_back' : takenAs[kind]))
  await tellHolders(sql, { ...of, step: of.id }, kind, told.map(({ allocationId, name, namespaceId, personId }) => ({ allocation: allocationId, name, namespace: namespaceId, person: personId })), state)
}

const note = (sql: Transaction, { id, tenant }: { id: string; tenant: string }, because: 'unanswered' | 'unsigned' | 'over' | 'taken' | 'given_back', after: Parameters<typeof recordByItself>[2]['after']) =>
  recordByItself(sql, tenant, { action: 'cases.carryOut', input: { tenant, name: id }, because, before: null, after: { step: id, came: after }, reference: crypto.randomUUID() })
