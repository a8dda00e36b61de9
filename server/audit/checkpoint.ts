/** What the log was at one size (c2sp.org/tlog-checkpoint): the text of a note that the log's key signs. */
import type { LogKey } from '~/server/keys/log-key'
import { openNote, signNote } from '~/server/keys/note'
import type { Hash } from '~/server/merkle/hash'

/** The log's name is the name of its key: who has the key in hand knows which log is meant. */
export type Checkpoint = { readonly log: string; readonly size: number; readonly root: Hash }

const checkpointText = ({ log, size, root }: Checkpoint): string => `${log}\n${size}\n${root.toString('base64')}\n`
export const signCheckpoint = (checkpoint: Checkpoint, signKey: Buffer): string => signNote(checkpointText(checkpoint), checkpoint.log, signKey)

/** Null for what this key does not vouch for, for another log's, for what is beyond that to which it vouches, and for what is no checkpoint. Lines beyond the third are others' and mean nothing here. */
export function openCheckpoint(note: string, key: LogKey): Checkpoint | null {
  const [log, size = '', root = ''] = openNote(note, key)?.split('\n') ?? []
  if (log !== key.name || !/^(0|[1-9]\d{0,15})$/.test(size) || !Number.isSafeInteger(Number(size)) || Number(size) > (key.until ?? Number.MAX_SAFE_INTEGER)) return null
  const bytes = Buffer.from(root, 'base64')
  return bytes.length === 32 && bytes.toString('base64') === root ? { log, size: Number(size), root: bytes } : null
}

/** By the key that it names, of those that vouch for the log. */
export function openSigned(note: string, keys: readonly LogKey[]): Checkpoint | null {
  const key = keys.find(({ name }) => note.startsWith(`${name}\n`))
  return key ? openCheckpoint(note, key) : null
}
