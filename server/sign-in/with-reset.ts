import { z } from 'zod'
import { LinkToken, Password } from '~/server/api/inputs'
import type { Gate } from '~/server/database/gate'
import type { Proving } from '~/server/database/proving'
import { endEntering, endRecoveryCodes, endTokensOf } from '~/server/identity/opened'
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
 * the same, and whoever lost theirs enrols another. Whether it could still be made is asked again, when it is opened and when it is taken: somebody may have been given power since, and whoever made it may have lost theirs.
 */
export async function withReset(gate: Gate<'signIn.withReset'>, { token, password }: z.infer<typeof WithReset>) {
  const here = gate.source.address
  if (!(await gate.step({}, ({ tries }) => tries.begin('source', here)))) return gate.turnAway('source_blocked', { reason: 'source_blocked' })
  const tokenHash = hashToken(token)
  const whose = await gate.step({ tokenHash }, ({ rows }) => rows.passwordReset.findUnique({ where: { tokenHash: new Uint8Array(tokenHash) }, select: { personId: true } }))
  const seen = whose && (await gate.step({ person: whose.personId, tokenHash }, (at) => look(at, tokenHash, gate.now)))
  if (!seen || seen.reason !== null) {
    await gate.step({}, ({ tries }) => tries.fail('source', here))
    return gate.turnAway('link_not_accepted', { reason: seen?.reason ?? 'no_such_link', ...(seen ? { who: { person: seen.person.id, way: 'reset' as const } } : {}) })
  }
  const { person } = seen
  await gate.step({}, ({ tries }) => tries.succeed('source', here, 'own'))
  const refusal = decidePassword(password, contextOf({ ...person, tenants: [] }))
  if (refusal) return gate.turnAway(refusal, { reason: refusal, who: { person: person.id, way: 'reset' } })
  const passwordHash = await hashPassword(password)
  const taken = await gate.step({ person: person.id, tokenHash }, async (at) => {
    await at.holdPerson(person.id)
    // Held by writing what is there already, and asked again: a password takes its time, and in that the hour ends, the link is used, or its person is given power or locked out.
    await at.rows.passwordReset.updateMany({ where: { tokenHash: new Uint8Array(tokenHash), usedAt: null, replacedAt: null }, data: { usedAt: null } })
    const { link, reason } = await look(at, tokenHash, new Date())
    if (reason !== null) return reason
    await at.rows.passwordReset.updateMany({ where: { id: link.id, usedAt: null, replacedAt: null }, data: { usedAt: at.now } })
    await at.rows.localAccount.updateMany({ where: { personId: person.id }, data: { passwordHash, changedAt: at.now } })
    await endEntering(at, { personId: person.id }, 'password_changed')
    // Before what may be made in one: it waits for whoever makes it, and then ends that, too.
    await at.rows.session.updateMany({ where: { personId: person.id, endedAt: null }, data: { endedAt: at.now, endedBecause: 'ended_by_platform' } })
    await endTokensOf(at, [person.id])
    if (link.factors) {
      await at.rows.factor.updateMany({ where: { personId: person.id, removedAt: null }, data: { removedAt: at.now } })
      await endRecoveryCodes(at, person.id)
    }
    await at.tell(person.id, 'password_changed', { source: here })
    return factorKindsOf(at, person.id)
  })
  if (typeof taken === 'string') return gate.turnAway('link_not_accepted', { reason: taken, who: { person: person.id, way: 'reset' } })
  return gate.enter({ next: taken.includes('passkey') || taken.includes('code') ? 'factor' : 'enrol', factors: taken }, { person: person.id, way: 'reset' })
}

/** A link that there is, whose it is, and why it is not to be used now. */
async function look({ rows, delegatedTo }: Proving, tokenHash: Buffer, now: Date) {
  const link = await rows.passwordReset.findUniqueOrThrow({ where: { tokenHash: new Uint8Array(tokenHash) } })
  const { disabledAt, ...person } = await rows.person.findUniqueOrThrow({ where: { id: link.personId }, select: { id: true, name: true, email: true, disabledAt: true } })
  const roles = await rows.roleBinding.findMany({ where: { personId: person.id, ...heldAt(now) }, select: { role: true, tenantId: true, namespaceId: true } })
  const held = [...roles.map(({ role, tenantId, namespaceId }) => ({ role, tenant: tenantId, namespace: namespaceId })), ...(await delegatedTo(person.id, now))]
  const decision = decideReset({ person: { id: person.id, disabled: false }, hasPassword: true, roles: held }, link.madeBy)
  const makerMay = (await rows.roleBinding.count({ where: { personId: link.madeBy, tenantId: null, role: 'platform_admin', person: { disabledAt: null }, ...heldAt(now) } })) > 0
  const reason = link.usedAt ? 'used_before' : link.replacedAt ? 'replaced' : link.expiresAt <= now ? 'too_old' : disabledAt ? 'person_disabled' : makerMay ? (decision.ok ? null : decision.refusal) : 'maker_may_not'
  return { link, person, reason }
}
