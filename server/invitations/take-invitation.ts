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
import { bothRunsAndAudits } from '~/server/staff/decide-staff'
import { decideTake, type TakeReason, toldOf } from './decide-invitation'

export const AcceptInvitation = z.strictObject({ token: LinkToken, name: Title, password: Password })
export const TakeInvitation = z.strictObject({ token: LinkToken })

type Invitation = { id: string; tenantId: string | null; namespaceId: string | null; email: string; role: string; roleUntil: Date | null; invitedBy: string | null; usedAt: Date | null; withdrawnAt: Date | null; expiresAt: Date }
const powerOf = (tenantId: string | null) => (tenantId === null ? 'platform_admin' : 'tenant_admin')

/**
 * The link, and why it is not to be taken now: also whether whoever promised the role could still give it. Nobody stands behind the first of all but the operator of the machine.
 * It is held by writing what is there already: whoever else takes it or withdraws it waits, and it is as it was seen until this is over.
 */
async function look(rows: WriteRows, tokenHash: Buffer, now: Date): Promise<{ link: Invitation | null; reason: TakeReason | null }> {
  const which = { tokenHash: new Uint8Array(tokenHash) }
  await rows.invitation.updateMany({ where: { ...which, usedAt: null, withdrawnAt: null }, data: { withdrawnAt: null } })
  const link = await rows.invitation.findUnique({ where: which })
  if (!link) return { link, reason: 'no_such_link' }
  const { invitedBy, tenantId, namespaceId } = link
  const inviterMay = invitedBy === null
    || (await rows.roleBinding.count({ where: { personId: invitedBy, tenantId, role: powerOf(tenantId), person: { disabledAt: null }, ...heldAt(now) } })) > 0
  const tenant = tenantId === null ? null : await rows.tenant.findUnique({ where: { id: tenantId }, select: { frozenAt: true } })
  const namespaceClosed = tenantId !== null && namespaceId !== null && (await rows.namespace.count({ where: { tenantId, id: namespaceId, closingAt: null } })) === 0
  return { link, reason: decideTake({ link, inviterMay, namespaceClosed, tenantFrozen: tenant !== null && tenant.frozenAt !== null, roleUntil: link.roleUntil, now }) }
}
/** Of a link that is held, and that was found to be open. False where somebody gave them the same role at this moment. */
async function take(rows: WriteRows, link: Invitation, person: string, now: Date): Promise<boolean> {
  await rows.invitation.updateMany({ where: { id: link.id, usedAt: null, withdrawnAt: null }, data: { usedAt: now, usedBy: person } })
  const { count } = await rows.roleBinding.createMany({ data: [{ personId: person, role: link.role, tenantId: link.tenantId, namespaceId: link.namespaceId, validFrom: now, validTo: link.roleUntil, grantedBy: link.invitedBy }], skipDuplicates: true })
  return count === 1
}
/** In this order: a link that is none says nothing of whether somebody has its address. */
async function whyNot(rows: WriteRows, { email, tokenHash }: { email: string; tokenHash: Buffer }, now: Date): Promise<TakeReason | 'has_account' | null> {
  const { reason } = await look(rows, tokenHash, now)
  return reason ?? ((await rows.person.count({ where: { email } })) > 0 ? 'has_account' : null)
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
  const { email, tenantId } = link
  const turnedAway = (why: TakeReason | 'has_account') => gate.turnAway(why === 'has_account' ? why : toldOf(why), { reason: why, username: email })
  const refusal = decidePassword(password, contextOf({ name, email, tenants: tenantId === null ? [] : [tenantId] }))
  if (refusal) return gate.turnAway(refusal, { reason: refusal, username: email })
  const early = await gate.step({ email, tokenHash }, ({ rows }) => whyNot(rows, { email, tokenHash }, gate.now))
  if (early) return turnedAway(early)
  const passwordHash = await hashPassword(password)
  const person = crypto.randomUUID()
  const late = await gate.step({ person, email, tokenHash }, async ({ rows }) => {
    // Asked again: a password takes its time, and in that others take the link, withdraw it, or lose what they promised it by.
    const now = new Date()
    const why = await whyNot(rows, { email, tokenHash }, now)
    if (why) return why
    await rows.person.createMany({ data: [{ id: person, email, name }] })
    await rows.localAccount.createMany({ data: [{ personId: person, email, passwordHash, invitedTo: tenantId }] })
    await take(rows, link, person, now)
    return null
  }).catch((thrown: unknown) => {
    // By another link to the same address, at the same moment: with it goes all of this, and the link is as it was.
    if (isTaken(thrown)) return 'has_account' as const
    throw thrown
  })
  return late ? turnedAway(late) : gate.enter({ next: 'enrol', factors: [] }, { person, way: 'invitation' })
}
const isTaken = (thrown: unknown): boolean => typeof thrown === 'object' && thrown !== null && 'code' in thrown && thrown.code === 'P2002'

/** For somebody who is known: the role is theirs with this deed, if the link was for them. */
export async function takeInvitation(tx: SelfWriter<'invitations.take'>, { token }: z.infer<typeof TakeInvitation>) {
  await tx.holdPerson(tx.personId)
  const { link, reason } = await look(tx.rows, hashToken(token), tx.now)
  // An invitation to another address is not so much as seen here.
  if (!link || reason) return tx.refuse(toldOf(reason ?? 'no_such_link'))
  const held = await tx.rows.roleBinding.count({ where: { personId: tx.personId, tenantId: link.tenantId, namespaceId: link.namespaceId, role: link.role, throughGroup: null, ...heldAt(tx.now) } })
  if (held > 0) return tx.refuse('already_holds')
  const onPlatform = link.tenantId === null ? await tx.rows.roleBinding.findMany({ where: { personId: tx.personId, tenantId: null, ...heldAt(tx.now) }, select: { role: true } }) : []
  if (bothRunsAndAudits(link.role, onPlatform.map(({ role }) => role))) return tx.refuse('operates_and_audits')
  if (link.invitedBy === tx.personId) return tx.refuse('link_not_accepted')
  if (!(await take(tx.rows, link, tx.personId, tx.now))) return tx.refuse('already_holds')
  return tx.record({ before: null, after: null }, { tenant: link.tenantId, role: link.role, namespace: link.namespaceId })
}
