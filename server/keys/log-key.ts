import { createHash } from 'node:crypto'
import { type NoteKey, noteKey } from './note'
import { secretKey } from './secret'
import { publicHalf } from './signing'

/** A key of the log. One that let another go on vouches for nothing beyond the size at which it did. */
export type LogKey = NoteKey & { readonly until?: number }
export type LogSigner = { readonly key: NoteKey; readonly signKey: Buffer }

/** What signs the log is called after itself: an address may change, and two keys of one name could not be told apart. */
const logKeyOf = (publicKey: Buffer): NoteKey => noteKey(`bailiwick/${createHash('sha256').update(publicKey).digest('hex').slice(0, 16)}`, publicKey)
/** What everybody may know, and what checks. */
export const logKey = (): NoteKey => logKeyOf(secretKey('LOG_VERIFY_KEY_FILE'))
/** What signs: the engine alone has it, and no database. */
export const logSignKey = (): Buffer => secretKey('LOG_SIGN_KEY_FILE')

export const logSignerOf = (signKey: Buffer): LogSigner => ({ key: logKeyOf(publicHalf(signKey)), signKey })
export const logSigner = (): LogSigner => ({ key: logKey(), signKey: logSignKey() })
/** What signed until now, where the log is to be handed over. */
export const earlierLogSigner = (): LogSigner | null => (process.env.EARLIER_LOG_SIGN_KEY_FILE ? logSignerOf(secretKey('EARLIER_LOG_SIGN_KEY_FILE')) : null)
