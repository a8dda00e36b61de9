import { z } from 'zod'
import { LinkToken, Password } from '~/server/api/inputs'
import type { Gate } from '~/server/database/gate'
import { endEntering, endTokensOf } from '~/server/identity/opened'
import { hashPassword } from '~/server/identity/password'
import { hashToken } from '~/server/identity/token'
import { factorKindsOf } from '~/server/identity/factor-kinds'
import { heldAt } from '~/server/members/held'
import { contextOf } from '~/server/passwords/context'
import { decidePassword } from '~/server/passwords/decide-password'
import { decideReset } from '~/server/people/decide-person'

export const WithReset = z.strictObject({ token: LinkToken, password: Password })

/**
 * A link that an operator made, once, within the hour. It sets the password, ends whatever was opened with the old one, and lets nobody in: the second factor is asked for all
 * the same, and whoever lost theirs enrols another. Whether it could still be made is asked again: somebody may have been given power since.
 */
export async function withReset(gate: Gate<'signIn.withReset'>, { token, password }: z.infer<typeof WithReset>) {
  const here = gate.source.address
  if (!(await gate.step({}, ({ tries }) => tries.begin('source', here)))) return gate.turnAway('source_blocked', { reason: 'source_blocked' })
  const tokenHash = hashToken(token)
  const link = await gate.step({ tokenHash }, ({ rows }) => rows.passwordReset.findUnique({ where: { tokenHash: new Uint8Array(tokenHash) } }))
  const person = link && (await gate.step({ person: link.personId }, ({ rows }) => rows.person.findUnique({ where: { id: link.personId }, select: { id: true, name: true, email: true, disabledAt: true } })))
  const because = !link || !person ? 'no_such_link' : link.usedAt ? 'used_before' : link.replacedAt ? 'replaced' : link.expiresAt <= gate.now ? 'too_old' : person.disabledAt ? 'person_disabled' : await whyNoMore(gate, person.id, link.madeBy)
  if (because !== null || !link || !person) {
    await gate.step({}, ({ tries }) => tries.fail('source', here))
    return gate.turnAway('link_not_accepted', { reason: because ?? 'no_such_link', ...(person ? { who: { person: person.id, way: 'reset' as const } } : {}) })
  }
  await gate.step({}, ({ tries }) => tries.succeed('source', here, 'own'))
  const refusal = decidePassword(password, contextOf({ ...person, tenants: [] }))
  if (refusal) return gate.turnAway(refusal, { reason: refusal, who: { person: person.id, way: 'reset' } })
  const passwordHash = await hashPassword(password)
  const kinds = await gate.step({ person: person.id, tokenHash }, async (at) => {
    const { count } = await at.rows.passwordReset.updateMany({ where: { id: link.id, usedAt: null, replacedAt: null }, data: { usedAt: at.now } })
    if (count === 0) return null
    await at.rows.localAccount.updateMany({ where: { personId: person.id }, data: { passwordHash, changedAt: at.now } })
    await endEntering(at, person.id)
    const endSessions = () => at.rows.session.updateMany({ where: { personId: person.id, endedAt: null }, data: { endedAt: at.now, endedBecause: 'ended_by_platform' } })
    // Before what may be made in one: it waits for whoever makes it, and then ends that, too.
    await endSessions()
    await endTokensOf(at, [person.id])
    if (link.factors) {
      await at.rows.factor.updateMany({ where: { personId: person.id, removedAt: null }, data: { removedAt: at.now } })
      await at.rows.recoveryCode.updateMany({ where: { personId: person.id, usedAt: null, replacedAt: null }, data: { replacedAt: at.now } })
      // Whoever came in by one of those factors at this moment was waited for.
      await endSessions()
    }
    await at.tell(person.id, 'password_changed', { source: here })
    return factorKindsOf(at, person.id)
  })
  if (kinds === null) return gate.turnAway('link_not_accepted', { reason: 'used_before', who: { person: person.id, way: 'reset' } })
  return gate.enter({ next: kinds.includes('passkey') || kinds.includes('code') ? 'factor' : 'enrol', factors: kinds }, { person: person.id, way: 'reset' })
}

async function whyNoMore(gate: Gate<'signIn.withReset'>, person: string, madeBy: string): Promise<string | null> {
  const roles = await gate.step({ person }, ({ rows, now }) => rows.roleBinding.findMany({ where: { personId: person, ...heldAt(now) }, select: { role: true, tenantId: true } }))
  const decision = decideReset({ person: { id: person, disabled: false }, hasPassword: true, roles: roles.map(({ role, tenantId }) => ({ role, tenant: tenantId })) }, madeBy)
  return decision.ok ? null : decision.refusal
}
