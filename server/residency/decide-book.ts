/** What of a tenant is written into its record at once, and when: pure. README.md has it as the format of a proof. */
import type { Residency } from '~/server/admission/residency/decide-residency'
import type { Jurisdiction } from '~/server/regions/decide-new-region'
import type { StayReason, StayState } from './decide-stays'
import type { Evidence } from './decide-where'

/** A stay as it is written, of it what was between the page's beginning and its end. */
export type WrittenStay = {
  readonly work: string; readonly allocation: string | null; readonly namespace: string | null; readonly cluster: string; readonly node: string; readonly gpuMilli: string; readonly placed: string; readonly region: string | null
  readonly state: StayState; readonly reason: StayReason | null; readonly policy: string | null; readonly evidence: (Evidence & { readonly since: string }) | null; readonly heardAt: string | null; readonly from: string; readonly to: string
  /** The region for whose disaster it may be there; left out where it may without, or may not. */
  readonly failover?: string
}
/** Who asked and who signed. */
export type TwoPeople = readonly [asked: string, signed: string]
/** That work might go to these regions because of a disaster in one, and by whose word both was so; a page from before people were named has none. */
export type WrittenFailover = { readonly disaster: string; readonly regions: readonly string[]; readonly from: string; readonly to: string; readonly preparedBy?: TwoPeople; readonly declaredBy?: TwoPeople }
/** By what work was left where it may not be; without a work, all of the tenant's in these regions. */
export type WrittenException = { readonly exception: string; readonly work: string | null; readonly regions: readonly string[]; readonly from: string; readonly to: string }
type WrittenGap = { readonly from: string; readonly to: string }
/** The residency of a tenant in one version; without one it is the regions that the tenant was made with. */
export type WrittenPolicy = { readonly version: string | null; readonly body: Residency }
export type BookPage = {
  readonly from: string; readonly to: string; /** The digest of the page before; null of the first. By its name the record knows that it is one, and no token. */ readonly previousDigest: string | null; readonly part: number; readonly parts: number
  readonly regions: readonly { readonly region: string; readonly jurisdiction: Jurisdiction }[]; readonly policies: readonly WrittenPolicy[]; readonly stays: readonly WrittenStay[]; readonly gaps: readonly WrittenGap[]
  /** Left out where there is none. */
  readonly exceptions?: readonly WrittenException[]; readonly failovers?: readonly WrittenFailover[]
}

/** What runs is written every ten minutes, that nothing does every hour, and either as soon as somebody asks. */
export const [pageMs, quietMs, staysMost] = [10 * 60_000, 60 * 60_000, 1_000]
export const isDue = ({ writtenUntil, asked, stayed }: { readonly writtenUntil: number; readonly asked: boolean; readonly stayed: boolean }, now: number): boolean => asked || now - writtenUntil >= (stayed ? pageMs : quietMs)

/** More than a page holds goes on in the next part of it, for the same time. */
export function pagesOf<S>(stays: readonly S[], most = staysMost): (readonly S[])[] {
  const pages = Array.from({ length: Math.ceil(stays.length / most) }, (_, part) => stays.slice(part * most, (part + 1) * most))
  return pages.length === 0 ? [[]] : pages
}

/** When nobody looked for longer than that, what was meanwhile is not known. */
export const lookedEveryMs = 60_000
export const gapSince = (last: number | null, now: number): WrittenGap | null => (last !== null && now - last > lookedEveryMs ? { from: new Date(last).toISOString(), to: new Date(now).toISOString() } : null)
/** What of a span lies in another; null where nothing does. */
export function within<S extends { readonly from: string; readonly to: string }>(span: S, from: string, to: string): S | null {
  const clipped = { ...span, from: span.from > from ? span.from : from, to: span.to < to ? span.to : to }
  return clipped.from < clipped.to ? clipped : null
}
