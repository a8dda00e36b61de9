/**
 * What a certificate says, and how: a signed note of two lines, what it is and all of it as canonical JSON. It leads from the log as it was before the erasure to the log that has it, so that
 * whoever kept a checkpoint of before sees that nothing of the log was changed by it.
 */
import { z } from 'zod'
import { type NoteKey, signNote } from '~/server/keys/note'
import { canonicalBytes, type Json } from '~/server/shared/canonical'
import { kept } from './kept'

export const certificateTitle = 'Bailiwick certificate of erasure'
const [Name, Moment, Hash] = [z.string().max(200), z.string().max(40), z.string().length(44)]
const Count = z.int().min(0)
const Path = z.array(Hash).max(64)
export const Certificate = z.strictObject({
  version: z.literal(1), log: Name, tenant: Name, erasure: Name, asked: z.strictObject({ at: Moment, by: Name }), signed: z.strictObject({ at: Moment, by: Name }), erasedAt: Moment,
  /** What became unreadable, or is gone, and how much there was of it. */
  erased: z.record(Name, Count),
  /** What stays, and why. */
  kept: z.array(z.strictObject({ what: z.string().max(300), why: z.string().max(300) })).max(20),
  /** Where the deed stands that says so, and its leaf. */
  deed: z.strictObject({ sequence: Name, index: Count, leaf: Hash, path: Path }),
  before: z.strictObject({ size: Count, checkpoint: z.string().max(2_000).nullable() }), after: z.strictObject({ size: Count, checkpoint: z.string().max(2_000) }), between: Path,
})
export type Certificate = z.infer<typeof Certificate>

export const signCertificate = (certificate: Omit<Certificate, 'version' | 'kept'>, key: NoteKey, signKey: Buffer): string =>
  signNote(`${certificateTitle}\n${canonicalBytes({ ...certificate, version: 1, kept: kept.map(({ what, why }) => ({ what, why })) } as Json).toString()}\n`, key.name, signKey)

/** What the text of one says, whoever vouches for it; null for what is none. */
export function readCertificate(text: string): Certificate | null {
  const [title, json = '', ...rest] = text.split('\n')
  if (title !== certificateTitle || rest.join('') !== '') return null
  try {
    return Certificate.safeParse(JSON.parse(json)).data ?? null
  } catch {
    return null
  }
}
