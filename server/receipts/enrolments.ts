/** Whose passkeys there are, as a note that the log's key signs: without it a receipt says that some key signed, and with it whose. No name stands in it, only who they are here. */
import { z } from 'zod'
import { Instant, Uuid } from '~/server/api/inputs'
import { type NoteKey, noteKeyText, openNote, parseNoteKey, signNote } from '~/server/keys/note'
import { canonicalBytes, type Json } from '~/server/shared/canonical'

const format = 'bailiwick-enrolments-1'
const Base64url = z.string().min(1).max(2800).regex(/^[A-Za-z0-9_-]+$/)
const Enrolment = z.strictObject({ person: Uuid, credential: Base64url, publicKey: Base64url, since: Instant, until: Instant.nullable() })
export type Enrolment = z.infer<typeof Enrolment>
const Head = z.strictObject({ log: z.string().max(400), origin: z.string().max(256), rpId: z.string().max(253), madeAt: Instant })

export type Enrolments = { readonly origin: string; readonly rpId: string; readonly madeAt: string; readonly all: readonly Enrolment[] }
/** A house of a hundred thousand people has a longer list than any other note is: one that could not be opened again would be signed anew for ever, and show nobody anything. */
const listMost = 128 * 1024 * 1024
const lineOf = (value: Json) => `${canonicalBytes(value).toString('utf8')}\n`

export function signEnrolments({ origin, rpId, madeAt, all }: Enrolments, key: NoteKey, signKey: Buffer): string {
  return signNote(`${format}\n${lineOf({ log: noteKeyText(key), origin, rpId, madeAt })}${all.map(lineOf).join('')}`, key.name, signKey)
}

/**
 * Null where the key does not vouch for it, or it is no such list. Where no key is given, the list is opened with the one that it names itself: what that shows is
 * that it was not altered since, and whoever uses it compares the key with the one they were told.
 */
export function openEnrolments(note: string, known: NoteKey | null): (Enrolments & { readonly key: NoteKey }) | null {
  const key = known ?? namedIn(note)
  const text = key && openNote(note, key, listMost)
  if (!text) return null
  const [first, head = '', ...lines] = text.slice(0, -1).split('\n')
  try {
    const { log, ...of } = Head.parse(JSON.parse(head))
    const all = lines.map((line) => Enrolment.parse(JSON.parse(line)))
    return first === format && log === noteKeyText(key) ? { ...of, all, key } : null
  } catch {
    return null
  }
}
/** By whichever of the log’s keys signed it. */
export const enrolmentsBy = (note: string, keys: readonly NoteKey[]) => keys.map((key) => openEnrolments(note, key)).find((list) => list !== null) ?? null
function namedIn(note: string): NoteKey | null {
  try {
    return parseNoteKey(Head.parse(JSON.parse(note.split('\n', 2)[1] ?? '')).log)
  } catch {
    return null
  }
}
