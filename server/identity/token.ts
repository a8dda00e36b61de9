import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'

/** What the person's browser holds. It is in no table and in no log. */
export const makeToken = (): string => randomBytes(32).toString('base64url')
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
export const looksLikeToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)

type Sealed = { id: string; personId: string; tokenHash: Buffer; signedInAt: Date }
/** Ties a session's row to a key outside the database: whoever can only write rows cannot make a session of one. */
export const sealSession = (key: Buffer, { id, personId, tokenHash, signedInAt }: Sealed): Buffer =>
  createHmac('sha256', key).update(JSON.stringify(['session', id, personId, tokenHash.toString('hex'), signedInAt.getTime()])).digest()
export const sessionIsSealed = (key: Buffer, session: Sealed & { seal: Buffer }): boolean =>
  session.seal.length === 32 && timingSafeEqual(session.seal, sealSession(key, session))
export const newSessionId = (): string => randomUUID()
