/**
 * How a key of the log lets the next one go on: a note that both sign, of how much of the log there was then. Who knows one of the two knows the other by it. Where the key before is lost, the next
 * one alone says so: who knows that one knows the one before by it, and nobody is led from the one that is lost to another. HANDOVER.md is the written format of both.
 */
import type { LogKey, LogSigner } from './log-key'
import { type NoteKey, noteKeyText, openNote, parseNoteKey, signNote } from './note'

const formats = { handover: 'bailiwick-handover-1', loss: 'bailiwick-loss-1' } as const
/** `root` is that of the log at this size, in base64: what the key before vouched for last. `isLoss` where that key is lost, and does not say so itself. */
export type Handover = { readonly before: NoteKey; readonly after: NoteKey; readonly size: number; readonly root: string; readonly isLoss: boolean }
type LogThen = Pick<Handover, 'size' | 'root'>

const textOf = (format: string, before: NoteKey, after: NoteKey, { size, root }: LogThen) => `${format}\n${noteKeyText(before)}\n${noteKeyText(after)}\n${size}\n${root}\n`
export const signLoss = (lost: NoteKey, after: LogSigner, then: LogThen): string => signNote(textOf(formats.loss, lost, after.key, then), after.key.name, after.signKey)
export function signHandover(before: LogSigner, after: LogSigner, then: LogThen): string {
  const text = textOf(formats.handover, before.key, after.key, then)
  return signNote(text, before.key.name, before.signKey) + signNote(text, after.key.name, after.signKey).slice(text.length + 1)
}

/** Null for what is not signed by whoever has to, and for what is no handover. */
export function openHandover(note: string): Handover | null {
  const [first, earlier = '', later = '', size = '', root = '', ...rest] = note.slice(0, note.lastIndexOf('\n\n') + 1).split('\n')
  const [before, after] = [parseNoteKey(earlier), parseNoteKey(later)]
  const isLoss = first === formats.loss
  const isWhole = (isLoss || first === formats.handover) && /^(0|[1-9]\d{0,14})$/.test(size) && /^[A-Za-z0-9+/]{43}=$/.test(root) && rest.join() === ''
  if (!isWhole || !before || !after || before.name === after.name || (!isLoss && openNote(note, before) === null) || openNote(note, after) === null) return null
  return { before, after, size: Number(size), root, isLoss }
}

/** A key that lets two go on, or that goes on from two, is believed in neither. */
const isAlone = (one: Handover, all: readonly Handover[]) => all.every((other) => other === one || (other.before.name !== one.before.name && other.after.name !== one.after.name))

/** All keys of a log that whoever was told one of them knows by these handovers and losses, from the first to the last: how far each vouches, and that no key comes twice and no log becomes smaller. */
export function keysKnownBy(told: NoteKey, notes: readonly string[]): readonly LogKey[] {
  const read = [...new Set(notes)].flatMap((note) => openHandover(note) ?? [])
  const all = read.filter((one) => isAlone(one, read))
  const isSame = (one: NoteKey, other: NoteKey) => noteKeyText(one) === noteKeyText(other)
  const earlier: LogKey[] = []
  const names = new Set([told.name])
  for (let [first, most] = [told, Number.MAX_SAFE_INTEGER]; ; ) {
    const by = all.find(({ before, after, size }) => isSame(after, first) && size <= most && !names.has(before.name))
    if (!by) break
    names.add(by.before.name)
    earlier.unshift({ ...by.before, until: by.size })
    ;[first, most] = [by.before, by.size]
  }
  const later: LogKey[] = [told]
  for (let least = earlier.at(-1)?.until ?? 0; ; ) {
    const last = later.at(-1) as LogKey
    const by = all.find(({ before, after, size, isLoss }) => !isLoss && isSame(before, last) && size >= least && !names.has(after.name))
    if (!by) break
    names.add(by.after.name)
    later.splice(-1, 1, { ...last, until: by.size }, by.after)
    least = by.size
  }
  return [...earlier, ...later]
}
