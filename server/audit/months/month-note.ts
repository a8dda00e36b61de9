/** What the log's key says of a month that was written out: of which log and month, how many records, what the file is up to this note, and which numbers of which streams. */
import { createHash } from 'node:crypto'
import { type NoteKey, openNote, signNote } from '~/server/keys/note'

export const monthFormat = 'bailiwick-month-1'
/** `content` is the digest of all of the file that stands before the note, `numbers` that of the numbers; both base64url. */
export type MonthNote = { readonly log: string; readonly month: string; readonly records: number; readonly content: string; readonly numbers: string }
export const signMonth = ({ log, month, records, content, numbers }: MonthNote, signKey: Buffer): string => signNote(`${monthFormat}\n${log}\n${month}\n${records}\n${content}\n${numbers}\n`, log, signKey)

/** Null for what this key does not vouch for, and for a note about anything else. */
export function openMonth(note: string, key: NoteKey): MonthNote | null {
  const [format, log, month = '', records = '', content = '', numbers = '', rest, ...more] = openNote(note, key)?.split('\n') ?? []
  const isWhole = format === monthFormat && log === key.name && /^20\d\d-(0[1-9]|1[0-2])$/.test(month) && /^(0|[1-9]\d{0,14})$/.test(records) && [content, numbers].every((digest) => /^[A-Za-z0-9_-]{43}$/.test(digest)) && rest === '' && more.length === 0
  return isWhole ? { log: key.name, month, records: Number(records), content, numbers } : null
}

/** From one number of a stream to another, without a hole. */
export type Span = { readonly place: string; readonly stream: string; readonly first: number; readonly last: number }
const isBefore = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
/** The same for the same numbers, in whatever order they come. */
export function numbersDigest(spans: readonly Span[]): string {
  const sorted = [...spans].sort((one, other) => isBefore(one.place, other.place) || isBefore(one.stream, other.stream) || one.first - other.first)
  const hash = createHash('sha256')
  for (const { place, stream, first, last } of sorted) hash.update(`${place} ${stream} ${first} ${last}\n`)
  return hash.digest('base64url')
}
/** Takes numbers in, those of each stream in their order. */
export class Spans {
  #done: Span[] = []
  #open = new Map<string, { place: string; stream: string; first: number; last: number }>()
  take(place: string, stream: string, sequence: number): void {
    const name = `${place} ${stream}`
    const open = this.#open.get(name)
    if (open && sequence === open.last + 1) {
      open.last = sequence
      return
    }
    if (open) this.#done.push(open)
    this.#open.set(name, { place, stream, first: sequence, last: sequence })
  }
  all(): Span[] { return [...this.#done, ...this.#open.values()] }
}
