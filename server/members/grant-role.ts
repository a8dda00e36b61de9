import type { z } from 'zod'
import type { TenantWriter } from '~/server/database/deed'
import { decideGrant, decideGrants } from './decide-member'
import { heldAt } from './held'
import { type GrantMany, type GrantRole, momentOf, placeOf, shown } from './member'
import { memberRefusals } from './member.refusals'

export async function grantRole(tx: TenantWriter<'members.grant'>, { email, role, customRole, namespace, until }: z.infer<typeof GrantRole>) {
  const place = await placeOf(tx, namespace, customRole)
  const person = await tx.findPerson(email)
  const holds = person !== null && (await tx.rows.roleBinding.count({ where: { tenantId: tx.tenant, namespaceId: namespace, personId: person.id, role, customRole, throughGroup: null, ...heldAt(tx.now) } })) > 0
  const decision = decideGrant({ ...place, person: person?.id ?? null, holds }, { role, namespace, until: momentOf(until), by: tx.actor.personId })
  if (!decision.ok) return tx.refuse(decision.refusal)
  // Of somebody who takes it by a link at this moment the tenant's row does not know.
  const [row] = await tx.rows.roleBinding.createManyAndReturn({
    skipDuplicates: true,
    data: [{ personId: decision.person, role, customRole, tenantId: tx.tenant, namespaceId: namespace, validFrom: tx.now, validTo: momentOf(until), grantedBy: tx.actor.personId }],
  })
  if (!row) return tx.refuse('already_holds')
  const made = shown(row)
  return tx.record({ before: null, after: made }, made)
}

/** However many there are, each kind of work is one statement. */
export async function grantMany(tx: TenantWriter<'members.grantMany'>, { emails, role, customRole, namespace, until }: z.infer<typeof GrantMany>) {
  const place = await placeOf(tx, namespace, customRole)
  const known = await tx.findPeople(emails)
  const held = await tx.rows.roleBinding.findMany({
    where: { tenantId: tx.tenant, namespaceId: namespace, personId: { in: [...known.values()] }, role, customRole, throughGroup: null, ...heldAt(tx.now) }, select: { personId: true },
  })
  const holders = new Set(held.map(({ personId }) => personId))
  const everybody = [...new Set(emails)].map((email) => ({ email, person: known.get(email) ?? null, holds: holders.has(known.get(email) ?? '') }))
  const decision = decideGrants(place, everybody, { role, namespace, until: momentOf(until), by: tx.actor.personId })
  if (!decision.ok) return tx.refuse(decision.refusal, 'about' in decision ? decision.about.map(({ email, refusal }) => ({ field: email, says: memberRefusals[refusal].says })) : [])
  const made = await tx.rows.roleBinding.createManyAndReturn({
    skipDuplicates: true,
    data: decision.people.map((personId) => ({ personId, role, customRole, tenantId: tx.tenant, namespaceId: namespace, validFrom: tx.now, validTo: momentOf(until), grantedBy: tx.actor.personId })),
  })
  const late = everybody.filter(({ person }) => !made.some(({ personId }) => personId === person))
  if (late.length > 0) return tx.refuse('not_everybody', late.map(({ email }) => ({ field: email, says: memberRefusals.already_holds.says })))
  return tx.record({ before: null, after: made.map(shown) }, { given: made.length })
}
