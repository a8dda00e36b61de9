/** Checks what somebody shows, a code or a passkey, where they sign in and where they confirm a deed: in one place, so that neither is the weaker. */
import { verifyAuthenticationResponse, type AuthenticationResponseJSON } from '@simplewebauthn/server'
import { parseAuthenticatorData } from '@simplewebauthn/server/helpers'
import { verify } from 'otplib'
import type { Challenge, Proving } from '~/server/database/proving'
import { open } from '~/server/keys/seal'
import type { Json } from '~/server/shared/canonical'
import { factorPlace } from './factor-place'
import type { ProofRefusal } from './identity.refusals'
import { challengeIn, reasonIn, site } from './passkey'

/** The clock of whoever made the code may be half a minute off. */
export const toleranceSeconds = 30
/** More code generators than this nobody has. */
export const factorsMost = 10

export type Proved = { ok: true; factor: string; method: 'code' | 'passkey'; evidence: { readonly [name: string]: Json } }
/** `reason` is for the record; the person is told `refusal`. */
type NotProved = { ok: false; refusal: ProofRefusal; reason: string }
const not = (refusal: ProofRefusal, reason: string = refusal): NotProved => ({ ok: false, refusal, reason })

/** Counted before it is looked at, and under the lock of the count: of a hundred at once, one is accepted. */
export async function proveCode({ rows, now, tries, platformKey }: Proving, person: string, code: string): Promise<Proved | NotProved> {
  if (!(await tries.begin('code', person))) return not('too_many_tries')
  const factors = await rows.factor.findMany({ where: { personId: person, kind: 'totp', removedAt: null }, select: { id: true, secret: true, lastStep: true }, orderBy: { id: 'asc' }, take: factorsMost })
  if (!factors.length) return not('no_factor')
  const key = await platformKey()
  for (const { id, secret, lastStep } of factors) {
    const plain = open(key, factorPlace(id), secret).toString()
    const shown = await verify({ secret: plain, token: code, epoch: Math.floor(now.getTime() / 1000), epochTolerance: toleranceSeconds, afterTimeStep: Number(lastStep) })
    if (!shown.valid || !('timeStep' in shown)) continue
    // Removed meanwhile, it is as if it had not been there.
    const { count } = await rows.factor.updateMany({ where: { id, removedAt: null }, data: { lastStep: BigInt(shown.timeStep), lastUsedAt: now } })
    if (count !== 1) continue
    await tries.succeed('code', person, 'all')
    return { ok: true, factor: id, method: 'code', evidence: { kind: 'code', factor: id, step: String(shown.timeStep) } }
  }
  await tries.fail('code', person)
  return not('code_not_accepted')
}

/** The challenge is taken whatever becomes of the rest: what was signed once is not looked at again. The rows must be those of the passkey's owner. */
export async function provePasskey({ rows, now, platformKey, takeChallenge }: Proving, person: string, shown: AuthenticationResponseJSON, of: Omit<Extract<Challenge, { purpose: 'step_up' }>, 'value'> | { purpose: 'sign_in' }): Promise<Proved | NotProved> {
  const refuse = (reason: string) => not('passkey_not_accepted', reason)
  const value = challengeIn(shown.response.clientDataJSON)
  const challenge = value && (await takeChallenge({ ...of, value }))
  if (!value || !challenge) return refuse('not_asked_for')
  const passkey = await rows.factor.findFirst({
    where: { personId: person, kind: 'passkey', removedAt: null, credentialId: new Uint8Array(Buffer.from(shown.id, 'base64url')) },
    select: { id: true, secret: true, signCount: true, backupEligible: true },
  })
  if (!passkey) return refuse('unknown_passkey')
  if (shown.response.userHandle !== undefined && Buffer.from(shown.response.userHandle, 'base64url').toString() !== person) return refuse('another_persons')
  const publicKey = new Uint8Array(open(await platformKey(), factorPlace(passkey.id), passkey.secret))
  const { origin, rpId } = site()
  const signCount = Number(passkey.signCount)
  try {
    const { counter, flags } = parseAuthenticatorData(new Uint8Array(Buffer.from(shown.response.authenticatorData, 'base64url')))
    if ((counter > 0 || signCount > 0) && counter <= signCount) return refuse('counter_went_back')
    // Whether a passkey may leave its device is settled when it is made: one that says otherwise later is another one.
    if (flags.be !== passkey.backupEligible) return refuse('backup_eligibility_changed')
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: shown, expectedChallenge: value.toString('base64url'), expectedOrigin: origin, expectedRPID: rpId, requireUserVerification: true,
      credential: { id: shown.id, publicKey, counter: signCount },
    })
    if (!verified) return refuse('signature')
    // Another with the same count was faster: a counter goes one way. Or whoever removes it was.
    const { count } = await rows.factor.updateMany({
      where: { id: passkey.id, signCount: passkey.signCount, removedAt: null }, data: { signCount: BigInt(authenticationInfo.newCounter), backedUp: authenticationInfo.credentialBackedUp, lastUsedAt: now },
    })
    if (count !== 1) return refuse((await rows.factor.count({ where: { id: passkey.id, removedAt: null } })) === 1 ? 'counter_went_back' : 'unknown_passkey')
  } catch (thrown) {
    return refuse(reasonIn(thrown))
  }
  const { clientDataJSON, authenticatorData, signature } = shown.response
  const evidence = { kind: 'passkey', factor: passkey.id, credential: shown.id, publicKey: Buffer.from(publicKey).toString('base64url'), clientDataJSON, authenticatorData, signature, about: challenge.about }
  return { ok: true, factor: passkey.id, method: 'passkey', evidence }
}
