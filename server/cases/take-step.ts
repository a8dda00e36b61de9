import { z } from 'zod'
import { Handle, Uuid } from '~/server/api/inputs'
import type { WriteAction } from '~/server/authorization/actions'
import type { PlatformWriter } from '~/server/database/deed'
import { isByPasskey } from '~/server/identity/step-up'
import { decideBinding, decideBurst, decidePreempt, decideReclaim, decideShrinking, decideStep, type Ladder } from './decide-step'
import { holdCase } from './hold-case'
import { borrowedIn, idleIn, ladderOf, spareIn } from './ladder'
import { answerHoursMost, bindHoursMost, burstPercentMost, graceMs, partsMost, signHours, type StepKind, type Taking } from './step'
import type { Named } from './decide-idle'
import { tellAdmins, tellHolders } from './tell-of-case'

const OnCase = { tenant: Handle, case: Uuid }
export const NotifyTenant = z.strictObject(OnCase)
export const AskTenant = z.strictObject({ ...OnCase, hours: z.int().min(1).max(answerHoursMost) })
export const ReclaimIdle = z.strictObject({ ...OnCase, allocations: z.array(Uuid).min(1).max(partsMost) })
export const ShrinkSpare = z.strictObject({ ...OnCase, allocations: z.array(z.strictObject({ allocation: Uuid, gpus: z.int().min(1).max(1_024) })).min(1).max(partsMost) })
export const PreemptBurst = ReclaimIdle
export const ReduceBurst = z.strictObject({ ...OnCase, percent: z.int().min(0).max(burstPercentMost), hours: z.int().min(1).max(bindHoursMost) })
export const SuspendRequests = z.strictObject({ ...OnCase, hours: z.int().min(1).max(bindHoursMost) })

const hoursAfter = (at: Date, hours: number) => new Date(at.getTime() + hours * 3_600_000)
type Writer = Pick<PlatformWriter<WriteAction>, 'rows' | 'now' | 'actor'>
type Of = { readonly tenant: string; readonly case: string }
async function heldLadder(rows: Writer['rows'], { tenant, case: id }: Of): Promise<Ladder | null> {
  await holdCase(rows, id)
  return ladderOf(rows, tenant, id)
}
async function write({ rows, now, actor }: Writer, { tenant, case: id }: Of, kind: StepKind, dueAt: Date | null, terms: { readonly hours?: number; readonly percent?: number } = {}): Promise<string> {
  const ended = kind === 'notify' ? { endedAt: now } : {}
  return (await rows.caseStep.create({ data: { caseId: id, tenantId: tenant, kind, takenAt: now, takenBy: actor.personId, dueAt, ...terms, ...ended }, select: { id: true } })).id
}

/** Nothing is taken and nothing asked: the tenant can read its case from then on. */
export async function notifyTenant({ rows, now, actor, ...tx }: PlatformWriter<'cases.notify'>, of: z.infer<typeof NotifyTenant>) {
  const decision = decideStep(await heldLadder(rows, of), 'notify', now)
  if (!decision.ok) return tx.refuse(decision.refusal)
  const { repeats } = decision
  if (!repeats) await tellAdmins(rows, { ...of, step: await write({ rows, now, actor }, of, 'notify', null) }, 'told', now)
  return tx.record({ before: { case: of.case, told: repeats }, after: { case: of.case, told: true } }, { case: of.case, repeats })
}

/** The tenant is asked whether it needs what it has. It may say so for as long as it is asked; saying nothing changes nothing either. */
export async function askTenant({ rows, now, actor, ...tx }: PlatformWriter<'cases.ask'>, { hours, ...of }: z.infer<typeof AskTenant>) {
  const decision = decideStep(await heldLadder(rows, of), 'ask', now)
  if (!decision.ok) return tx.refuse(decision.refusal)
  const dueAt = hoursAfter(now, hours)
  const step = await write({ rows, now, actor }, of, 'ask', dueAt)
  await tellAdmins(rows, { ...of, step }, 'asked', now)
  return tx.record({ before: { case: of.case, asked: false }, after: { case: of.case, step, asked: true, until: dueAt.toISOString() } }, { step, dueAt: dueAt.toISOString() })
}

/** Announced here, with each allocation by name; done by the engine when the grace is over, to whatever stands unused still. */
export async function reclaimIdle({ rows, now, actor, ...tx }: PlatformWriter<'cases.reclaim'>, { allocations, ...of }: z.infer<typeof ReclaimIdle>) {
  const idle = (await idleIn(rows, of.case, now)).slice(0, partsMost)
  const decision = decideReclaim(await heldLadder(rows, of), idle, allocations, now)
  if (!decision.ok) return tx.refuse(decision.refusal)
  const dueAt = new Date(now.getTime() + graceMs)
  const step = await write({ rows, now, actor }, of, 'reclaim', dueAt)
  await announce({ rows, now }, { ...of, step }, 'reclaim', idle)
  return tx.record({ before: { case: of.case, reclaims: [] }, after: { case: of.case, step, reclaims: idle.map(asNamed), takesEffect: dueAt.toISOString() } }, { step, dueAt: dueAt.toISOString() })
}

