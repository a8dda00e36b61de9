/** Whether a piece of work was always under one law, by the pages of its tenant's book: pure, and the same function makes the claim of a proof and checks it. */
import type { KnownRegion } from '~/server/admission/residency/decide-residency'
import type { Jurisdiction } from '~/server/regions/decide-new-region'
import { type BookPage, lookedEveryMs, type TwoPeople, within, type WrittenFailover, type WrittenStay } from './decide-book'
import { isCovered } from './decide-exception'
import { decideStay } from './decide-stays'
import { decideWhere, evidenceLastsMs, type UnknownWhy } from './decide-where'

/** What it is claimed of: one allocation, one namespace, or, with neither, all of the tenant. */
export type Subject = { readonly allocation: string | null; readonly namespace: string | null }
export type Asked = Subject & { readonly jurisdiction: Jurisdiction; readonly since: string; readonly until: string }
export type NotProvable = UnknownWhy | 'not_watched' | 'not_written' | 'never_seen'
export type Span<W extends string> = { readonly from: string; readonly to: string; readonly because: W }
/** When it was where nothing but a disaster elsewhere let it be, and by whose word. */
export type FailedOver = Span<string> & Pick<WrittenFailover, 'disaster' | 'preparedBy' | 'declaredBy'>
export type Claim = { readonly verdict: 'always' | 'not' | 'not_provable'; readonly outside: readonly Span<string>[]; readonly unproven: readonly Span<NotProvable>[] }

const isOf = ({ allocation, namespace }: Subject, stay: WrittenStay) => (allocation === null || stay.allocation === allocation) && (namespace === null || stay.namespace === namespace)
type Judged = { readonly found: 'inside' } | { readonly found: 'outside'; readonly region: string } | { readonly found: 'unknown'; readonly because: UnknownWhy }

/** Under which law a stay was, by the evidence that is written with it and by no word of the engine's. */
function judgeStay({ placed, evidence, heardAt, from, to }: WrittenStay, regions: readonly KnownRegion[], jurisdiction: Jurisdiction): Judged {
  const lawOf = (name: string) => regions.find(({ region }) => region === name)?.jurisdiction
  const where = decideWhere(placed, evidence, heardAt, heardAt ?? from, regions)
  if (!where.known && where.because === 'no_evidence') return { found: 'unknown', because: 'no_evidence' }
  if (heardAt !== null && Date.parse(to) - Date.parse(heardAt) > evidenceLastsMs + lookedEveryMs) return { found: 'unknown', because: 'evidence_old' }
  if (where.known) return lawOf(where.region) === jurisdiction ? { found: 'inside' } : { found: 'outside', region: where.region }
  const elsewhere = where.because === 'contradicts' ? where.named.find((region) => lawOf(region) !== jurisdiction) : undefined
  return elsewhere === undefined ? { found: 'unknown', because: where.because } : { found: 'outside', region: elsewhere }
}

/** Whether a page says of a stay what its own policy and evidence come to. Only what time alone made unknown cannot be worked out again. */
export function isJudgedRightly(page: BookPage, tenant: string, stay: WrittenStay): boolean {
  const policy = page.policies.find(({ version }) => version === stay.policy)
  if (!policy) return false
  if (stay.reason === 'evidence_old') return true
  const { failover = null, ...seen } = stay
  const inDisasters = disastersAround(page, stay).filter((one) => failover === null || opens(one, stay)).map(({ regions, disaster }) => ({ ...policy.body, failover: { regions, disasters: [disaster] } }))
  return [...(failover === null ? [policy.body] : []), ...inDisasters].some((residency) => {
    const again = decideStay({ ...seen, tenant, place: null }, { version: stay.policy, residency }, page.regions, stay.heardAt ?? stay.from)
    return again.state === stay.state && again.reason === stay.reason && again.region === stay.region && again.failover === failover
  })
}

const areTwo = (people: TwoPeople | undefined) => people === undefined || people[0] !== people[1]
const opens = ({ disaster, regions }: WrittenFailover, { failover, region }: WrittenStay) => disaster === failover && region !== null && regions.includes(region)
/** What held when a stay began, by two people's word each, but for the time between two looks. What nobody knows the place of was judged by it, too. */
function disastersAround(page: BookPage, { from }: WrittenStay): WrittenFailover[] {
  const began = Date.parse(from)
  return (page.failovers ?? []).filter((one) => areTwo(one.preparedBy) && areTwo(one.declaredBy) && began >= Date.parse(one.from) - lookedEveryMs && began < Date.parse(one.to) + lookedEveryMs)
}

