/** The software passkey is judged here by the library that judges everybody's: what it makes is taken, and each thing it says wrongly is refused. */
import { generateAuthenticationOptions, generateRegistrationOptions, type VerifiedAuthenticationResponse, verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { beforeAll, expect, test } from 'vitest'
import credentials from '~/prisma/seed/credentials.json' with { type: 'json' }
import { assert, attest, demoCredentialId, type PasskeyKey, publicKeyOf } from './authenticator'

const origin = 'http://localhost:3000'
const rpID = 'localhost'
const key = credentials.passkey
let credentialId: string
let other: PasskeyKey
beforeAll(async () => {
  credentialId = await demoCredentialId('ada@aurora.test')
  const made = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign'])
  const { kty = '', crv = '', x = '', y = '', d = '' } = await crypto.subtle.exportKey('jwk', made.privateKey)
  other = { kty, crv, x, y, d }
})

const asked = () => generateRegistrationOptions({ rpName: 'Bailiwick', rpID, userName: 'ada@aurora.test', authenticatorSelection: { residentKey: 'required', userVerification: 'required' } })
async function enrolled(said: Partial<Parameters<typeof attest>[1]> = {}) {
  const options = await asked()
  return verifyRegistrationResponse({ response: await attest(options, { key, credentialId, origin, ...said }), expectedChallenge: options.challenge, expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true })
}
async function shown(said: Partial<Parameters<typeof assert>[1]> = {}, counter = 0): Promise<VerifiedAuthenticationResponse> {
  const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' })
  const response = await assert(options, { key, credentialId, origin, userHandle: 'YWRh', ...said })
  return verifyAuthenticationResponse({ response, expectedChallenge: options.challenge, expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true, credential: { id: credentialId, publicKey: publicKeyOf(key), counter } })
}

test('a passkey is enrolled, and the key that is kept of it is the public half as it is written here', async () => {
  const { verified, registrationInfo } = await enrolled({ count: 3, flags: { backupEligible: true, backedUp: true } })
  expect([verified, registrationInfo]).toEqual([true, expect.objectContaining({ fmt: 'none', userVerified: true, credentialBackedUp: true, credentialDeviceType: 'multiDevice', credential: expect.objectContaining({ id: credentialId, counter: 3, publicKey: publicKeyOf(key) }) })])
})
test('a passkey is shown, a hundred times over: a signature has no length of its own', async () => {
  for (let time = 0; time < 100; time++) expect((await shown({ count: time + 1 }, time)).verified).toBe(true)
  expect((await shown({ count: 7 }, 6)).authenticationInfo).toMatchObject({ newCounter: 7, userVerified: true, credentialID: credentialId, credentialBackedUp: false })
})
test('whoever is who: each of the demo’s people has a credential of their own', async () => {
  expect(await demoCredentialId('bo@borealis.test')).not.toBe(credentialId)
  expect(credentialId).toMatch(/^[A-Za-z0-9_-]{22}$/)
})

type Wrong = [what: string, said: Parameters<typeof shown>[0], because: RegExp]
const wrong: Wrong[] = [
  ['another origin', { origin: 'http://localhost.attacker.test:3000', rpId: rpID }, /origin/], ['another relying party', { rpId: 'attacker.test' }, /RP ID/],
  ['another challenge', { challenge: 'A'.repeat(43) }, /challenge/], ['nobody there', { flags: { userPresent: false } }, /present/],
  ['nobody verified', { flags: { userVerified: false } }, /verifi/], ['backed up, and not fit to be', { flags: { backedUp: true } }, /backed up/],
]
test.each<Wrong>([...wrong, ['made, not shown', { type: 'webauthn.create' }, /type/]])('not taken when shown: %s', async (_what, said, because) => { await expect(shown(said)).rejects.toThrow(because) })
test.each<Wrong>([...wrong, ['shown, not made', { type: 'webauthn.get' }, /type/]])('not taken when enrolled: %s', async (_what, said, because) => { await expect(enrolled(said)).rejects.toThrow(because) })
test('not taken when shown: a count that did not grow, and another key', async () => {
  await expect(shown({ count: 6 }, 6)).rejects.toThrow(/counter/)
  expect((await shown({ key: other })).verified).toBe(false)
})
