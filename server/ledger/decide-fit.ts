import type { Json } from '~/server/shared/canonical'
import type { Found } from '~/server/admission/found'
import { type AccountFacts, exceeds, type Level, standingOf, wordFor } from './account'

export type QuotaReason = 'quota_exceeded' | 'resource_unknown' | 'quota_exceeded_above' | 'others_wait'

/** What each account on the way had to say, from the organisation down. Above the reader's own scope only whether it fits is theirs to know: `seen` leaves the figures out. */
export type Fit = { readonly account: string; readonly level: Level; readonly resource: string; readonly fits: boolean; readonly figures: { readonly nominal: string; readonly hard: string; readonly used: string; readonly held: string; readonly unexplained: string } | null }

export type QuotaFit = { readonly found: Found<QuotaReason>; readonly fits: readonly Fit[]; readonly burst: boolean }

/**
 * Whether every account on the way has room for these amounts, on top of what is used, promised and unexplained. The narrowest account that has none is the one that is
 * named: it is the one that whoever asks can see and do something about. A resource that an account does not know is not there in any amount; only a class may
 * leave one out, because what it does not limit its namespace does. What fits under every ceiling and finds no room now may find some later.
 * Where others wait who come first (`ahead`: account and resource) there is room for none. What would be given above somebody's own share is `burst`, whoever waits.
 */
export function decideFit(accounts: readonly AccountFacts[], wanted: Readonly<Record<string, string>>, ahead: ReadonlySet<string> = new Set()): QuotaFit {
  const fits: Fit[] = []
  let isAbove = false
  let isRefused = false
  let lifts = true
  let worst: { level: Level; reason: QuotaReason; says: string } | null = null
  const asked = Object.keys(wanted).sort().map((resource) => ({ resource, requested: BigInt(wanted[resource] ?? '0') }))
  for (const account of accounts) {
    for (const { resource, requested } of asked) {
      const standing = standingOf(account, resource)
      if (!standing) {
        if (account.level === 'class') continue
        fits.push({ account: account.id, level: account.level, resource, fits: requested === 0n, figures: null })
        if (requested > 0n) {
          worst = { level: account.level, reason: 'resource_unknown', says: `This ${account.level} has no quota of ${wordFor(resource)}.` }
          lifts = false
          isRefused = true
        }
        continue
      }
      const { nominal, hard, used, held, unexplained } = standing
      const after = used + held + unexplained + requested
      const isFull = requested > 0n && after > hard
      isRefused ||= isFull
      const isRoom = !isFull && !(requested > 0n && ahead.has(`${account.id} ${resource}`))
      if (requested > 0n && account.level !== 'organisation' && after > nominal) isAbove = true
      fits.push({ account: account.id, level: account.level, resource, fits: isRoom, figures: figuresOf(account, resource) })
      if (!isRoom && requested > hard) lifts = false
      if (isRoom || (worst?.level === account.level)) continue
      worst = account.level === 'organisation'
        ? { level: account.level, reason: 'quota_exceeded_above', says: `The organisation has no room for this much ${wordFor(resource)}.` }
        : isFull ? { level: account.level, reason: 'quota_exceeded', says: exceeds(resource, standing, requested) }
          : { level: account.level, reason: 'others_wait', says: `Others wait for ${wordFor(resource)} in this ${account.level} already.` }
    }
  }
  const saw = { requested: wanted, fits: fits as unknown as Json }
  return { found: worst ? { outcome: 'refuses', reason: worst.reason, says: worst.says, saw, ...(lifts ? { lifts: 'room' } : {}) } : { outcome: 'passes', saw }, fits, burst: isAbove && !isRefused }
}
function figuresOf({ standing }: AccountFacts, resource: string): Fit['figures'] {
  const [nominal = '0', hard = '0', used = '0', held = '0', unexplained = '0'] = standing[resource] ?? []
  return { nominal, hard, used, held, unexplained }
}
