import type { Outcome } from './rule'

export type CloseRefusal = 'case_unknown' | 'closed_already' | 'step_under_way'
type CloseDecision = { ok: true; repeats: boolean } | { ok: false; refusal: CloseRefusal }
type File = { readonly outcome: Outcome | null; readonly note: string | null; /** Somebody, or the engine, has something to do about a step of it. */ readonly stands: boolean }

/** What it was is said once, when nothing is being done about it any more. Whoever says the same again has said it. */
export function decideClose(file: File | null, said: { readonly outcome: Outcome; readonly note: string | null }): CloseDecision {
  if (!file) return { ok: false, refusal: 'case_unknown' }
  if (file.outcome !== null && file.outcome === said.outcome && file.note === said.note) return { ok: true, repeats: true }
  const refusal = whyNotClose(file)
  return refusal === null ? { ok: true, repeats: false } : { ok: false, refusal }
}
/** What is in the way of closing it, whatever somebody says it was. */
export const whyNotClose = ({ outcome, stands }: Pick<File, 'outcome' | 'stands'>): CloseRefusal | null => (outcome !== null ? 'closed_already' : stands ? 'step_under_way' : null)
