import { z } from 'zod'
import { Handle, Uuid } from '~/server/api/inputs'
import type { WriteAction } from '~/server/authorization/actions'
import type { PlatformWriter } from '~/server/database/deed'
import { isByPasskey } from '~/server/identity/step-up'
import { decideBinding, decideReclaim, decideStep } from './decide-step'
import { idleIn, ladderOf } from './ladder'
import { answerHoursMost, bindHoursMost, graceMs, partsMost, signHours, type StepKind } from './step'
import { tellAdmins, tellHolders } from './tell-of-case'

const OnCase = { tenant: Handle, case: Uuid }
export const NotifyTenant = z.strictObject(OnCase)
export const AskTenant = z.strictObject({ ...OnCase, hours: z.int().min(1).max(answerHoursMost) })
export const ReclaimIdle = z.strictObject({ ...OnCase, allocations: z.array(Uuid).min(1).max(partsMost) })
export const SuspendRequests = z.strictObject({ ...OnCase, hours: z.int().min(1).max(bindHoursMost) })

const hoursAfter = (at: Date, hours: number) => new Date(at.getTime() + hours * 3_600_000)
type Writer = Pick<PlatformWriter<WriteAction>, 'rows' | 'now' | 'actor'>
type Of = { readonly tenant: string; readonly case: string }
async function write({ rows, now, actor }: Writer, { tenant, case: id }: Of, kind: StepKind, dueAt: Date | null, terms: { readonly hours?: number } = {}): Promise<string> {
  const ended = kind === 'notify' ? { endedAt: now } : {}
  return (await rows.caseStep.create({ data: { caseId: id, tenantId: tenant, kind, takenAt: now, takenBy: actor.personId, dueAt, ...terms, ...ended }, select: { id: true } })).id
}

/** Nothing is taken and nothing asked: the tenant can read its case from then on. */
export async function notifyTenant({ rows, now, actor, ...tx }: PlatformWriter<'cases.notify'>, of: z.infer<typeof NotifyTenant>) {
  const decision = decideStep(await ladderOf(rows, of.tenant, of.case), 'notify', now)
  if (!decision.ok) return tx.refuse(decision.refusal)
  const { repeats } = decision
  if (!repeats) await tellAdmins(rows, { ...of, step: await write({ rows, now, actor }, of, 'notify', null) }, 'told', now)
  return tx.record({ before: { case: of.case, told: repeats }, after: { case: of.case, told: true } }, { case: of.case, repeats })
}

/** The tenant is asked whether it needs what it has. It may say so for as long as it is asked; saying nothing changes nothing either. */
export async function askTenant({ rows, now, actor, ...tx }: PlatformWriter<'cases.ask'>, { hours, ...of }: z.infer<typeof AskTenant>) {
  const decision = decideStep(await ladderOf(rows, of.tenant, of.case), 'ask', now)
  if (!decision.ok) return tx.refuse(decision.refusal)
  const dueAt = hoursAfter(now, hours)
  const step = await write({ rows, now, actor }, of, 'ask', dueAt)
  await tellAdmins(rows, { ...of, step }, 'asked', now)
  return tx.record({ before: { case: of.case, asked: false }, after: { case: of.case, step, asked: true, until: dueAt.toISOString() } }, { step, dueAt: dueAt.toISOString() })
}

/** Announced here, with each allocation by name; done by the engine when the grace is over, to whatever stands unused still. */
export async function reclaimIdle({ rows, now, actor, ...tx }: PlatformWriter<'cases.reclaim'>, { allocations, ...of }: z.infer<typeof ReclaimIdle>) {
  const idle = (await idleIn(rows, of.case, now)).slice(0, partsMost)
  const decision = decideReclaim(await ladderOf(rows, of.tenant, of.case), idle, allocations, now)
  if (!decision.ok) return tx.refuse(decision.refusal)
  const dueAt = new Date(now.getTime() + graceMs)
  const step = await write({ rows, now, actor }, of, 'reclaim', dueAt)
  await rows.casePart.createMany({ data: idle.map(({ allocation, namespace, name, person, gpuMilli, idleSince }) => ({ stepId: step, tenantId: of.tenant, allocationId: allocation, namespaceId: namespace, name, personId: person, gpuMilli: BigInt(gpuMilli), idleSince })) })
  await tellAdmins(rows, { ...of, step }, 'announced', now)
  await tellHolders(rows, { ...of, step }, idle, 'announced')
  const named = idle.map(({ allocation, namespace, name, gpuMilli }) => ({ allocation, namespace, name, gpuMilli }))
  return tx.record({ before: { case: of.case, reclaims: [] }, after: { case: of.case, step, reclaims: named, takesEffect: dueAt.toISOString() } }, { step, dueAt: dueAt.toISOString() })
}

/** Nothing of it takes effect until another platform admin has signed it: then nothing new is asked for in the tenant for so long, and what runs is not touched. */
export async function suspendRequests({ rows, now, actor, factor, ...tx }: PlatformWriter<'cases.suspend'>, { hours, ...of }: z.infer<typeof SuspendRequests>) {
  const decision = decideBinding(await ladderOf(rows, of.tenant, of.case), 'suspend', isByPasskey(factor), now)
  if (!decision.ok) return tx.refuse(decision.refusal)
  const signBy = hoursAfter(now, signHours)
  const step = await write({ rows, now, actor }, of, 'suspend', signBy, { hours })
  return tx.record({ before: { case: of.case, suspends: false }, after: { case: of.case, step, hours, signBy: signBy.toISOString() } }, { step, signBy: signBy.toISOString() })
}
