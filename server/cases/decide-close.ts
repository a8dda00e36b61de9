import type { Outcome } from './rule'

export type CloseRefusal = 'case_unknown' | 'closed_already'
export type CloseDecision = { ok: true; repeats: boolean } | { ok: false; refusal: CloseRefusal }

/** What it was is said once. Whoever says the same again has said it. */
export function decideClose(file: { readonly outcome: Outcome | null; readonly note: string | null } | null, said: { readonly outcome: Outcome; readonly note: string | null }): CloseDecision {
  if (!file) return { ok: false, refusal: 'case_unknown' }
  if (file.outcome === null) return { ok: true, repeats: false }
  return file.outcome === said.outcome && file.note === said.note ? { ok: true, repeats: true } : { ok: false, refusal: 'closed_already' }
}
