/**
 * Whether tenants of different organisations look like one, that has several to get more than one may have. What they have in common is said by its kind and how often, never by whom or
 * from where. No one kind is enough: a firm of consultants is admin of two, an office has one address.
 */
const weights = { account: 3, person: 3, invitation: 2, source: 2, alternating: 2 } as const
export type LinkKind = keyof typeof weights
/** What two tenants have in common. `one` comes before `other` in the alphabet. */
export type Trace = { readonly kind: LinkKind; readonly one: string; readonly other: string; readonly times: number }
export type Link = { readonly one: string; readonly other: string; readonly by: readonly Pick<Trace, 'kind' | 'times'>[] }
/** What a tenant may have of GPUs, and its organisation, in thousandths. */
export type Share = { readonly tenant: string; readonly organisation: string; readonly share: bigint; readonly cap: bigint }

export const linkedFrom = 4
const pairOf = ({ one, other }: Pick<Trace, 'one' | 'other'>) => `${one} ${other}`

/** Two tenants, and each kind of what they have in common, once: where all of it together weighs enough. */
export function linksOf(traces: readonly Trace[]): Link[] {
  const pairs = new Map<string, Link>()
  for (const { kind, one, other, times } of traces) {
    const by = pairs.get(pairOf({ one, other }))?.by ?? []
    if (!by.some((each) => each.kind === kind)) pairs.set(pairOf({ one, other }), { one, other, by: [...by, { kind, times }] })
  }
  return [...pairs.values()].filter(({ by }) => by.reduce((sum, { kind }) => sum + weights[kind], 0) >= linkedFrom)
    .map(({ by, ...pair }) => ({ ...pair, by: by.toSorted((one, other) => (one.kind < other.kind ? -1 : 1)) })).sort((one, other) => (pairOf(one) < pairOf(other) ? -1 : 1))
}

/** Whoever is linked with somebody who is linked with another is of one group with both. */
export function groupsOf(links: readonly Link[]): { tenants: string[]; links: Link[] }[] {
  const groups: Set<string>[] = []
  for (const { one, other } of links) {
    const touched = groups.filter((group) => group.has(one) || group.has(other))
    const merged = new Set([one, other, ...touched.flatMap((group) => [...group])])
    groups.splice(0, groups.length, ...groups.filter((group) => !touched.includes(group)), merged)
  }
  return groups.map((group) => ({ tenants: [...group].sort(), links: links.filter(({ one }) => group.has(one)) })).sort((one, other) => ((one.tenants[0] ?? '') < (other.tenants[0] ?? '') ? -1 : 1))
}

/** How much of what the largest of their organisations may have they may have together, in hundredths; null where none has any. */
export function mergedPercent(shares: readonly Share[]): number | null {
  const cap = shares.reduce((most, each) => (each.cap > most ? each.cap : most), 0n)
  return cap === 0n ? null : Number((shares.reduce((sum, { share }) => sum + share, 0n) * 100n) / cap)
}
/** Several that together have no more than one may have gain nothing by it. */
export const isAboveCap = (percent: number | null): boolean => percent !== null && percent > 100

/** In so many hours, of which both are known, each busy in some; and in so many of a hundred of them exactly one. */
export const [hoursLeast, busyLeast, turnsLeast, alternatesPercent] = [48, 6, 4, 90]
/** How often they take turns, where they do; null where they do not, or too little is known. Busy is half as much as a tenant ever used. */
export function turnsOf(one: ReadonlyMap<number, number>, other: ReadonlyMap<number, number>): number | null {
  const hours = [...one.keys()].filter((hour) => other.has(hour)).sort((a, b) => a - b)
  const busy = (used: ReadonlyMap<number, number>) => {
    const most = Math.max(0, ...used.values())
    return (hour: number) => most > 0 && (used.get(hour) ?? 0) * 2 >= most
  }
  const [isOne, isOther] = [busy(one), busy(other)]
  if (hours.length < hoursLeast || hours.filter(isOne).length < busyLeast || hours.filter(isOther).length < busyLeast) return null
  const alone = hours.filter((hour) => isOne(hour) !== isOther(hour))
  const turns = alone.filter((hour, at) => at > 0 && isOne(hour) !== isOne(alone[at - 1] ?? hour)).length
  return alone.length * 100 >= hours.length * alternatesPercent && turns >= turnsLeast ? turns : null
}
