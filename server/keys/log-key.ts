import { createHash } from 'node:crypto'
import { type NoteKey, noteKey, parseNoteKey } from './note'
import { secretKey, secretText } from './secret'
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
/** A key of the log as its public half is kept in a file, or as every export names it; null for what is neither. */
export function readLogKey(text: string): NoteKey | null {
  const publicKey = Buffer.from(text, 'base64url')
  return parseNoteKey(text) ?? (publicKey.length === 32 && publicKey.toString('base64url') === text ? logKeyOf(publicKey) : null)
}
const lostIn = new Map<string, NoteKey | null>()
/** What signed until it was lost, where another key is to go on without its word. Its file is read once: when it did, that can go. */
export function lostLogKey(): NoteKey | null {
  const file = process.env.LOST_LOG_KEY_FILE
  if (!file) return null
  if (!lostIn.has(file)) lostIn.set(file, readLogKey(secretText('LOST_LOG_KEY_FILE')))
  return lostIn.get(file) ?? null
}
