import { z } from 'zod'
import { Email, Instant, Uuid } from '~/server/api/inputs'
import type { WriteAction } from '~/server/authorization/actions'
import type { PlatformWriter } from '~/server/database/deed'
import { platformRoles } from '~/server/identity/actor'
import { heldAt } from '~/server/members/held'
import { lastingAdmins, readShutOut, tellOfAdmin } from './admins'
import { decideEnd, decideGrant } from './decide-staff'
import { shown } from './staff'

export const GrantStaff = z.strictObject({ email: Email, role: z.enum(platformRoles), until: Instant.nullable() })
export const EndStaff = z.strictObject({ binding: Uuid })

/** The platform's account is held since the deed began, so who holds what on it stands still while this decides. */
export async function grantStaff(tx: PlatformWriter<'staff.grant'>, { email, role, until: asked }: z.infer<typeof GrantStaff>) {
  const until = asked === null ? null : new Date(asked)
  const person = await tx.findPerson(email)
  // Whoever takes a role by a link holds themselves, and not the platform's account.
  if (person) await tx.holdPerson(person.id)
  const held = person === null ? [] : await tx.rows.roleBinding.findMany({ where: { tenantId: null, personId: person.id, ...heldAt(tx.now) }, select: { role: true } })
  const decision = decideGrant({ person: person?.id ?? null, held: held.map((binding) => binding.role), now: tx.now }, { role, until, by: tx.actor.personId })
  if (!decision.ok) return tx.refuse(decision.refusal)
  const made = shown(await tx.rows.roleBinding.create({ data: { personId: decision.person, role, validFrom: tx.now, validTo: until, grantedBy: tx.actor.personId } }))
  if (role === 'platform_admin') await tellOfAdmin(tx, decision.person, tx.actor.personId, 'made')
  return tx.record({ before: null, after: made }, made)
}

export async function endStaff(tx: PlatformWriter<'staff.end'>, { binding }: z.infer<typeof EndStaff>) {
  const ended = await endStaffBinding(tx, binding, tx.actor.personId)
  return ended.ok ? tx.record({ before: ended.before, after: ended.after }, ended.after) : tx.refuse(ended.refusal)
}

/** The one way in which a role on the platform ends before its time, whoever ends it; null is the clock. The platform's account is held meanwhile. */
export async function endStaffBinding({ rows, now }: Pick<PlatformWriter<WriteAction>, 'rows' | 'now'>, id: string, by: string | null) {
  const binding = await rows.roleBinding.findFirst({ where: { id, tenantId: null } })
  const ended = binding !== null && binding.validTo !== null && binding.validTo <= now
  const another = binding !== null && by !== null && binding.personId !== by ? by : null
  const shutOut = binding && another ? await readShutOut({ rows, now }, binding.personId, another) : null
  const decision = decideEnd({ binding: binding && { role: binding.role, ended }, lastingAdmins: await lastingAdmins(rows, now, { binding: id }), shutOut })
  if (!decision.ok) return decision
  if (!binding) throw new Error('a role that is not there was ended')
  await rows.roleBinding.updateMany({ where: { id }, data: { validTo: now, endedBy: by } })
  if (by !== null && binding.role === 'platform_admin') await tellOfAdmin({ rows, now }, binding.personId, by, 'ended')
  return { ok: true, before: shown(binding), after: shown({ ...binding, validTo: now }) } as const
}
