/** The record's final form. Pure: what goes in decides every byte that comes out. */
import { leafHash } from '~/server/merkle/hash'
import { canonicalBytes, type Json } from '~/server/shared/canonical'
import type { Entry, RecordedActor } from './entry'

export type Stream = 'deed' | 'access'
export type Place = { tenant: string; stream: Stream; sequence: bigint; auditId: string; timestamp: string }
/** A personal value as it is kept: ciphertext to read it by, a keyed hash to find it by. */
export type Sealed = { sealed: string; hash: string }
/** Null for a tenant whose key was destroyed: what cannot be sealed is not kept. */
export type SealPersonal = (field: PersonalField, plain: string) => Sealed | null

export const personalFields = ['username', 'sourceIP', 'userAgent'] as const
export type PersonalField = (typeof personalFields)[number]
type StoredActor = Omit<RecordedActor, PersonalField> & Record<PersonalField, Sealed | null>
export type StoredEntry = Omit<Entry, 'actor' | 'metadata'> & {
  auditId: string; timestamp: string; actor: StoredActor
  metadata: Entry['metadata'] & { tenant: string; stream: Stream; sequence: string }
}

export function storedEntry(entry: Entry, place: Place, sealPersonal: SealPersonal): StoredEntry {
  const sealed = (field: PersonalField) => (entry.actor[field] === null ? null : sealPersonal(field, entry.actor[field]))
  return {
    auditId: place.auditId, timestamp: place.timestamp, level: entry.level,
    actor: { ...entry.actor, username: sealed('username'), sourceIP: sealed('sourceIP'), userAgent: sealed('userAgent') },
    action: entry.action, outcome: entry.outcome, reason: entry.reason,
    request: entry.level === 'Metadata' ? null : entry.request, response: entry.level === 'RequestResponse' ? entry.response : null, context: entry.context,
    metadata: { ...entry.metadata, tenant: place.tenant, stream: place.stream, sequence: place.sequence.toString() },
  }
}

export function recordBytes(entry: Entry, place: Place, sealPersonal: SealPersonal): { bytes: Buffer; leaf: Buffer } {
  const bytes = canonicalBytes(storedEntry(entry, place, sealPersonal) as unknown as Json)
  return { bytes, leaf: leafHash(bytes) }
}
