import { createHash } from 'node:crypto'
import { type NoteKey, noteKey } from './note'
import { secretKey } from './secret'

/** The log is called after its key: an address may change, and a log that changed its name would be another. */
const logKeyOf = (publicKey: Buffer): NoteKey => noteKey(`bailiwick/${createHash('sha256').update(publicKey).digest('hex').slice(0, 16)}`, publicKey)
/** What everybody may know, and what checks. */
export const logKey = (): NoteKey => logKeyOf(secretKey('LOG_VERIFY_KEY_FILE'))
/** What signs: the engine alone has it, and no database. */
export const logSignKey = (): Buffer => secretKey('LOG_SIGN_KEY_FILE')
