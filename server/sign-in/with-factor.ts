import { generateAuthenticationOptions } from '@simplewebauthn/server'
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { Code } from '~/server/api/inputs'
import type { Gate } from '~/server/database/gate'
import { hashRecoveryCode } from '~/server/identity/new-factor'
import { Assertion, challengeMs, site } from '~/server/identity/passkey'
import { proveCode, provePasskey } from '~/server/identity/prove'
import type { Json } from '~/server/shared/canonical'

export const WithPasskey = z.strictObject({ assertion: Assertion })
export const WithCode = z.strictObject({ code: Code })
export const WithRecoveryCode = z.strictObject({ code: z.string().min(24).max(40).refine((code) => /^[A-Za-z2-9]{24}$/.test(code.replace(/[\s-]/g, '')), 'is a recovery code: six groups of four') })

/** What a passkey signs to come in. Nobody says who they are: it does. */
export async function challenge(gate: Gate<'signIn.challenge'>) {
  const value = randomBytes(32)
  await gate.step({}, ({ putChallenge }) => putChallenge({ purpose: 'sign_in', value, expiresAt: new Date(gate.now.getTime() + challengeMs) }))
  const options = await generateAuthenticationOptions({ rpID: site().rpId, challenge: new Uint8Array(value), timeout: challengeMs, userVerification: 'required', allowCredentials: [] })
  return gate.answer({ options: options as unknown as Json })
}

/** A passkey that asked for a finger or a PIN is two factors by itself. */
export async function withPasskey(gate: Gate<'signIn.withPasskey'>, { assertion }: z.infer<typeof WithPasskey>) {
  const credentialId = Buffer.from(assertion.id, 'base64url')
  const owner = await gate.step({ credentialId }, ({ rows }) => rows.factor.findFirst({ where: { credentialId: new Uint8Array(credentialId), removedAt: null }, select: { personId: true } }))
  if (!owner) return gate.turnAway('passkey_not_accepted', { reason: 'unknown_passkey' })
  const person = owner.personId
  const shown = await gate.step({ person }, (at) => provePasskey(at, person, assertion, { purpose: 'sign_in' }))
  if (!shown.ok) return gate.turnAway(shown.refusal, { reason: shown.reason, who: { person, way: 'passkey' } })
  const entering = await gate.entering()
  const goesOn = entering?.person === person ? entering : undefined
  return gate.admit({}, { person, methods: [...(goesOn ? [goesOn.method] : []), 'passkey'], way: 'passkey', factor: shown.factor, ...(goesOn ? { entering: goesOn } : {}) })
}

export async function withCode(gate: Gate<'signIn.withCode'>, { code }: z.infer<typeof WithCode>) {
  const entering = await gate.entering()
  if (!entering) return gate.turnAway('not_entering', { reason: 'not_entering' })
  const { person, way, method } = entering
  const shown = await gate.step({ person }, (at) => proveCode(at, person, code))
  if (!shown.ok) {
    await gate.tellOnce(entering, 'factor_failed')
    return gate.turnAway(shown.refusal, { reason: shown.reason, who: { person, way: 'code' } })
  }
  return gate.admit({}, { person, methods: [method, 'code'], way, factor: shown.factor, entering })
}

/**
 * For who has lost every factor. It works once, its owner is told, and it opens nothing yet: what comes next is a new factor, which approves nothing for a day. Whoever
 * came in with nothing in their hands could neither add one nor remove the lost one, because both are confirmed with a factor.
 */
export async function withRecoveryCode(gate: Gate<'signIn.withRecoveryCode'>, { code }: z.infer<typeof WithRecoveryCode>) {
  const entering = await gate.entering()
  if (!entering) return gate.turnAway('not_entering', { reason: 'not_entering' })
  const { person } = entering
  // Of a sign-in that is over by then no code is looked at: it would be spent, and nobody told.
  const used = await gate.stepAlone(entering, async ({ rows, tries, tell, now }) => {
    if (!(await tries.begin('recovery', person))) return 'too_many_tries' as const
    const { count } = await rows.recoveryCode.updateMany({ where: { personId: person, codeHash: new Uint8Array(hashRecoveryCode(code)), usedAt: null, replacedAt: null }, data: { usedAt: now } })
    if (count !== 1) {
      await tries.fail('recovery', person)
      return 'recovery_code_not_accepted' as const
    }
    await tries.succeed('recovery', person, 'all')
    await rows.signIn.updateMany({ where: { id: entering.id, outcome: 'waits' }, data: { outcome: 'done', endedAt: now, reason: 'recovered' } })
    await tell(person, 'recovery_code_used', { source: gate.source.address })
    return { left: await rows.recoveryCode.count({ where: { personId: person, usedAt: null, replacedAt: null } }) }
  })
  if (used === null) return gate.turnAway('not_entering', { reason: 'not_entering', who: { person, way: 'recovery' } })
  if (typeof used === 'string') {
    await gate.tellOnce(entering, 'factor_failed')
    return gate.turnAway(used, { reason: used, who: { person, way: 'recovery' } })
  }
  return gate.enter({ left: used.left, next: 'enrol' as const }, { person, way: 'recovery', ...(entering.provider === null ? {} : { provider: { id: entering.provider, session: entering.providerSession } }) })
}
