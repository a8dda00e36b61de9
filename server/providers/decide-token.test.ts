import { describe, expect, test } from 'vitest'
import { type Claims, decideEventToken, decideIdToken, decideLogoutToken, sessionRevoked, type TokenFault } from './decide-token'

const now = new Date(1_800_000_000_000)
const at = 1_800_000_000
const issuer = 'https://login.corp.example'
const expected = { issuer, audience: 'bailiwick' }
const dance = { ...expected, nonce: 'a-nonce-of-this-dance', maxAgeSeconds: null as number | null }
const good = { iss: issuer, aud: 'bailiwick', sub: 'u-1', iat: at, exp: at + 300, nonce: dance.nonce }
const said = (decided: { ok: boolean; fault?: TokenFault }) => (decided.ok ? 'believed' : decided.fault)

describe('an ID token', () => {
  test.each<[string, Claims, TokenFault | 'believed', Partial<typeof dance>?]>([
    ['as it should be', {}, 'believed'],
    ['for us in a list of one', { aud: ['bailiwick'] }, 'believed'],
    ['for us among others, made for us', { aud: ['bailiwick', 'other'], azp: 'bailiwick' }, 'believed'],
    ['for us among others, not said for whom', { aud: ['bailiwick', 'other'] }, 'audience_wrong'],
    ['for us among others, made for another', { aud: ['bailiwick', 'other'], azp: 'other' }, 'audience_wrong'],
    ['for us, made for another', { azp: 'other' }, 'audience_wrong'],
    ['for another', { aud: 'other' }, 'audience_wrong'],
    ['for nobody', { aud: undefined }, 'audience_wrong'],
    ['for a name that begins like ours', { aud: 'bailiwick-2' }, 'audience_wrong'],
    ['of another issuer', { iss: 'https://login.evil.example' }, 'issuer_wrong'],
    ['of the issuer with a slash', { iss: `${issuer}/` }, 'issuer_wrong'],
    ['of no issuer', { iss: undefined }, 'issuer_wrong'],
    ['a second within the skew after its end', { exp: at - 29 }, 'believed'],
    ['at the end of the skew', { exp: at - 30 }, 'expired'],
    ['without an end', { exp: undefined }, 'malformed'],
    ['with an end in words', { exp: 'never' }, 'malformed'],
    ['with an end in milliseconds', { exp: at * 1000 }, 'malformed'],
    ['not valid for half a minute yet', { nbf: at + 30 }, 'believed'],
    ['not valid yet', { nbf: at + 31 }, 'not_yet_valid'],
    ['made in the future', { iat: at + 31 }, 'not_yet_valid'],
    ['of no time', { iat: undefined }, 'malformed'],
    ['five minutes old, and valid for a day', { iat: at - 329, exp: at + 86_400 }, 'believed'],
    ['older', { iat: at - 330, exp: at + 86_400 }, 'too_old'],
    ['about nobody', { sub: undefined }, 'subject_missing'],
    ['about an empty name', { sub: '' }, 'subject_missing'],
    ['about a number', { sub: 7 }, 'subject_missing'],
    ['about a name too long', { sub: 'x'.repeat(256) }, 'subject_missing'],
    ['of another dance', { nonce: 'a-nonce-of-another' }, 'nonce_wrong'],
    ['of no dance', { nonce: undefined }, 'nonce_wrong'],
    ['of a dance without a nonce', { nonce: '' }, 'nonce_wrong', { nonce: '' }],
    ['that is a logout token', { events: {} }, 'type_wrong'],
    ['that does not say when, though it was asked', {}, 'auth_time_missing', { maxAgeSeconds: 60 }],
    ['of a sign-in just fresh enough', { auth_time: at - 89 }, 'believed', { maxAgeSeconds: 60 }],
    ['of a sign-in too long ago', { auth_time: at - 90 }, 'auth_time_stale', { maxAgeSeconds: 60 }],
    ['of a sign-in long ago, when nobody asked', { auth_time: at - 1e6 }, 'believed'],
    ['of a sign-in in the future', { auth_time: at + 31 }, 'not_yet_valid', { maxAgeSeconds: 60 }],
    ['of a sign-in at no time', { auth_time: 'yesterday' }, 'malformed'],
    // The first that applies is the one that is recorded.
    ['wrong in every way', { iss: 'x', aud: 'x', exp: 1, nonce: 'x' }, 'issuer_wrong'],
    ['wrong for us and over', { aud: 'x', exp: 1 }, 'audience_wrong'],
  ])('%s', (_says, over, expectedFault, also = {}) => { expect(said(decideIdToken({ ...good, ...over }, { ...dance, ...also }, now))).toBe(expectedFault) })

  test('what it says of the person and of how they proved it is handed on, and no more', () => {
    expect(decideIdToken({ ...good, sid: 's-1', acr: 'phr', amr: ['pwd', 7, 'otp'] }, dance, now)).toMatchObject({ ok: true, subject: 'u-1', providerSession: 's-1', acr: 'phr', amr: ['pwd', 'otp'], rememberedUntil: new Date((at + 360) * 1000) })
    expect(decideIdToken({ ...good, acr: 7, amr: 'otp' }, dance, now)).toMatchObject({ ok: true, providerSession: null, acr: null, amr: [] })
  })
})

