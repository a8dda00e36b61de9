const dayMs = 24 * 3_600_000
/** What is needed for longer is another policy. */
export const exceptionDaysMost = 30

/** Without a work it covers all of the tenant's in these regions. */
export type Covering = { readonly work: string | null; readonly regions: readonly string[] }
type ExceptionTimes = { readonly until: Date; readonly endedAt: Date | null }
/** By its own row: nothing has to come by for it to be over. */
export const exceptionHolds = ({ until, endedAt }: ExceptionTimes, now: Date): boolean => endedAt === null && now < until
/** Work that is in one region more than was signed is not covered in any. */
export const isCovered = (exception: Covering, { work, regions }: { readonly work: string; readonly regions: readonly string[] }): boolean =>
  (exception.work === null || exception.work === work) && regions.every((region) => exception.regions.includes(region))

type Decision<R extends string> = { readonly ok: true; readonly repeats: boolean } | { readonly ok: false; readonly refusal: R }
export type ExceptRefusal = 'violation_unknown' | 'violation_over' | 'being_contained' | 'changed_meanwhile' | 'until_not_possible' | 'owner_unknown' | 'already_excepted'
type Violation = { readonly ended: boolean; readonly contained: boolean; readonly regions: readonly string[] }
/** `standing` are those that hold and cover the same, and `same` whether one is word for word what is wished. */
export type ExceptState = { readonly violation: Violation | null; readonly ownerKnown: boolean; readonly standing: readonly { readonly until: Date; readonly same: boolean }[]; readonly now: Date }
/** Order is precedence. What is signed names the regions: where they have become others, it is looked at again first. */
export function decideExcept({ violation, ownerKnown, standing, now }: ExceptState, { regions, until }: { readonly regions: readonly string[]; readonly until: Date }): Decision<ExceptRefusal> {
  if (!violation) return { ok: false, refusal: 'violation_unknown' }
  if (violation.ended) return { ok: false, refusal: 'violation_over' }
  if (violation.contained) return { ok: false, refusal: 'being_contained' }
  if (violation.regions.join() !== [...regions].sort().join()) return { ok: false, refusal: 'changed_meanwhile' }
  if (until <= now || until.getTime() - now.getTime() > exceptionDaysMost * dayMs) return { ok: false, refusal: 'until_not_possible' }
  if (!ownerKnown) return { ok: false, refusal: 'owner_unknown' }
  if (standing.some(({ same }) => same)) return { ok: true, repeats: true }
  return standing.some((one) => one.until >= until) ? { ok: false, refusal: 'already_excepted' } : { ok: true, repeats: false }
}

export type EndExceptionRefusal = 'exception_unknown' | 'exception_over'
export function decideEndException(exception: ExceptionTimes | null, now: Date): { readonly ok: true } | { readonly ok: false; readonly refusal: EndExceptionRefusal } {
  if (!exception) return { ok: false, refusal: 'exception_unknown' }
  return exceptionHolds(exception, now) ? { ok: true } : { ok: false, refusal: 'exception_over' }
}
