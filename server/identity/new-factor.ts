/** Adds a second factor, at the first sign-in and later alike: begin, prove that one has it, and only then is it there. */
import { generateRegistrationOptions, type RegistrationResponseJSON, verifyRegistrationResponse } from '@simplewebauthn/server'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { generateSecret, generateURI, verify } from 'otplib'
import { z } from 'zod'
import { unprintable } from '~/server/api/inputs'
import type { Proving } from '~/server/database/proving'
import { open, seal } from '~/server/keys/seal'
import type { Json } from '~/server/shared/canonical'
import { factorPlace } from './factor-place'
import type { NewFactorRefusal } from './new-factor.refusals'
import { endRecoveryCodes } from './opened'
import { algorithms, challengeIn, challengeMs, reasonIn, site } from './passkey'
import { factorsMost, toleranceSeconds } from './prove'

type Whose = { id: string; email: string; name: string }
export type NewFactor = { ok: true; factor: string } | { ok: false; refusal: NewFactorRefusal; reason: string }
const not = (refusal: NewFactorRefusal, reason: string = refusal): NewFactor => ({ ok: false, refusal, reason })

export const Label = z.string().min(1).max(60).refine((text) => text.trim() === text && !unprintable.test(text), 'has no spaces at its ends and no control characters')
const factorsOf = (at: Proving, person: string) => at.rows.factor.count({ where: { personId: person, removedAt: null } })

export async function beginPasskeyOf(at: Proving, { id, email, name }: Whose): Promise<{ options: Json }> {
  const value = randomBytes(32)
  const had = await at.rows.factor.findMany({ where: { personId: id, kind: 'passkey', removedAt: null }, select: { credentialId: true, transports: true } })
  await at.putChallenge({ purpose: 'passkey', value, person: id, expiresAt: new Date(at.now.getTime() + challengeMs) })
  const options = await generateRegistrationOptions({
    rpName: 'Bailiwick', rpID: site().rpId, userName: email, userDisplayName: name, userID: new Uint8Array(Buffer.from(id)), challenge: new Uint8Array(value), timeout: challengeMs,
    attestationType: 'none', supportedAlgorithmIDs: algorithms, authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: had.flatMap(({ credentialId, transports }) => (credentialId ? [{ id: Buffer.from(credentialId).toString('base64url'), transports }] : [])),
  })
  return { options: options as unknown as Json }
}

export async function addPasskeyOf(at: Proving, { id: person }: Whose, label: string, made: RegistrationResponseJSON): Promise<NewFactor> {
  const value = challengeIn(made.response.clientDataJSON)
  if (!value || !(await at.takeChallenge({ purpose: 'passkey', value, person }))) return not('passkey_not_made', 'not_asked_for')
  if ((await factorsOf(at, person)) >= factorsMost) return not('too_many_factors')
  const { origin, rpId } = site()
  const verified = await verifyRegistrationResponse({
    response: made, expectedChallenge: value.toString('base64url'), expectedOrigin: origin, expectedRPID: rpId, requireUserVerification: true, supportedAlgorithmIDs: algorithms,
  }).catch((thrown: unknown) => ({ verified: false as const, why: reasonIn(thrown) }))
  if (!verified.verified) return not('passkey_not_made', 'why' in verified ? verified.why : 'signature')
  const { credential, aaguid, credentialDeviceType, credentialBackedUp } = verified.registrationInfo
  const credentialId = new Uint8Array(Buffer.from(credential.id, 'base64url'))
  const id = randomUUID()
  const { count } = await at.rows.factor.createMany({
    data: [{
      id, personId: person, kind: 'passkey', label, secret: new Uint8Array(seal(await at.platformKey(), factorPlace(id), Buffer.from(credential.publicKey))), credentialId,
      signCount: BigInt(credential.counter), aaguid, transports: credential.transports ?? [], backupEligible: credentialDeviceType === 'multiDevice', backedUp: credentialBackedUp, createdAt: at.now,
    }],
    // A credential is one person's: an id that is here already, whoever's it is, is not taken again.
    skipDuplicates: true,
  })
  return count === 1 ? { ok: true, factor: id } : not('passkey_not_made', 'known_credential')
}

const issuer = 'Bailiwick'
const codeBeginMs = 10 * 60_000
/** The secret waits, as ciphertext, until a code proves that somebody has it; beginning again forgets the one before. */
export async function beginCodeOf(at: Proving, { id, email }: Whose): Promise<{ secret: string; uri: string }> {
  const secret = generateSecret({ length: 20 })
  const sealed = seal(await at.platformKey(), `challenge|secret|${id}|platform`, Buffer.from(secret))
  await at.putSecret(id, sealed, new Date(at.now.getTime() + codeBeginMs))
  return { secret, uri: generateURI({ issuer, label: email, secret }) }
}

export async function addCodeOf(at: Proving, { id: person }: Whose, label: string, code: string): Promise<NewFactor> {
  if (!(await at.tries.begin('code', person))) return not('too_many_codes')
  const sealed = await at.findSecret(person)
  if (!sealed) return not('not_begun')
  if ((await factorsOf(at, person)) >= factorsMost) return not('too_many_factors')
  const secret = open(await at.platformKey(), `challenge|secret|${person}|platform`, sealed)
  const shown = await verify({ secret: secret.toString(), token: code, epoch: Math.floor(at.now.getTime() / 1000), epochTolerance: toleranceSeconds })
  if (!shown.valid || !('timeStep' in shown)) {
    await at.tries.fail('code', person)
    return not('code_not_right')
  }
  await at.tries.succeed('code', person, 'own')
  await at.dropSecret(person)
  const id = randomUUID()
  // The code that proved it is used: it does not also sign in, or confirm a deed.
  await at.rows.factor.createMany({
    data: [{ id, personId: person, kind: 'totp', label, secret: new Uint8Array(seal(await at.platformKey(), factorPlace(id), secret)), lastStep: BigInt(shown.timeStep), createdAt: at.now }],
  })
  return { ok: true, factor: id }
}

const recoveryCodes = 10
/** Without the letters that are taken for figures: 24 of 32, which is 120 bits. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const oneCode = () => Array.from({ length: 6 }, () => Array.from(randomBytes(4), (byte) => alphabet[byte & 31]).join('')).join('-')
export const hashRecoveryCode = (code: string): Buffer => createHash('sha256').update(`recovery ${code.toUpperCase().replace(/[^A-Z2-9]/g, '')}`).digest()

/** Shown once; the earlier ones are worth nothing from now on. */
export async function makeRecoveryCodesOf({ rows, now }: Proving, person: string): Promise<string[]> {
  const at = await endRecoveryCodes({ rows, now }, person)
  const codes = Array.from({ length: recoveryCodes }, oneCode)
  await rows.recoveryCode.createMany({ data: codes.map((code) => ({ personId: person, codeHash: new Uint8Array(hashRecoveryCode(code)), madeAt: at })) })
  return codes
}
