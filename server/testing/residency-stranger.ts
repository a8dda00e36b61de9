/** Checks a proof of residency as a stranger would: written from server/residency/PROOF.md and server/audit/EXPORT.md alone, with what Node has. It takes nothing from the product, and is not to: what it shares is the strangers’ own. */
import { canonical, inLog, type Line, sha256 } from './strangers-log'

type Span = { from: string; to: string; because: string }
type Evidence = { region: string | null; residency: string | null; providerId: string | null }
type Failover = { disaster: string; regions: string[]; from: string; to: string; preparedBy?: string[]; declaredBy?: string[] }
type Stay = { region: string | null; failover?: string; allocation: string | null; namespace: string | null; placed: string; evidence: Evidence | null; heardAt: string | null; from: string; to: string }
type Page = { from: string; to: string; previousDigest: string | null; part: number; parts: number; regions: { region: string; jurisdiction: string }[]; stays: Stay[]; gaps: { from: string; to: string }[]; failovers?: Failover[] }
type Head = { tenant: string; reader: string; allocation: string | null; namespace: string | null; jurisdiction: string; since: string; until: string }
const digest = (value: unknown) => sha256(Buffer.from(canonical(value))).toString('base64url')

/** What it shows, if all of it holds; else the first thing that does not. */
export function strangersVerdict(file: string, key: string): string {
  try {
    return check(file, key)
  } catch (thrown) {
    return `no: ${thrown instanceof Error ? thrown.message : String(thrown)}`
  }
}

function check(file: string, key: string): string {
  const texts = file.slice(0, -1).split('\n')
  const lines = texts.map((text) => JSON.parse(text) as Line)
  if (!file.endsWith('\n') || texts.some((text, at) => JSON.stringify(lines[at]) !== text)) throw new Error('a line is written otherwise')
  const head = lines[0] as unknown as Head & { format: string }
  if (Object.keys(head).join() !== 'format,log,reader,tenant,allocation,namespace,jurisdiction,since,until,asOf' || head.format !== 'bailiwick-residency-1') throw new Error('it is no proof')
  const named = lines.slice(1).map((line) => Object.keys(line).join())
  if (!/^(record )*claim closing checkpoint( places)+( hashes)*$/.test(named.join(' '))) throw new Error('its lines are others')
  const all = (name: string) => lines.filter((line, at) => at > 0 && name in line).map((line) => line[name])
  const records = all('record') as string[]
  const [closing = ''] = all('closing') as string[]
  const pages = records.map((text): Page => {
    const record = JSON.parse(text)
    if (canonical(record) !== text) throw new Error('a record is not canonical')
    const { action, actor, metadata, outcome, context } = record
    if (action.resource !== 'residency' || action.verb !== 'write' || actor.serviceAccount !== 'engine' || metadata.stream !== 'deed' || metadata.tenant !== head.tenant || outcome !== 'done') throw new Error('a record is no page of the tenant’s book')
    return context.after
  })
  for (const [at, page] of pages.entries()) {
    const before = pages[at - 1]
    const follows = before === undefined ? page.part === 1 : page.previousDigest === digest(before) && (page.part === 1 ? before.part === before.parts && page.from === before.to : page.part === before.part + 1 && page.from === before.from && page.to === before.to)
    if (!follows || (at === pages.length - 1 && page.part !== page.parts)) throw new Error('a page does not follow')
  }
  for (const page of pages) for (const stay of page.stays) if (stay.failover !== undefined && !(page.failovers ?? []).some((one) => leans(stay, one))) throw new Error('a stay leans on a failover that is not there')
  inLog([...records, closing], { checkpoint: String(all('checkpoint')[0]), places: all('places').flat() as number[], hashes: all('hashes').flat() as string[] }, key)
  const own = JSON.parse(closing)
  if (own.outcome !== 'done' || own.action.resource !== 'residency' || own.action.verb !== 'prove' || own.actor.userId !== head.reader || own.metadata.tenant !== head.tenant || own.context.export.form !== 'residency') throw new Error('it is closed by another’s record')
  const upTo = named.indexOf('claim') + 2
  if (own.context.export.records !== records.length || own.context.export.digest !== sha256(Buffer.from(`${texts.slice(0, upTo).join('\n')}\n`)).toString('base64url')) throw new Error('it is not what was taken out')
  const claim = follow(head, pages)
  if (canonical(claim) !== canonical(all('claim')[0])) throw new Error('it claims something else')
  return claim.verdict
}