/** Announced here, with each allocation by name and its size; done by the engine when the grace is over, to whatever then needs no more. The tenant can make them smaller itself before. */
export async function shrinkSpare({ rows, now, actor, ...tx }: PlatformWriter<'cases.shrink'>, { allocations, ...of }: z.infer<typeof ShrinkSpare>) {
  const spare = await spareIn(rows, of.case, of.tenant, now)
  const decision = decideShrinking(await heldLadder(rows, of), spare, allocations, now)
  if (!decision.ok) return tx.refuse(decision.refusal)
  const dueAt = new Date(now.getTime() + graceMs)
  const step = await write({ rows, now, actor }, of, 'shrink', dueAt)
  await announce({ rows, now }, { ...of, step }, 'shrink', spare)
  return tx.record({ before: { case: of.case, shrinks: [] }, after: { case: of.case, step, shrinks: spare.map(({ gpus, gpusBefore, ...one }) => ({ ...asNamed(one), gpus, gpusBefore })), takesEffect: dueAt.toISOString() } }, { step, dueAt: dueAt.toISOString() })
}

/** As reclaiming, of what is borrowed, whether it is used or not. It is over then, and does not wait to begin again by itself. */
export async function preemptBurst({ rows, now, actor, factor, ...tx }: PlatformWriter<'cases.preempt'>, { allocations, ...of }: z.infer<typeof PreemptBurst>) {
  const borrowed = await borrowedIn(rows, of.tenant)
  const decision = decidePreempt(await heldLadder(rows, of), isByPasskey(factor), borrowed, allocations, now)
  if (!decision.ok) return tx.refuse(decision.refusal)
  const dueAt = new Date(now.getTime() + graceMs)
  const step = await write({ rows, now, actor }, of, 'preempt', dueAt)
  await announce({ rows, now }, { ...of, step }, 'preempt', borrowed)
  return tx.record({ before: { case: of.case, preempts: [] }, after: { case: of.case, step, preempts: borrowed.map(asNamed), takesEffect: dueAt.toISOString() } }, { step, dueAt: dueAt.toISOString() })
}

const asNamed = ({ allocation, namespace, name, gpuMilli }: Named) => ({ allocation, namespace, name, gpuMilli })
/** Each by name, and everybody it concerns is told. */
async function announce({ rows, now }: Pick<Writer, 'rows' | 'now'>, of: Of & { readonly step: string }, kind: Taking, named: readonly (Named & { readonly idleSince: Date | null; readonly gpus?: number; readonly gpusBefore?: number })[]): Promise<void> {
  await rows.casePart.createMany({ data: named.map(({ allocation, namespace, name, person, gpuMilli, idleSince, gpus = null, gpusBefore = null }) => ({ gpus, gpusBefore, stepId: of.step, tenantId: of.tenant, allocationId: allocation, namespaceId: namespace, name, personId: person, gpuMilli: BigInt(gpuMilli), idleSince })) })
  await tellAdmins(rows, of, ({ shrink: 'shrinking', reclaim: 'announced', preempt: 'preempting' } as const)[kind], now)
  await tellHolders(rows, of, kind, named, 'announced')
}

/** Nothing of it takes effect until another platform admin has signed it: then nothing new is asked for in the tenant for so long, and what runs is not touched. */
export async function suspendRequests({ rows, now, actor, factor, ...tx }: PlatformWriter<'cases.suspend'>, { hours, ...of }: z.infer<typeof SuspendRequests>) {
  const decision = decideBinding(await heldLadder(rows, of), 'suspend', isByPasskey(factor), now)
  if (!decision.ok) return tx.refuse(decision.refusal)
  const signBy = hoursAfter(now, signHours)
  const step = await write({ rows, now, actor }, of, 'suspend', signBy, { hours })
  return tx.record({ before: { case: of.case, suspends: false }, after: { case: of.case, step, hours, signBy: signBy.toISOString() } }, { step, signBy: signBy.toISOString() })
}

/** Signed by another, the tenant borrows no more than so much of what it may, for so long. Its own share is not touched, nor what it has borrowed already. */
export async function reduceBurst({ rows, now, actor, factor, ...tx }: PlatformWriter<'cases.burst'>, { percent, hours, ...of }: z.infer<typeof ReduceBurst>) {
  const account = await rows.account.findFirst({ where: { tenantId: of.tenant, kind: 'tenant' }, select: { nominal: true, hard: true } })
  const mayBorrow = account?.hard.some((hard, at) => hard > (account.nominal[at] ?? 0n)) ?? false
  const decision = decideBurst(await heldLadder(rows, of), isByPasskey(factor), mayBorrow, now)
  if (!decision.ok) return tx.refuse(decision.refusal)
  const signBy = hoursAfter(now, signHours)
  const step = await write({ rows, now, actor }, of, 'burst', signBy, { hours, percent })
  return tx.record({ before: { case: of.case, reduces: false }, after: { case: of.case, step, percent, hours, signBy: signBy.toISOString() } }, { step, signBy: signBy.toISOString() })
}
