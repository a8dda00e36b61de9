import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { isSigned, sign } from '~/server/keys/signing'

/** What the person's browser holds. It is in no table and in no log. */
export const makeToken = (): string => randomBytes(32).toString('base64url')
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
export const looksLikeToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)

type SessionSealed = { id: string; personId: string; tokenHash: Buffer; methods: readonly string[]; signedInAt: Date; powersSince: Date; elevationId: string | null }
const bytesOfSession = ({ id, personId, tokenHash, methods, signedInAt, powersSince, elevationId }: SessionSealed): Buffer =>
  Buffer.from(JSON.stringify(['session', id, personId, tokenHash.toString('hex'), methods, signedInAt.getTime(), powersSince.getTime(), elevationId]))
/** Ties a session's row to a key that only the engine has: whoever can write rows, or read what the web process knows, cannot make a session of one. */
export const sealSession = (signKey: Buffer, session: SessionSealed): Buffer => sign(signKey, bytesOfSession(session))
export const sessionIsSealed = (verifyKey: Buffer, session: SessionSealed & { seal: Buffer }): boolean => isSigned(verifyKey, bytesOfSession(session), session.seal)
export const newSessionId = (): string => randomUUID()

type TokenSealed = { id: string; personId: string; tokenHash: Buffer; actions: readonly string[]; expiresAt: Date }
const bytesOfToken = ({ id, personId, tokenHash, actions, expiresAt }: TokenSealed): Buffer =>
  Buffer.from(JSON.stringify(['token', id, personId, tokenHash.toString('hex'), actions, expiresAt.getTime()]))
export const sealToken = (signKey: Buffer, token: TokenSealed): Buffer => sign(signKey, bytesOfToken(token))
export const tokenIsSealed = (verifyKey: Buffer, token: TokenSealed & { seal: Buffer }): boolean => isSigned(verifyKey, bytesOfToken(token), token.seal)
