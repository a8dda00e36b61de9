/** What two people say for a disaster: where a tenant's work may go, ahead of it; and that there is one in a region, until a moment. Both pure. */
import { decideResidency, type KnownRegion, type Residency } from '~/server/admission/residency/decide-residency'

const dayMs = 24 * 3_600_000
/** What lasts longer is another policy, or is declared again. */
export const disasterDaysMost = 7

/** Asked for by one, signed by another, until somebody ends it. */
export type TwoWords = { readonly askedBy: string; readonly signedAt: Date | null; readonly endedAt: Date | null; /** Null of what lasts until it is ended. */ readonly until: Date | null }
export const standings = ['asked', 'stands', 'over'] as const
export type TwoWordsStanding = (typeof standings)[number]
/** By its own row: nothing has to come by for it to be over. What nobody signed in time is over, too. */
export function standingAt({ signedAt, endedAt, until }: TwoWords, now: Date): TwoWordsStanding {
  if (endedAt !== null || (until !== null && now >= until)) return 'over'
  return signedAt === null ? 'asked' : 'stands'
}

type Decision<R extends string> = { readonly ok: true } | { readonly ok: false; readonly refusal: R }
export type AskFailoverRefusal = 'passkey_required' | 'region_unknown' | 'never_possible' | 'already_asked' | 'no_change'
/** `residency` is the tenant's own word: what a prohibition or the law keeps out, no disaster lets in. */
export function decideAskFailover({ passkey, residency, known, asked, standing }: { readonly passkey: boolean; readonly residency: Residency; readonly known: readonly KnownRegion[]; readonly asked: boolean; readonly standing: readonly string[] | null }, regions: readonly string[]): Decision<AskFailoverRefusal> {
  if (!passkey) return { ok: false, refusal: 'passkey_required' }
  if (!regions.every((name) => known.some(({ region }) => region === name))) return { ok: false, refusal: 'region_unknown' }
  const inDisaster = { ...residency, failover: { regions, disasters: [] } }
  if (!regions.every((region) => decideResidency(inDisaster, known, region).outcome === 'passes')) return { ok: false, refusal: 'never_possible' }
  if (asked) return { ok: false, refusal: 'already_asked' }
  return standing?.join() === [...regions].sort().join() ? { ok: false, refusal: 'no_change' } : { ok: true }
}

export type AskDisasterRefusal = 'passkey_required' | 'region_unknown' | 'until_not_possible' | 'already_asked' | 'already_declared'
/** `standing` is until when one stands in that region. */
export function decideAskDisaster({ passkey, known, asked, standing, now }: { readonly passkey: boolean; readonly known: boolean; readonly asked: boolean; readonly standing: Date | null; readonly now: Date }, until: Date): Decision<AskDisasterRefusal> {
  if (!passkey) return { ok: false, refusal: 'passkey_required' }
  if (!known) return { ok: false, refusal: 'region_unknown' }
  if (until <= now || until.getTime() - now.getTime() > disasterDaysMost * dayMs) return { ok: false, refusal: 'until_not_possible' }
  if (asked) return { ok: false, refusal: 'already_asked' }
  return standing !== null && standing >= until ? { ok: false, refusal: 'already_declared' } : { ok: true }
}

export type SignDisasterRefusal = 'passkey_required' | 'disaster_unknown' | 'disaster_over' | 'signed_already' | 'own_word' | 'appointed'
/** Nobody opens a region alone, nor with whom they let in lately or who let them in. */
export function decideSignDisaster(of: TwoWords | null, { by, appointed, passkey }: { readonly by: string; readonly appointed: boolean; readonly passkey: boolean }, now: Date): Decision<SignDisasterRefusal> {
  if (!passkey) return { ok: false, refusal: 'passkey_required' }
  if (!of) return { ok: false, refusal: 'disaster_unknown' }
  if (standingAt(of, now) === 'over') return { ok: false, refusal: 'disaster_over' }
  if (of.signedAt !== null) return { ok: false, refusal: 'signed_already' }
  if (of.askedBy === by) return { ok: false, refusal: 'own_word' }
  return appointed ? { ok: false, refusal: 'appointed' } : { ok: true }
}

export type EndDisasterRefusal = 'disaster_unknown' | 'disaster_over'
/** One is enough to end what two began, or to take back what one asked for. */
export function decideEndDisaster(of: TwoWords | null, now: Date): Decision<EndDisasterRefusal> {
  if (!of) return { ok: false, refusal: 'disaster_unknown' }
  return standingAt(of, now) === 'over' ? { ok: false, refusal: 'disaster_over' } : { ok: true }
}
