import { z } from 'zod'
import { Prose, Uuid } from '~/server/api/inputs'
import type { WriteAction } from '~/server/authorization/actions'
import type { PlatformWriter } from '~/server/database/deed'
import { endEntering, endTokensOf } from '~/server/identity/opened'
import { hashToken, makeToken } from '~/server/identity/token'
import { adminsOf, heldAt } from '~/server/members/held'
import { lastingAdmins, readShutOut, tellOfAdmin } from '~/server/staff/admins'
import { decideDisable, decideEnable, decideReset } from './decide-person'

export const DisablePerson = z.strictObject({ person: Uuid, reason: Prose })
export const OnPerson = z.strictObject({ person: Uuid })
/** Factors that were lost go with the old password. */
export const ResetPerson = z.strictObject({ person: Uuid, factors: z.enum(['kept', 'lost']) })
const resetMs = 3_600_000

type Writer = Pick<PlatformWriter<WriteAction>, 'rows' | 'now' | 'tell' | 'holdPerson' | 'holdPeople' | 'delegatedTo'>
async function find({ rows }: Writer, id: string) {
  const person = await rows.person.findUnique({ where: { id }, select: { id: true, disabledAt: true } })
  return person && { id: person.id, disabled: person.disabledAt !== null }
}
const endAll = async ({ rows, now }: Writer, person: string): Promise<number> =>
  (await rows.session.updateMany({ where: { personId: person, endedAt: null }, data: { endedAt: now, endedBecause: 'ended_by_platform' } })).count
const rolesOf = ({ rows, now }: Writer, person: string) => rows.roleBinding.findMany({ where: { personId: person, ...heldAt(now) }, select: { role: true, tenantId: true, namespaceId: true } })

/** The one way in which somebody is kept out, whoever does it. They are out at their next request, wherever they are signed in, and what a machine shows in their place is not theirs again when they are let in. The roles that they hold stay, for whoever lets them in to look at. */
export async function keepOut(tx: Writer & Pick<PlatformWriter<WriteAction>, 'actor'>, id: string, reason: string) {
  await tx.holdPerson(id)
  const person = await find(tx, id)
  const isAdmin = (await rolesOf(tx, id)).some(({ role, tenantId }) => role === 'platform_admin' && tenantId === null)
  const decision = decideDisable({ person, isAdmin, lastingAdmins: await lastingAdmins(tx.rows, tx.now, { person: id }), shutOut: await readShutOut(tx, id, tx.actor.personId) }, tx.actor.personId)
  if (!decision.ok) return decision
  await tx.rows.person.updateMany({ where: { id }, data: { disabledAt: tx.now, disabledBy: tx.actor.personId } })
  await endEntering(tx, { personId: id }, 'person_disabled')
  const [sessions, tokens] = [await endAll(tx, id), await endTokensOf(tx, [id])]
  await tx.tell(id, 'account_disabled', { reason })
  if (isAdmin) await tellOfAdmin(tx, id, tx.actor.personId, 'disabled')
  return { ok: true, sessions, tokens } as const
}
export async function disablePerson(tx: PlatformWriter<'people.disable'>, { person: id, reason }: z.infer<typeof DisablePerson>) {
  const kept = await keepOut(tx, id, reason)
  if (!kept.ok) return tx.refuse(kept.refusal)
  return tx.record({ before: { person: id, disabled: false }, after: { person: id, disabled: true, reason, sessions: kept.sessions, tokens: kept.tokens } }, { person: id })
}

/** The one way in which they are let in again. */
export async function letIn(tx: Writer, id: string) {
  const decision = decideEnable(await find(tx, id))
  if (!decision.ok) return decision
  await tx.rows.person.updateMany({ where: { id }, data: { disabledAt: null, disabledBy: null } })
  await tx.tell(id, 'account_enabled', {})
  return decision
}
export async function enablePerson(tx: PlatformWriter<'people.enable'>, { person: id }: z.infer<typeof OnPerson>) {
  const decision = await letIn(tx, id)
  return decision.ok ? tx.record({ before: { person: id, disabled: true }, after: { person: id, disabled: false } }, { person: id }) : tx.refuse(decision.refusal)
}

export async function endSessions(tx: PlatformWriter<'people.endSessions'>, { person: id }: z.infer<typeof OnPerson>) {
  if (!(await find(tx, id))) return tx.refuse('not_found')
  await tx.holdPerson(id)
  const ended = await endAll(tx, id)
  if (ended > 0) await tx.tell(id, 'sessions_ended', {})
  return tx.record({ before: null, after: { person: id, sessions: ended } }, { person: id, ended })
}

/** Whoever has the link may come in as them and see what they see: where that is, somebody else hears of it than who made it. */
async function tellTheirAdmins(tx: Writer, id: string, roles: readonly { readonly tenant: string | null }[], factors: string): Promise<void> {
  const { name } = await tx.rows.person.findUniqueOrThrow({ where: { id }, select: { name: true } })
  for (const tenant of new Set(roles.flatMap((role) => role.tenant ?? []))) for (const admin of await adminsOf(tx.rows, tenant, tx.now)) await tx.tell(admin, 'member_reset', { label: name, place: tenant, factors })
}

/** Whoever makes the link sees neither the old password nor the new one. A link that was made before is over. */
export async function resetPerson(tx: PlatformWriter<'people.reset'>, { person: id, factors }: z.infer<typeof ResetPerson>) {
  const hasPassword = (await tx.rows.localAccount.count({ where: { personId: id } })) > 0
  const roles = (await rolesOf(tx, id)).map(({ role, tenantId, namespaceId }) => ({ role, tenant: tenantId, namespace: namespaceId }))
  const decision = decideReset({ person: await find(tx, id), hasPassword, roles: [...roles, ...(await tx.delegatedTo(id, tx.now))] }, tx.actor.personId)
  if (!decision.ok) return tx.refuse(decision.refusal)
  await tx.rows.passwordReset.updateMany({ where: { personId: id, usedAt: null, replacedAt: null }, data: { replacedAt: tx.now } })
  const token = makeToken()
  const expiresAt = new Date(tx.now.getTime() + resetMs)
  await tx.rows.passwordReset.create({ data: { personId: id, factors: factors === 'lost', tokenHash: new Uint8Array(hashToken(token)), madeBy: tx.actor.personId, madeAt: tx.now, expiresAt }, select: { id: true } })
  await tx.tell(id, 'password_reset', { factors })
  await tellTheirAdmins(tx, id, roles, factors)
  return tx.record({ before: null, after: { person: id, factors, until: expiresAt.toISOString() } }, { token, expiresAt: expiresAt.toISOString() })
}