const logout = { iss: issuer, aud: 'bailiwick', iat: at, exp: at + 120, jti: 'j-1', sub: 'u-1', events: { 'http://schemas.openid.net/event/backchannel-logout': {} } }
describe('a logout token', () => {
  test.each<[string, Claims, TokenFault | 'believed']>([
    ['of a subject', {}, 'believed'], ['of a session', { sub: undefined, sid: 's-1' }, 'believed'], ['of nobody', { sub: undefined }, 'subject_missing'],
    ['with a nonce, as an ID token has', { nonce: 'n' }, 'nonce_present'], ['with an empty nonce', { nonce: null }, 'nonce_present'], ['without an id', { jti: undefined }, 'id_missing'],
    ['of another event', { events: { [sessionRevoked]: {} } }, 'event_missing'], ['of no event', { events: undefined }, 'event_missing'],
    ['whose event is no object', { events: { 'http://schemas.openid.net/event/backchannel-logout': true } }, 'event_missing'],
    ['for another', { aud: 'other' }, 'audience_wrong'], ['of another issuer', { iss: 'https://evil.example' }, 'issuer_wrong'], ['over', { exp: at - 30 }, 'expired'],
    ['five minutes old', { iat: at - 330 }, 'too_old'], ['of a session that is no word', { sid: {} }, 'malformed'],
  ])('%s', (_says, over, expectedFault) => { expect(said(decideLogoutToken({ ...logout, ...over }, expected, now))).toBe(expectedFault) })
  test('it ends what it names, and no more', () => {
    expect(decideLogoutToken({ ...logout, sid: 's-1' }, expected, now)).toMatchObject({ id: 'j-1', ends: { subject: 'u-1', providerSession: 's-1' } })
    expect(decideLogoutToken(logout, expected, now)).toMatchObject({ ends: { subject: 'u-1', providerSession: null } })
  })
})

const person = { format: 'iss_sub', iss: issuer, sub: 'u-1' }
const event = { iss: issuer, aud: ['bailiwick'], iat: at, jti: 'j-1', sub_id: person, events: { [sessionRevoked]: { event_timestamp: at } } }
describe('an event', () => {
  test.each<[string, Claims, TokenFault | 'believed']>([
    ['of a subject', {}, 'believed'], ['that waited for most of a day', { iat: at - 86_000 }, 'believed'], ['that waited for more', { iat: at - 86_430 }, 'too_old'],
    ['whose subject stands where it stood before', { sub_id: undefined, events: { [sessionRevoked]: { subject: person } } }, 'believed'],
    ['whose subject is of the oldest kind', { sub_id: undefined, events: { [sessionRevoked]: { subject: { ...person, format: undefined, subject_type: 'iss-sub' } } } }, 'believed'],
    ['about somebody of another issuer', { sub_id: { ...person, iss: 'https://evil.example' } }, 'issuer_wrong'],
    ['about an e-mail', { sub_id: { format: 'email', email: 'ada@aurora.test' } }, 'subject_missing'], ['about nobody', { sub_id: undefined }, 'subject_missing'],
    ['without an id', { jti: '' }, 'id_missing'], ['of nothing', { events: {} }, 'event_missing'], ['of a list', { events: [] }, 'event_missing'], ['with a nonce', { nonce: 'n' }, 'nonce_present'],
    ['for another', { aud: 'other' }, 'audience_wrong'], ['of another issuer', { iss: 'https://evil.example' }, 'issuer_wrong'],
    ['of a name that every object has', { events: JSON.parse('{"__proto__": {}, "constructor": {}}') }, 'believed'],
  ])('%s', (_says, over, expectedFault) => { expect(said(decideEventToken({ ...event, ...over }, expected, now))).toBe(expectedFault) })
  test('one that is none of ours ends nothing', () => {
    expect(decideEventToken({ ...event, events: { 'https://schemas.openid.net/secevent/caep/event-type/credential-change': {} } }, expected, now)).toMatchObject({ ok: true, ends: null })
    expect(decideEventToken(event, expected, now)).toMatchObject({ ok: true, ends: { subject: 'u-1', providerSession: null } })
  })
})
