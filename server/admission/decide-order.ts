/**
 * Whose turn it is of those who wait. Pure: the same queue over the same rooms gives the same turns. Whoever waits may be passed only by what takes nothing that the one
 * ahead could use: where somebody lacks room for a resource in an account, nobody behind them is given of that resource there, however little it is.
 */
import { grouped } from '~/server/shared/grouped'
export type Ageing = { readonly minutes: number; readonly step: number; readonly most: number }
export type Turn = {
  readonly id: string
  readonly tenant: string
  readonly rank: number
  readonly since: string
  /** The accounts on the way, from the organisation down. */
  readonly path: readonly string[]
  /** Null for a newcomer that is still to be decided: it has a turn, and what it takes is seen then. */
  readonly amounts: Readonly<Record<string, bigint>> | null
}
/** Of one resource in one account: its own share, its ceiling, and all that is taken of it. */
export type Room = { readonly nominal: bigint; readonly hard: bigint; readonly taken: bigint }
export type Rooms = ReadonlyMap<string, ReadonlyMap<string, Room>>
export type Step = {
  readonly id: string
  readonly begins: boolean
  /** Its own share has room for it, and the organisation has none: others have what is its. */
  readonly reclaims: boolean
  /** Where there is no room for it: account and resource, with a space between. */
  readonly lacks: readonly string[]
  /** Some limit is lower than what it asks for. */
  readonly isBeyond: boolean
}

/** A class's value, and for every so many minutes of waiting a step more, up to a most: who waits long enough is as good as the class above, and never better than both. */
export function rankOf(priority: number, since: string, now: string, { minutes, step, most }: Ageing): number {
  const waited = Math.max(0, Date.parse(now) - Date.parse(since))
  return priority + Math.min(most, Math.floor(waited / (minutes * 60_000)) * step)
}

/** Of one tenant's own: the higher rank first, then who has waited longer, then by id. */
export const inTenant = (a: Pick<Turn, 'id' | 'rank' | 'since'>, b: Pick<Turn, 'id' | 'rank' | 'since'>): number => b.rank - a.rank || (a.since < b.since ? -1 : a.since > b.since ? 1 : a.id < b.id ? -1 : 1)

/** How much of its own share a tenant has, in thousandths: of these resources the one it has most of. Without a share of its own everything is too much. */
export function shareOf(rooms: ReadonlyMap<string, Room> | undefined, resources: readonly string[]): number {
  let most = 0
  for (const resource of resources) {
    const room = rooms?.get(resource)
    if (room) most = Math.max(most, room.nominal > 0n ? Number((room.taken * 1000n) / room.nominal) : room.taken > 0n ? Number.POSITIVE_INFINITY : 0)
  }
  return most
}

const where = (rooms: Rooms, path: readonly string[], amounts: Readonly<Record<string, bigint>>, is: (room: Room, amount: bigint) => boolean): string[] => path.flatMap((account) => Object.entries(amounts).flatMap(([resource, amount]) => {
  const room = rooms.get(account)?.get(resource)
  return room && amount > 0n && is(room, amount) ? [`${account} ${resource}`] : []
}))
/** Where there is no room for it, by account and resource. An account leaves out what it does not limit. */
export const lacking = (rooms: Rooms, path: readonly string[], amounts: Readonly<Record<string, bigint>>): string[] => where(rooms, path, amounts, ({ taken, hard }, amount) => taken + amount > hard)
/** Where there would be none if nobody else had anything: a limit was lowered while it waited. */
export const beyond = (rooms: Rooms, path: readonly string[], amounts: Readonly<Record<string, bigint>>): string[] => where(rooms, path, amounts, ({ hard }, amount) => amount > hard)
/** A tenant and a namespace have shares of their own; a class below them has a ceiling alone. */
const isWithin = (rooms: Rooms, own: readonly string[], amounts: Readonly<Record<string, bigint>>) => own.every((account, at) => Object.entries(amounts).every(([resource, amount]) => {
  const room = rooms.get(account)?.get(resource)
  return !room || amount === 0n || room.taken + amount <= (at < 2 ? room.nominal : room.hard)
}))
const blocked = (ahead: ReadonlySet<string>, path: readonly string[], amounts: Readonly<Record<string, bigint>>) => path.some((account) => Object.entries(amounts).some(([resource, amount]) => amount > 0n && ahead.has(`${account} ${resource}`)))

