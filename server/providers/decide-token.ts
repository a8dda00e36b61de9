/** What a provider's token says, once its signature was found to be the provider's. Three kinds, and none passes for another. */

/** Why a token is not believed. The order of each decider is its precedence; the person is told none of it. */
export type TokenFault =
  | 'malformed' | 'too_large' | 'algorithm_not_allowed' | 'type_wrong' | 'header_not_understood' | 'key_unknown' | 'signature_wrong'
  | 'issuer_wrong' | 'audience_wrong' | 'expired' | 'not_yet_valid' | 'too_old' | 'subject_missing' | 'nonce_wrong' | 'auth_time_missing' | 'auth_time_stale'
  | 'id_missing' | 'event_missing' | 'nonce_present'

export type Claims = Readonly<Record<string, unknown>>
type Expected = { readonly issuer: string; readonly audience: string }
export type Decided<T> = ({ readonly ok: true } & T) | { readonly ok: false; readonly fault: TokenFault }

/** Clocks differ by seconds; a token is for the sign-in that is going on, and minutes old at most. An event may have waited for us to be up again. */
export const tokenLimits = { skewSeconds: 30, idTokenSeconds: 300, logoutSeconds: 300, eventSeconds: 86_400 }
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
export const sessionRevoked = 'https://schemas.openid.net/secevent/caep/event-type/session-revoked'

const no = (fault: TokenFault): { ok: false; fault: TokenFault } => ({ ok: false, fault })
const secondsOf = (now: Date) => now.getTime() / 1000
const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value > 0 && value < 1e11
/** As OpenID bounds a subject; other ids of a provider's are held to the same. */
const isId = (value: unknown): value is string => typeof value === 'string' && value.length >= 1 && value.length <= 255 && !/[\p{Cc}\p{Cs}]/u.test(value)
const objectOf = (value: unknown): Claims | null => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Claims) : null)
const member = (object: Claims, name: string): unknown => (Object.hasOwn(object, name) ? object[name] : undefined)

/** For us alone, or for us among others if it was us whom it was made for. */
function isForUs(claims: Claims, audience: string): boolean {
  const { aud, azp } = claims
  if (azp !== undefined && azp !== audience) return false
  if (!Array.isArray(aud)) return aud === audience
  return aud.includes(audience) && (aud.length === 1 || azp === audience)
}

/** What all three are held to. */
function faultOf(claims: Claims, { issuer, audience }: Expected, now: Date, ageMax: number): TokenFault | null {
  const at = secondsOf(now)
  const { iss, iat, exp, nbf } = claims
  if (iss !== issuer) return 'issuer_wrong'
  if (!isForUs(claims, audience)) return 'audience_wrong'
  if (!isTime(iat) || (exp !== undefined && !isTime(exp)) || (nbf !== undefined && !isTime(nbf))) return 'malformed'
  if (exp !== undefined && at >= exp + tokenLimits.skewSeconds) return 'expired'
  if ((nbf !== undefined && at < nbf - tokenLimits.skewSeconds) || at < iat - tokenLimits.skewSeconds) return 'not_yet_valid'
  return at >= iat + ageMax + tokenLimits.skewSeconds ? 'too_old' : null
}
/** Until when a token could come again: so long it is remembered. */
const rememberedUntil = (claims: Claims, ageMax: number) => new Date(((claims.iat as number) + ageMax + 2 * tokenLimits.skewSeconds) * 1000)

export type Asserted = {
  readonly subject: string
  readonly providerSession: string | null
  readonly acr: string | null
  readonly amr: readonly string[]
  readonly claims: Claims
  readonly rememberedUntil: Date
}
type Dance = Expected & { readonly nonce: string; readonly maxAgeSeconds: number | null }

export function decideIdToken(claims: Claims, dance: Dance, now: Date): Decided<Asserted> {
  // A token of another kind from the same provider, with the same key, has this.
  if (claims.events !== undefined) return no('type_wrong')
  const fault = faultOf(claims, dance, now, tokenLimits.idTokenSeconds)
  if (fault) return no(fault)
  const { sub, sid, nonce, acr, amr, exp, auth_time: authTime } = claims
  if (exp === undefined) return no('malformed')
  if (!isId(sub)) return no('subject_missing')
  if (dance.nonce.length < 16 || nonce !== dance.nonce) return no('nonce_wrong')
  if ((authTime !== undefined && !isTime(authTime)) || (sid !== undefined && !isId(sid))) return no('malformed')
  if (authTime !== undefined && authTime > secondsOf(now) + tokenLimits.skewSeconds) return no('not_yet_valid')
  if (dance.maxAgeSeconds !== null) {
    if (authTime === undefined) return no('auth_time_missing')
    if (secondsOf(now) >= authTime + dance.maxAgeSeconds + tokenLimits.skewSeconds) return no('auth_time_stale')
  }
  return {
    ok: true, subject: sub, providerSession: sid ?? null, acr: typeof acr === 'string' ? acr : null,
    amr: Array.isArray(amr) ? amr.filter((word) => typeof word === 'string') : [], claims, rememberedUntil: rememberedUntil(claims, tokenLimits.idTokenSeconds),
  }
}

/** Whose sessions end: of this subject, of this session at the provider, or of both together. */
export type Ending = { readonly subject: string | null; readonly providerSession: string | null }
type Told = { readonly id: string; readonly rememberedUntil: Date }

export function decideLogoutToken(claims: Claims, expected: Expected, now: Date): Decided<Told & { readonly ends: Ending }> {
  const fault = faultOf(claims, expected, now, tokenLimits.logoutSeconds)
  if (fault) return no(fault)
  if (claims.nonce !== undefined) return no('nonce_present')
  const { jti, sub, sid } = claims
  if (!isId(jti)) return no('id_missing')
  const events = objectOf(claims.events)
  if (!events || !objectOf(member(events, logoutEvent))) return no('event_missing')
  if ((sub !== undefined && !isId(sub)) || (sid !== undefined && !isId(sid))) return no('malformed')
  if (sub === undefined && sid === undefined) return no('subject_missing')
  return { ok: true, id: jti, ends: { subject: sub ?? null, providerSession: sid ?? null }, rememberedUntil: rememberedUntil(claims, tokenLimits.logoutSeconds) }
}

/** `ends` is null for an event of which we need do nothing. */
export function decideEventToken(claims: Claims, expected: Expected, now: Date): Decided<Told & { readonly ends: Ending | null }> {
  const fault = faultOf(claims, expected, now, tokenLimits.eventSeconds)
  if (fault) return no(fault)
  if (claims.nonce !== undefined) return no('nonce_present')
  if (!isId(claims.jti)) return no('id_missing')
  const events = objectOf(claims.events)
  if (!events || Object.keys(events).length === 0) return no('event_missing')
  const told = { ok: true as const, id: claims.jti, rememberedUntil: rememberedUntil(claims, tokenLimits.eventSeconds) }
  const revoked = member(events, sessionRevoked)
  if (revoked === undefined) return { ...told, ends: null }
  // The event's own "subject" is how CAEP wrote it before there was sub_id.
  const subject = objectOf(claims.sub_id) ?? objectOf(member(objectOf(revoked) ?? {}, 'subject'))
  const format = subject && (subject.format ?? subject.subject_type)
  if (!subject || (format !== 'iss_sub' && format !== 'iss-sub') || !isId(subject.sub)) return no('subject_missing')
  if (subject.iss !== expected.issuer) return no('issuer_wrong')
  return { ...told, ends: { subject: subject.sub, providerSession: null } }
}
