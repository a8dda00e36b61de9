/** So long whoever it concerns can see it coming and take it back. */
export const waitHours = 72
const hourMs = 3_600_000

export type Erasure = { readonly askedBy: string; readonly signedAt: Date | null; readonly dueAt: Date | null; readonly takenBackAt: Date | null; readonly erasedAt: Date | null }
/** Due is what the engine will carry out, unless something keeps it from doing so. */
export type ErasureStanding = 'asked' | 'waits' | 'due' | 'taken_back' | 'erased'
export function standingOf({ dueAt, takenBackAt, erasedAt }: Erasure, now: Date): ErasureStanding {
  if (takenBackAt !== null) return 'taken_back'
  if (erasedAt !== null) return 'erased'
  if (dueAt === null) return 'asked'
  return now < dueAt ? 'waits' : 'due'
}

type Decision<R extends string> = { ok: true } | { ok: false; refusal: R }
export type AskRefusal = 'passkey_required' | 'name_differs' | 'erased_already' | 'already_asked'
/** `others` is of the tenant, and was not taken back. */
export function decideAsk({ passkey, named, others }: { passkey: boolean; named: boolean; others: readonly Erasure[] }): Decision<AskRefusal> {
  if (!passkey) return { ok: false, refusal: 'passkey_required' }
  if (!named) return { ok: false, refusal: 'name_differs' }
  if (others.some(({ erasedAt }) => erasedAt !== null)) return { ok: false, refusal: 'erased_already' }
  return others.length > 0 ? { ok: false, refusal: 'already_asked' } : { ok: true }
}

export type SignRefusal = 'passkey_required' | 'erasure_unknown' | 'taken_back' | 'signed_already' | 'own_erasure' | 'appointed'
/** Nobody ends alone what cannot be had again; and whoever is there by the word of who asked, or they by theirs, is nobody else. */
export function decideSign(erasure: Erasure | null, { by, appointed, passkey }: { by: string; appointed: boolean; passkey: boolean }): Decision<SignRefusal> {
  if (!passkey) return { ok: false, refusal: 'passkey_required' }
  if (!erasure) return { ok: false, refusal: 'erasure_unknown' }
  if (erasure.takenBackAt !== null) return { ok: false, refusal: 'taken_back' }
  if (erasure.signedAt !== null) return { ok: false, refusal: 'signed_already' }
  if (erasure.askedBy === by) return { ok: false, refusal: 'own_erasure' }
  return appointed ? { ok: false, refusal: 'appointed' } : { ok: true }
}
export const dueAfter = (signedAt: Date): Date => new Date(signedAt.getTime() + waitHours * hourMs)

export type TakeBackRefusal = 'erasure_unknown' | 'taken_back' | 'erased_already'
/** As long as nothing is gone, whenever it is due. */
export function decideTakeBack(erasure: Erasure | null): Decision<TakeBackRefusal> {
  if (!erasure) return { ok: false, refusal: 'erasure_unknown' }
  if (erasure.takenBackAt !== null) return { ok: false, refusal: 'taken_back' }
  return erasure.erasedAt !== null ? { ok: false, refusal: 'erased_already' } : { ok: true }
}