/**
 * The turns, in order: the higher rank first, in a rank the tenant that has least of its own share, then who has waited longer, then by id. What begins is counted at
 * once, so that two tenants with as much of their shares take turns. No more than `most` begin.
 */
export function decideTurns(line: readonly Turn[], rooms: Rooms, most: number): Step[] {
  const now = new Map([...rooms].map(([account, of]) => [account, new Map(of)]))
  // By tenant, and in it by what is asked for: of cores somebody may have little, and of GPUs nearly all that is theirs.
  const share = new Map<string, Map<string, number>>()
  const shareOfTurn = ({ tenant, path, amounts }: Turn): number => {
    const of = share.get(tenant) ?? new Map<string, number>()
    share.set(tenant, of)
    const resources = amounts ? Object.keys(amounts) : [...(now.get(path[1] ?? '')?.keys() ?? [])]
    const known = of.get(resources.join()) ?? shareOf(now.get(path[1] ?? ''), resources)
    of.set(resources.join(), known)
    return known
  }
  const before = (one: Turn, other: Turn): boolean => {
    if (one.rank !== other.rank) return one.rank > other.rank
    const [mine, theirs] = [shareOfTurn(one), shareOfTurn(other)]
    if (mine !== theirs) return mine < theirs
    return one.since === other.since ? one.id < other.id : one.since < other.since
  }
  // Within a tenant the order never changes: only the first of each is compared.
  const tenants = grouped(line, ({ tenant }) => tenant)
  for (const own of tenants.values()) own.sort(inTenant)
  const ahead = new Set<string>()
  const steps: Step[] = []
  let begun = 0
  for (let left = line.length; left > 0; left--) {
    let first: Turn | undefined
    for (const [head] of tenants.values()) if (head && (!first || before(head, first))) first = head
    if (!first) break
    tenants.get(first.tenant)?.shift()
    const { id, path, amounts, tenant } = first
    if (amounts === null) {
      steps.push({ id, begins: false, reclaims: false, lacks: [], isBeyond: false })
      continue
    }
    const lacks = lacking(now, path, amounts)
    const isBeyond = beyond(now, path, amounts).length > 0
    const begins = lacks.length === 0 && begun < most && !blocked(ahead, path, amounts)
    const [organisation = '', ...own] = path
    const reclaims = !begins && !isBeyond && begun < most && isWithin(now, own, amounts) && !blocked(ahead, own, amounts) && (lacks.length > 0 || blocked(ahead, [organisation], amounts))
    if (!isBeyond) for (const pair of lacks) ahead.add(pair)
    steps.push({ id, begins, reclaims, lacks, isBeyond })
    if (!begins) continue
    begun++
    share.delete(tenant)
    for (const account of path) {
      for (const [resource, amount] of Object.entries(amounts)) {
        const room = now.get(account)?.get(resource)
        if (room) now.get(account)?.set(resource, { ...room, taken: room.taken + amount })
      }
    }
  }
  return steps
}

/**
 * Of a long queue only the first of each tenant and class are in the line, and some of all the others. Those have a turn, too, but not where somebody of the line begins in the same account: whoever
 * stands between them was not read, and comes first.
 */
export function decideTurnsOfMany(line: readonly Turn[], others: readonly Turn[], rooms: Rooms, most: number): Step[] {
  const first = decideTurns(line, rooms, most)
  if (others.length === 0) return first
  const begin = new Set(first.flatMap(({ id, begins }) => (begins ? [id] : [])))
  const taken = new Set(line.flatMap(({ id, path }) => (begin.has(id) ? [path.at(-1)] : [])))
  const later = others.filter(({ path }) => !taken.has(path.at(-1)))
  return later.length === 0 ? first : decideTurns([...line, ...later], rooms, most)
}

/** Of many who may try something, as many as `most`: half of them are those who come first, and half are the others, one after another, as often as was looked. */
export function inTurn<T>(all: readonly T[], most: number, times: number): readonly T[] {
  const half = Math.floor(most / 2)
  const others = all.slice(half)
  const from = others.length <= half ? 0 : (times * half) % others.length
  return [...all.slice(0, half), ...[...others.slice(from), ...others.slice(0, from)].slice(0, half)]
}
