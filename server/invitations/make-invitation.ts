import { z } from 'zod'
import { Email, Handle, Instant, Uuid } from '~/server/api/inputs'
import type { WriteAction } from '~/server/authorization/actions'
import type { PlatformWriter, TenantWriter } from '~/server/database/deed'
import { platformRoles } from '~/server/identity/actor'
import { hashToken, makeToken } from '~/server/identity/token'
import { grantableRoles } from '~/server/members/decide-member'
import { momentOf, placeOf } from '~/server/members/member'
import { tellOfInvited } from '~/server/staff/admins'
import { decideMake, decideMakeOnPlatform, invitationMs, type Open, stateOf } from './decide-invitation'

export const MakeInvitation = z.strictObject({ tenant: Handle, email: Email, role: z.enum(grantableRoles), namespace: Handle.nullable(), until: Instant.nullable() })
export const MakeOnPlatform = z.strictObject({ email: Email, role: z.enum(platformRoles), until: Instant.nullable() })
export const WithdrawInvitation = z.strictObject({ tenant: Handle, invitation: Uuid })
export const WithdrawOnPlatform = z.strictObject({ invitation: Uuid })

type Writer = Pick<PlatformWriter<WriteAction>, 'rows' | 'now' | 'actor'>
type Promised = { tenantId: string | null; namespaceId: string | null; role: string; email: string }
const openAt = (now: Date) => ({ usedAt: null, withdrawnAt: null, expiresAt: { gt: now } })

async function openOf({ rows, now, actor }: Writer, { tenantId, email, ...of }: Promised): Promise<Open> {
  return {
    open: await rows.invitation.count({ where: { tenantId, ...openAt(now) } }), ownAddress: email === actor.email.toLowerCase(),
    alreadyInvited: (await rows.invitation.count({ where: { tenantId, email, ...of, ...openAt(now) } })) > 0,
  }
}
/** The record keeps the role and the place: the address is in the list, and not in what is kept for ever. */
async function make({ rows, now, actor }: Writer, of: Promised, until: Date | null) {
  const token = makeToken()
  const { id, expiresAt } = await rows.invitation.create({
    data: { ...of, roleUntil: until, tokenHash: new Uint8Array(hashToken(token)), invitedBy: actor.personId, invitedAt: now, expiresAt: new Date(now.getTime() + invitationMs) }, select: { id: true, expiresAt: true },
  })
  const after = { invitation: id, role: of.role, namespace: of.namespaceId, until: until?.toISOString() ?? null, expiresAt: expiresAt.toISOString() }
  return { after, value: { invitation: id, token, expiresAt: after.expiresAt } }
}

/** The link is shown once: of its token only a hash is kept. */
export async function makeInvitation(tx: TenantWriter<'invitations.make'>, { email, role, namespace, until: asked }: z.infer<typeof MakeInvitation>) {
  const [of, until] = [{ tenantId: tx.tenant, namespaceId: namespace, role, email }, momentOf(asked)]
  const refusal = decideMake(await placeOf(tx, namespace), await openOf(tx, of), { role, namespace, until })
  if (refusal) return tx.refuse(refusal)
  const made = await make(tx, of, until)
  return tx.record({ before: null, after: made.after }, made.value)
}
export async function makeOnPlatform(tx: PlatformWriter<'invitations.makeOnPlatform'>, { email, role, until: asked }: z.infer<typeof MakeOnPlatform>) {
  const [of, until] = [{ tenantId: null, namespaceId: null, role, email }, momentOf(asked)]
  const refusal = decideMakeOnPlatform(await openOf(tx, of), until, tx.now)
  if (refusal) return tx.refuse(refusal)
  const made = await make(tx, of, until)
  if (role === 'platform_admin') await tellOfInvited(tx, email, tx.actor.personId)
  return tx.record({ before: null, after: made.after }, made.value)
}

async function withdraw({ rows, now }: Writer, id: string, tenantId: string | null): Promise<'not_found' | 'not_open' | null> {
  const link = await rows.invitation.findFirst({ where: { id, tenantId } })
  if (!link) return 'not_found'
  if (stateOf(link, now) !== 'open') return 'not_open'
  // Somebody may have come in by it since it was looked at.
  const { count } = await rows.invitation.updateMany({ where: { id, usedAt: null, withdrawnAt: null }, data: { withdrawnAt: now } })
  return count === 1 ? null : 'not_open'
}
export async function withdrawInvitation(tx: TenantWriter<'invitations.withdraw'>, { invitation }: z.infer<typeof WithdrawInvitation>) {
  const refusal = await withdraw(tx, invitation, tx.tenant)
  return refusal ? tx.refuse(refusal) : tx.record({ before: { invitation }, after: null }, { invitation })
}
export async function withdrawOnPlatform(tx: PlatformWriter<'invitations.withdrawOnPlatform'>, { invitation }: z.infer<typeof WithdrawOnPlatform>) {
  const refusal = await withdraw(tx, invitation, null)
  return refusal ? tx.refuse(refusal) : tx.record({ before: { invitation }, after: null }, { invitation })
}
