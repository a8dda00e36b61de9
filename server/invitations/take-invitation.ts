import { z } from 'zod'
import { LinkToken, Password, Title } from '~/server/api/inputs'
import type { SelfWriter } from '~/server/database/deed'
import type { Gate } from '~/server/database/gate'
import type { WriteRows } from '~/server/database/rows'
import { hashPassword } from '~/server/identity/password'
import { hashToken } from '~/server/identity/token'
import { heldAt } from '~/server/members/held'
import { contextOf } from '~/server/passwords/context'
import { decidePassword } from '~/server/passwords/decide-password'
import { decideTake, type TakeReason, toldOf } from './decide-invitation'

export const AcceptInvitation = z.strictObject({ token: LinkToken, name: Title, password: Password })
export const TakeInvitation = z.strictObject({ token: LinkToken })

type Invitation = { id: string; tenantId: string | null; namespaceId: string | null; email: string; role: string; roleUntil: Date | null; invitedBy: string | null; usedAt: Date | null; withdrawnAt: Date | null; expiresAt: Date }
const powerOf = (tenantId: string | null) => (tenantId === null ? 'platform_admin' : 'tenant_admin')

/** The link, and why it is not to be taken now: also whether whoever promised the role could still give it. Nobody stands behind the first of all but the operator of the machine. */
async function look(rows: WriteRows, tokenHash: Buffer, now: Date): Promise<{ link: Invitation | null; reason: TakeReason | null }> {
  const link = await rows.invitation.findUnique({ where: { tokenHash: new Uint8Array(tokenHash) } })
  if (!link) return { link, reason: 'no_such_link' }
  const { invitedBy, tenantId } = link
  const inviterMay = invitedBy === null
    || (await rows.roleBinding.count({ where: { personId: invitedBy, tenantId, role: powerOf(tenantId), person: { disabledAt: null }, ...heldAt(now) } })) > 0
  const tenant = tenantId === null ? null : await rows.tenant.findUnique({ where: { id: tenantId }, select: { frozenAt: true } })
  return { link, reason: decideTake({ link, inviterMay, tenantFrozen: tenant !== null && tenant.frozenAt !== null, roleUntil: link.roleUntil, now }) }
}
/** One of those who come at once has it. */
async function take(rows: WriteRows, link: Invitation, person: string, now: Date): Promise<boolean> {
  const { count } = await rows.invitation.updateMany({ where: { id: link.id, usedAt: null, withdrawnAt: null }, data: { usedAt: now, usedBy: person } })
  if (count === 0) return false
  await rows.roleBinding.createMany({ data: [{ personId: person, role: link.role, tenantId: link.tenantId, namespaceId: link.namespaceId, validFrom: now, validTo: link.roleUntil, grantedBy: link.invitedBy }] })
  return true
}

/** Somebody becomes known here, and owes a second factor before they are in. */
export async function acceptInvitation(gate: Gate<'invitations.accept'>, { token, name, password }: z.infer<typeof AcceptInvitation>) {
  const here = gate.source.address
  if (!(await gate.step({}, ({ tries }) => tries.begin('source', here)))) return gate.turnAway('source_blocked', { reason: 'source_blocked' })
  const tokenHash = hashToken(token)
  const { link, reason } = await gate.step({ tokenHash }, ({ rows }) => look(rows, tokenHash, gate.now))
  if (!link || reason) {
    await gate.step({}, ({ tries }) => tries.fail('source', here))
    return gate.turnAway(toldOf(reason ?? 'no_such_link'), { reason: reason ?? 'no_such_link' })
  }
  await gate.step({}, ({ tries }) => tries.succeed('source', here, 'own'))
  const refusal = decidePassword(password, contextOf({ name, email: link.email, tenants: link.tenantId === null ? [] : [link.tenantId] }))
  if (refusal) return gate.turnAway(refusal, { reason: refusal, username: link.email })
  const known = await gate.step({ email: link.email }, ({ rows }) => rows.person.count({ where: { email: link.email } }))
  if (known > 0) return gate.turnAway('has_account', { reason: 'has_account', username: link.email })
  const passwordHash = await hashPassword(password)
  const person = crypto.randomUUID()
  const taken = await gate.step({ person, tokenHash }, async ({ rows }) => {
    // The person is there before what is theirs is, and goes with it if somebody else was faster.
    await rows.person.createMany({ data: [{ id: person, email: link.email, name }] })
    await rows.localAccount.createMany({ data: [{ personId: person, email: link.email, passwordHash, invitedTo: link.tenantId }] })
    if (!(await take(rows, link, person, gate.now))) throw new Late()
    return true
  }).catch((thrown: unknown) => {
    if (thrown instanceof Late || isTaken(thrown)) return false
    throw thrown
  })
  if (!taken) return gate.turnAway('link_not_accepted', { reason: 'used', username: link.email })
  return gate.enter({ next: 'enrol', factors: [] }, { person, way: 'invitation' })
}
class Late extends Error {}
const isTaken = (thrown: unknown): boolean => typeof thrown === 'object' && thrown !== null && 'code' in thrown && thrown.code === 'P2002'

/** For somebody who is known: the role is theirs with this deed, if the link was for them. */
export async function takeInvitation(tx: SelfWriter<'invitations.take'>, { token }: z.infer<typeof TakeInvitation>) {
  const { link, reason } = await look(tx.rows, hashToken(token), tx.now)
  // An invitation to another address is not so much as seen here.
  if (!link || reason) return tx.refuse(toldOf(reason ?? 'no_such_link'))
  const held = await tx.rows.roleBinding.count({ where: { personId: tx.personId, tenantId: link.tenantId, namespaceId: link.namespaceId, role: link.role, throughGroup: null, ...heldAt(tx.now) } })
  if (held > 0) return tx.refuse('already_holds')
  if (link.invitedBy === tx.personId || !(await take(tx.rows, link, tx.personId, tx.now))) return tx.refuse('link_not_accepted')
  return tx.record({ before: null, after: null }, { tenant: link.tenantId, role: link.role, namespace: link.namespaceId })
}
