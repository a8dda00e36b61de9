import type { PersonalField } from '~/server/audit/record'

export type OpenRefusal = 'record_unknown' | 'erased' | 'nothing_kept'
export type ConcealRefusal = 'erased'

/** `kept` is whether the record has that field at all: who was not signed in has no name. */
export function decideOpen({ found, erased, kept }: { found: boolean; erased: boolean; kept: boolean }): { ok: true } | { ok: false; refusal: OpenRefusal } {
  if (!found) return { ok: false, refusal: 'record_unknown' }
  if (erased) return { ok: false, refusal: 'erased' }
  return kept ? { ok: true } : { ok: false, refusal: 'nothing_kept' }
}
export const decideConceal = ({ erased }: { erased: boolean }): { ok: true } | { ok: false; refusal: ConcealRefusal } => (erased ? { ok: false, refusal: 'erased' } : { ok: true })

/** What is looked for by its keyed hash. What browsers call themselves is too much alike to be looked for. */
export const concealed = ['username', 'sourceIP'] as const satisfies readonly PersonalField[]
