/** What the accounts of a batch hold, carried from one wish to the next in memory. */
import type { AccountRow } from '~/server/database/lane'
import type { AccountFacts, Level } from '~/server/ledger/account'
import type { Rooms } from './decide-order'

export type Holding = { readonly row: AccountRow; readonly at: ReadonlyMap<string, number>; used: bigint[]; held: bigint[]; unexplained: bigint[]; sequence: bigint; moved: boolean }
const levelOfKind: Record<string, Level> = { organisation: 'organisation', tenant: 'tenant', namespace: 'namespace', class: 'class' }

export const holdingOf = (row: AccountRow): Holding => ({ row, at: new Map(row.resources.map((resource, at) => [resource, at])), used: row.used.map(BigInt), held: row.held.map(BigInt), unexplained: row.unexplained.map(BigInt), sequence: BigInt(row.deed_sequence), moved: false })
export const roomsOf = (holdings: Iterable<Holding>): Rooms => new Map([...holdings].map(({ row, used, held, unexplained }) => [row.id, new Map(row.resources.map((resource, at) =>
  [resource, { nominal: BigInt(row.nominal[at] ?? 0), hard: BigInt(row.hard[at] ?? 0), taken: (used[at] ?? 0n) + (held[at] ?? 0n) + (unexplained[at] ?? 0n) }]))]))
export const amountIn = (account: Holding, which: 'used' | 'held', resource: string) => String(account[which][account.at.get(resource) ?? -1] ?? 0n)

/** What of a resource the accounts below the organisation have room for: the organisation’s is made of what others use. */
export function ownRoom(path: readonly Holding[], resource: string): bigint {
  const rooms = path.filter(({ row, at }) => row.kind !== 'organisation' && at.has(resource)).map(({ row, at, used, held, unexplained }) => {
    const n = at.get(resource) ?? -1
    return BigInt(row.hard[n] ?? 0) - (used[n] ?? 0n) - (held[n] ?? 0n) - (unexplained[n] ?? 0n)
  })
  return rooms.reduce((least, room) => (room < least ? room : least), rooms[0] ?? 0n)
}

export function factsOf({ row, at, used, held, unexplained }: Holding, resources: readonly string[]): AccountFacts {
  const known = resources.filter((resource) => at.has(resource)).sort()
  const amount = (amounts: readonly (bigint | string)[], resource: string) => String(amounts[at.get(resource) ?? -1] ?? 0)
  return {
    id: row.id, level: levelOfKind[row.kind] ?? 'class', version: row.version,
    standing: Object.fromEntries(known.map((resource) => [resource, [amount(row.nominal, resource), amount(row.hard, resource), amount(used, resource), amount(held, resource), amount(unexplained, resource)] as const])),
  }
}

export function post(account: Holding, resources: readonly string[], moved: { used: bigint[]; held: bigint[] }, beyond: Readonly<Record<string, string>>): void {
  for (const [n, resource] of resources.entries()) {
    const at = account.at.get(resource)
    if (at === undefined) continue
    const [used, held] = [(account.used[at] ?? 0n) + (moved.used[n] ?? 0n), (account.held[at] ?? 0n) + (moved.held[n] ?? 0n)]
    const grows = (moved.used[n] ?? 0n) + (moved.held[n] ?? 0n) > 0n
    // The decider has looked already; and whatever it says, this does not happen. Where a limit below what is used is only supposed, what gives back may leave it above.
    if (used < 0n || held < 0n || (grows && used + held > BigInt(account.row.hard[at] ?? 0))) throw new Error(`account ${account.row.id}: ${resource} would stand at ${used} used and ${held} held`)
    account.used[at] = used
    account.held[at] = held
    const unexplained = (account.unexplained[at] ?? 0n) + BigInt(beyond[resource] ?? 0)
    if (unexplained < 0n) throw new Error(`account ${account.row.id}: ${resource} would stand at ${unexplained} unexplained`)
    account.moved ||= moved.used[n] !== 0n || moved.held[n] !== 0n || unexplained !== account.unexplained[at]
    account.unexplained[at] = unexplained
  }
}
