import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { Handle, Prose, Uuid } from '~/server/api/inputs'
import type { PlatformWriter, TenantWriter } from '~/server/database/deed'
import { isByPasskey } from '~/server/identity/step-up'
import { isNobodyElse } from '~/server/requests/decide-appointed'
import { answeringOf } from '~/server/requests/request'
import { decideAsk, decideSign, decideTakeBack, dueAfter } from './decide-erasure'
import { shown } from './erasure'

/** `typed` is the tenant's name once more, by hand: what it does cannot be undone. */
export const AskErasure = z.strictObject({ tenant: Handle, typed: Handle, reason: Prose })
export const OnErasure = z.strictObject({ tenant: Handle, erasure: Uuid })

type Asking = Pick<TenantWriter<'erasures.ask'>, 'rows' | 'now' | 'actor' | 'factor'>
type Signing = Asking & Pick<TenantWriter<'erasures.sign'>, 'appointments'>
const signers = ['tenant_admin', 'platform_admin', 'approver'] as const
const find = ({ rows }: Asking, { tenant, erasure }: z.infer<typeof OnErasure>) => rows.erasure.findUnique({ where: { id: erasure, tenantId: tenant } })

async function ask(tx: Asking, { tenant, typed, reason }: z.infer<typeof AskErasure>) {
  const others = await tx.rows.erasure.findMany({ where: { tenantId: tenant, takenBackAt: null } })
  const decision = decideAsk({ passkey: isByPasskey(tx.factor), named: typed === tenant, others })
  if (!decision.ok) return decision
  const row = await tx.rows.erasure.create({ data: { id: randomUUID(), tenantId: tenant, reason, askedAt: tx.now, askedBy: tx.actor.personId } })
  return { ok: true, before: null, after: shown(row) } as const
}
/** `as` is where whoever signs is what they sign as: in the tenant, or on the platform. */
async function sign(tx: Signing, as: string | null, asked: z.infer<typeof OnErasure>) {
  const row = await find(tx, asked)
  const appointed = row !== null && isNobodyElse({ by: row.askedBy, of: signers }, answeringOf(tx.actor, as), await tx.appointments(row.tenantId, row.askedAt))
  const decision = decideSign(row, { by: tx.actor.personId, appointed, passkey: isByPasskey(tx.factor) })
  if (!decision.ok) return decision
  if (!row) throw new Error('what is not there was signed')
  const by = { signedAt: tx.now, signedBy: tx.actor.personId, dueAt: dueAfter(tx.now) }
  await tx.rows.erasure.updateMany({ where: { id: row.id, signedAt: null, takenBackAt: null }, data: by })
  return { ok: true, before: shown(row), after: shown({ ...row, ...by }) } as const
}
async function takeBack(tx: Asking, asked: z.infer<typeof OnErasure>) {
  const row = await find(tx, asked)
  const decision = decideTakeBack(row)
  if (!decision.ok) return decision
  if (!row) throw new Error('what is not there was taken back')
  const by = { takenBackAt: tx.now, takenBackBy: tx.actor.personId }
  await tx.rows.erasure.updateMany({ where: { id: row.id, takenBackAt: null, erasedAt: null }, data: by })
  return { ok: true, before: shown(row), after: shown({ ...row, ...by }) } as const
}

export async function askInTenant(tx: TenantWriter<'erasures.ask'>, asked: z.infer<typeof AskErasure>) {
  const made = await ask(tx, asked)
  return made.ok ? tx.record(made, made.after) : tx.refuse(made.refusal)
}
export async function askOnPlatform(tx: PlatformWriter<'erasures.askOnPlatform'>, asked: z.infer<typeof AskErasure>) {
  const made = await ask(tx, asked)
  return made.ok ? tx.record(made, made.after) : tx.refuse(made.refusal)
}
export async function signInTenant(tx: TenantWriter<'erasures.sign'>, asked: z.infer<typeof OnErasure>) {
  const made = await sign(tx, tx.tenant, asked)
  return made.ok ? tx.record(made, made.after) : tx.refuse(made.refusal)
}
export async function signOnPlatform(tx: PlatformWriter<'erasures.signOnPlatform'>, asked: z.infer<typeof OnErasure>) {
  const made = await sign(tx, null, asked)
  return made.ok ? tx.record(made, made.after) : tx.refuse(made.refusal)
}
export async function takeBackInTenant(tx: TenantWriter<'erasures.takeBack'>, asked: z.infer<typeof OnErasure>) {
  const made = await takeBack(tx, asked)
  return made.ok ? tx.record(made, made.after) : tx.refuse(made.refusal)
}
export async function takeBackOnPlatform(tx: PlatformWriter<'erasures.takeBackOnPlatform'>, asked: z.infer<typeof OnErasure>) {
  const made = await takeBack(tx, asked)
  return made.ok ? tx.record(made, made.after) : tx.refuse(made.refusal)
}
