import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

/** What PostgreSQL keeps of a password (RFC 5802), made on this side: the password itself reaches neither the server nor its log. */
export function scramVerifier(password, salt = randomBytes(16), iterations = 4096) {
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const keyed = (text) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`
}