/** Pages one after another, as they come; of what was seen only what is not inside is held. */
export class ClaimOf {
  #asked: Asked
  #until: string
  #seen = false
  #outside: Span<string>[] = []
  #unproven: Span<NotProvable>[] = []
  #excepted: Span<string>[] = []
  #failedOver = new Map<string, { readonly by: Omit<FailedOver, keyof Span<string>>; readonly spans: Span<string>[] }>()
  constructor(asked: Asked) {
    this.#asked = asked
    this.#until = asked.since
  }
  take(page: BookPage): void {
    const { since, until, jurisdiction } = this.#asked
    const time = within({ from: page.from, to: page.to }, since, until)
    if (time === null) return
    if (time.from > this.#until) add(this.#unproven, { from: this.#until, to: time.from, because: 'not_written' })
    if (time.to > this.#until) this.#until = time.to
    if (page.part === 1) for (const gap of page.gaps) addWithin(this.#unproven, { ...gap, because: 'not_watched' as const }, since, until)
    for (const stay of page.stays) {
      const span = isOf(this.#asked, stay) ? within({ from: stay.from, to: stay.to }, since, until) : null
      if (span === null) continue
      this.#seen = true
      if (stay.state === 'prohibited' && stay.region !== null) {
        for (const one of page.exceptions ?? []) if (isCovered(one, { work: stay.work, regions: [stay.region] })) addWithin(this.#excepted, { from: one.from, to: one.to, because: stay.region }, span.from, span.to)
      }
      if (stay.failover !== undefined && stay.region !== null) for (const one of page.failovers ?? []) if (opens(one, stay)) this.#lean(one, { ...span, because: stay.region })
      const judged = judgeStay(stay, page.regions, jurisdiction)
      if (judged.found === 'outside') add(this.#outside, { ...span, because: judged.region })
      if (judged.found === 'unknown') add(this.#unproven, { ...span, because: judged.because })
    }
  }
  /** When its policy did not let it be where it was, and an exception left it there. It is no part of the claim: by no exception is it anywhere else. */
  excepted(): readonly Span<string>[] { return joined(this.#excepted) }
  #lean({ from, to, disaster, preparedBy, declaredBy }: WrittenFailover, { because, ...span }: Span<string>): void {
    const by = { disaster, ...(preparedBy ? { preparedBy } : {}), ...(declaredBy ? { declaredBy } : {}) }
    const key = JSON.stringify(by)
    const known = this.#failedOver.get(key) ?? { by, spans: [] }
    this.#failedOver.set(key, known)
    addWithin(known.spans, { from, to, because }, span.from, span.to)
  }
  /** It is no part of the claim either. */
  failedOver(): readonly FailedOver[] { return [...this.#failedOver.values()].flatMap(({ by, spans }) => joined(spans).map((span) => ({ ...span, ...by }))).sort(inTime) }
  end(): Claim {
    const { since, until } = this.#asked
    if (this.#until < until) add(this.#unproven, { from: this.#until, to: until, because: 'not_written' })
    if (!this.#seen) add(this.#unproven, { from: since, to: until, because: 'never_seen' })
    return { verdict: this.#outside.length > 0 ? 'not' : this.#unproven.length > 0 ? 'not_provable' : 'always', outside: joined(this.#outside), unproven: joined(this.#unproven) }
  }
}
function addWithin<W extends string>(to: Span<W>[], span: Span<W>, from: string, until: string): void {
  const clipped = within(span, from, until)
  if (clipped !== null) add(to, clipped)
}
/** What goes on from page to page, or on several nodes at once, is one span. */
function add<W extends string>(to: Span<W>[], span: Span<W>): void {
  const at = to.findIndex((one) => one.because === span.because && one.from <= span.to && one.to >= span.from)
  const known = to[at]
  if (known === undefined) to.push(span)
  else to.splice(at, 1, { ...known, from: known.from < span.from ? known.from : span.from, to: known.to > span.to ? known.to : span.to })
}
const inTime = (one: Span<string>, other: Span<string>) => (one.from < other.from || (one.from === other.from && one.because < other.because) ? -1 : 1)
/** What came between two that did not touch joins them. */
function joined<W extends string>(spans: readonly Span<W>[]): Span<W>[] {
  const made: Span<W>[] = []
  for (const span of [...spans].sort(inTime)) add(made, span)
  return made.sort(inTime)
}
