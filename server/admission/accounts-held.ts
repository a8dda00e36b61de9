/** What the accounts of a batch hold, carried from one wish to the next in memory. */
import type { AccountRow } from '~/server/database/lane'
import type { AccountFacts, Level } from '~/server/ledger/account'
import type { Rooms } from './decide-order'

/** Amounts as they are stored and told, which is what most of them are for; they are numbers where something is reckoned. */
export type Holding = { readonly row: AccountRow; readonly at: ReadonlyMap<string, number>; readonly used: string[]; readonly held: string[]; readonly unexplained: string[]; sequence: bigint; moved: boolean }
const levelOfKind: Record<string, Level> = { organisation: 'organisation', tenant: 'tenant', namespace: 'namespace', class: 'class' }

export const holdingOf = (row: AccountRow): Holding => ({ row, at: new Map(row.resources.map((resource, at) => [resource, at])), used: [...row.used], held: [...row.held], unexplained: [...row.unexplained], sequence: BigInt(row.deed_sequence), moved: false })
export const roomsOf = (holdings: Iterable<Holding>): Rooms => new Map([...holdings].map(({ row, used, held, unexplained }) => [row.id, new Map(row.resources.map((resource, at) =>
  [resource, { nominal: BigInt(row.nominal[at] ?? 0), hard: BigInt(row.hard[at] ?? 0), taken: BigInt(used[at] ?? 0) + BigInt(held[at] ?? 0) + BigInt(unexplained[at] ?? 0) }]))]))
export const amountIn = (account: Holding, which: 'used' | 'held', resource: string): string => account[which][account.at.get(resource) ?? -1] ?? '0'

/** What of a resource the accounts below the organisation have room for: the organisation’s is made of what others use. */
export function ownRoom(path: readonly Holding[], resource: string): bigint {
  const rooms = path.filter(({ row, at }) => row.kind !== 'organisation' && at.has(resource)).map(({ row, at, used, held, unexplained }) => {
    const n = at.get(resource) ?? -1
    return BigInt(row.hard[n] ?? 0) - BigInt(used[n] ?? 0) - BigInt(held[n] ?? 0) - BigInt(unexplained[n] ?? 0)
  })
  return rooms.reduce((least, room) => (room < least ? room : least), rooms[0] ?? 0n)
}

/** How each account on the way stands, of these resources as far as it has them. */
export function factsOf(path: readonly Holding[], resources: readonly string[]): AccountFacts[] {
  const inOrder = [...resources].sort()
  return path.map(({ row, at, used, held, unexplained }) => {
    const standing: Record<string, AccountFacts['standing'][string]> = {}
    for (const resource of inOrder) {
      const n = at.get(resource)
      if (n !== undefined) standing[resource] = [row.nominal[n] ?? '0', row.hard[n] ?? '0', used[n] ?? '0', held[n] ?? '0', unexplained[n] ?? '0']
    }
    return { id: row.id, level: levelOfKind[row.kind] ?? 'class', version: row.version, standing }
  })
}

/** What is moved of each resource, in their order. */
export type Moved = { readonly used: readonly string[]; readonly held: readonly string[] }
export function post(account: Holding, resources: readonly string[], moved: Moved, beyond: Readonly<Record<string, string>>): void {
  for (const [n, resource] of resources.entries()) {
    const at = account.at.get(resource)
    if (at === undefined) continue
    const [moreUsed, moreHeld, moreBeyond] = [BigInt(moved.used[n] ?? 0), BigInt(moved.held[n] ?? 0), BigInt(beyond[resource] ?? 0)]
    const [used, held] = [BigInt(account.used[at] ?? 0) + moreUsed, BigInt(account.held[at] ?? 0) + moreHeld]
    // The decider has looked already; and whatever it says, this does not happen. Where a limit below what is used is only supposed, what gives back may leave it above.
    if (used < 0n || held < 0n || (moreUsed + moreHeld > 0n && used + held > BigInt(account.row.hard[at] ?? 0))) throw new Error(`account ${account.row.id}: ${resource} would stand at ${used} used and ${held} held`)
    const unexplained = BigInt(account.unexplained[at] ?? 0) + moreBeyond
    if (unexplained < 0n) throw new Error(`account ${account.row.id}: ${resource} would stand at ${unexplained} unexplained`)
    if (moreUsed !== 0n) account.used[at] = `${used}`
    if (moreHeld !== 0n) account.held[at] = `${held}`
    if (moreBeyond !== 0n) account.unexplained[at] = `${unexplained}`
    account.moved ||= moreUsed !== 0n || moreHeld !== 0n || moreBeyond !== 0n
  }
}
