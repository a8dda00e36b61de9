import type { ReadRows } from '~/server/database/rows'
import type { Lowering } from './decide-lowering'

/** What is open of a limit's way down: where to, from when, and who wanted it. */
export type Lowers = { readonly accountId: string; readonly resource: string; readonly goal: bigint; readonly askedBy: string; readonly askedAt: Date; readonly beginsAt: Date; readonly beganAt: Date | null }
const columns = { accountId: true, resource: true, goal: true, askedBy: true, askedAt: true, beginsAt: true, beganAt: true } as const

/** Of these accounts. */
export const lowersIn = (rows: Pick<ReadRows, 'lowering'>, accounts: readonly { readonly id: string }[]): Promise<Lowers[]> =>
  rows.lowering.findMany({ where: { accountId: { in: accounts.map(({ id }) => id) }, endedAt: null }, select: columns })

const isOf = (quota: { readonly account: string; readonly resource: string }) => ({ accountId, resource }: Lowers) => accountId === quota.account && resource === quota.resource
export const lowersOf = (open: readonly Lowers[], quota: { readonly account: string; readonly resource: string }): Lowers | null => open.find(isOf(quota)) ?? null
export function loweringOf(open: readonly Lowers[], quota: { readonly account: string; readonly resource: string }): Lowering | null {
  const lowers = lowersOf(open, quota)
  return lowers && { goal: lowers.goal, at: lowers.beganAt === null ? lowers.beginsAt : null }
}

/** As it is shown: until when it waits, if it does. */
export type LowersShown = { to: string; at: string | null; since: string; by: string | null }
export const lowersShown = (lowers: Lowers | null, names: ReadonlyMap<string, string>): LowersShown | null =>
  lowers && { to: `${lowers.goal}`, at: lowers.beganAt === null ? lowers.beginsAt.toISOString() : null, since: lowers.askedAt.toISOString(), by: names.get(lowers.askedBy) ?? null }
