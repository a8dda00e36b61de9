import { type Answerable, type Answering, mayAnswer, type SayRefusal } from '~/server/requests/decide-request'

export type OfferRefusal = 'already_decided' | 'terms_changed' | SayRefusal | 'not_less'
export type Size = { readonly pods: number; /** Null is as long as anything may last. */ readonly hours: number | null }
type Asked = Pick<Answerable, 'requestedBy' | 'gainers' | 'terms' | 'rule' | 'saidYes' | 'recused'> & { readonly isOpen: boolean; readonly size: Size }

/** Whoever may answer may offer less than was asked for, and never more; `through` is in whose place, if in anybody's. Order is precedence. */
export function decideOffer(asked: Asked, by: Answering, offered: Size & { readonly terms: string }): { ok: true; through: string | null } | { ok: false; refusal: OfferRefusal } {
  if (!asked.isOpen) return { ok: false, refusal: 'already_decided' }
  if (asked.terms !== offered.terms) return { ok: false, refusal: 'terms_changed' }
  const answering = mayAnswer(asked, by)
  if (!answering.ok) return answering
  const [pods, hours] = [offered.pods - asked.size.pods, length(offered.hours) - length(asked.size.hours)]
  const isLess = pods <= 0 && (offered.hours === asked.size.hours || hours < 0) && (pods < 0 || offered.hours !== asked.size.hours)
  return isLess ? { ok: true, through: answering.through } : { ok: false, refusal: 'not_less' }
}
const length = (hours: number | null) => hours ?? Number.MAX_SAFE_INTEGER
