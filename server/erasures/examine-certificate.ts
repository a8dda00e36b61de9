import { openCheckpoint } from '~/server/audit/checkpoint'
import { type NoteKey, openNote, parseNoteKey } from '~/server/keys/note'
import { emptyRoot } from '~/server/merkle/hash'
import { isConsistent, isIncluded } from '~/server/merkle/proof'
import { type Certificate, readCertificate } from './certificate'
import type { CertificateFacts } from './decide-certificate'

const nothing = { signed: false, checkpoints: false, included: false, consistent: false }
const hash = (text: string) => Buffer.from(text, 'base64')

/** Finds out, with nothing but the file and the key. */
export function examineCertificate(note: string, key: NoteKey | null): { facts: CertificateFacts; said: Certificate | null } {
  const said = readCertificate(note.slice(0, note.lastIndexOf('\n\n') + 1))
  const told = key !== null
  const by = key ?? (said && parseNoteKey(said.log))
  if (!said || !by) return { facts: { read: said !== null, told, ...nothing }, said }
  if (openNote(note, by) === null) return { facts: { read: true, told, ...nothing }, said }
  const after = openCheckpoint(said.after.checkpoint, by)
  const before = said.before.checkpoint === null ? { size: 0, root: emptyRoot } : openCheckpoint(said.before.checkpoint, by)
  const checkpoints = after !== null && before !== null && after.size === said.after.size && before.size === said.before.size
  if (!checkpoints) return { facts: { read: true, told, ...nothing, signed: true }, said }
  const { leaf, index, path } = said.deed
  return {
    said,
    facts: {
      read: true, told, signed: true, checkpoints: true, included: before.size <= index && isIncluded({ leaf: hash(leaf), index, size: after.size, path: path.map(hash), root: after.root }),
      consistent: isConsistent(before, after, said.between.map(hash)),
    },
  }
}