/** By the word of two people each, and begun while it held or within a minute of that. */
function leans({ failover, region, from }: Stay, one: Failover): boolean {
  const [began, minute] = [Date.parse(from), 60_000]
  const byTwo = [one.preparedBy, one.declaredBy].every((people) => people === undefined || (people.length === 2 && people[0] !== people[1]))
  return byTwo && one.disaster === failover && one.regions.includes(region ?? '') && began >= Date.parse(one.from) - minute && began < Date.parse(one.to) + minute
}

function follow(head: Head, pages: Page[]): { verdict: string; outside: Span[]; unproven: Span[] } {
  const clip = (from: string, to: string) => [from > head.since ? from : head.since, to < head.until ? to : head.until] as const
  const [outside, unproven]: [Span[], Span[]] = [[], []]
  const put = (list: Span[], begins: string, ends: string, because: string) => {
    const [from, to] = clip(begins, ends)
    if (from < to) list.push({ from, to, because })
  }
  let isSeen = false
  let written = head.since
  for (const page of pages) {
    const [from, to] = clip(page.from, page.to)
    if (from >= to) continue
    put(unproven, written, from, 'not_written')
    written = to > written ? to : written
    if (page.part === 1) for (const gap of page.gaps) put(unproven, gap.from, gap.to, 'not_watched')
    for (const stay of page.stays) {
      const [begins, ends] = clip(stay.from, stay.to)
      if ((head.allocation !== null && stay.allocation !== head.allocation) || (head.namespace !== null && stay.namespace !== head.namespace) || begins >= ends) continue
      isSeen = true
      const [list, because] = judged(stay, page, head.jurisdiction)
      if (list !== 'inside') put(list === 'outside' ? outside : unproven, begins, ends, because)
    }
  }
  put(unproven, written, head.until, 'not_written')
  if (!isSeen) put(unproven, head.since, head.until, 'never_seen')
  return { verdict: outside.length > 0 ? 'not' : unproven.length > 0 ? 'not_provable' : 'always', outside: joined(outside), unproven: joined(unproven) }
}

function judged({ placed, evidence, heardAt, to }: Stay, { regions }: Page, law: string): ['inside' | 'outside' | 'unproven', string] {
  if (evidence === null || evidence.region === null) return ['unproven', 'no_evidence']
  if (heardAt === null || Date.parse(to) - Date.parse(heardAt) > 16 * 60_000) return ['unproven', 'evidence_old']
  const path = (evidence.providerId ?? '').replace(/^[a-z][a-z0-9+.-]*:\/\//, '').split('/').filter(Boolean)
  const zone = path.slice(0, -1).find((part) => /^[a-z]{2,}(-[a-z]+)+-?[0-9]+(-?[a-z])?$/.test(part))
  const speak = [...new Set([evidence.region, ...(zone === undefined ? [] : [zone.replace(/-?[a-z]$/, '')]), placed])].sort()
  const lawOf = (name: string) => regions.find(({ region }) => region === name)?.jurisdiction
  if (speak.some((region) => lawOf(region) === undefined)) return ['unproven', 'region_unknown']
  const elsewhere = speak.find((region) => lawOf(region) !== law)
  if (speak.length > 1 || (evidence.residency !== null && evidence.residency !== lawOf(evidence.region))) return elsewhere === undefined ? ['unproven', 'contradicts'] : ['outside', elsewhere]
  return elsewhere === undefined ? ['inside', ''] : ['outside', evidence.region]
}

/** Those with the same reason that touch or overlap are one. */
function joined(spans: Span[]): Span[] {
  const after = (one: Span, other: Span) => (one.from === other.from ? (one.because < other.because ? -1 : 1) : one.from < other.from ? -1 : 1)
  const made: Span[] = []
  for (const span of [...spans].sort(after)) {
    const open = made.findLast(({ because }) => because === span.because)
    if (open && open.to >= span.from) open.to = open.to > span.to ? open.to : span.to
    else made.push({ ...span })
  }
  return made.sort(after)
}
