import { type Ageing, decideTurns, rankOf, type Rooms } from '~/server/admission/decide-order'

export type AccountStanding = { readonly kind: string; readonly id: string; readonly namespaceId: string | null; readonly resources: readonly string[]; readonly nominal: readonly bigint[]; readonly hard: readonly bigint[]; readonly used: readonly bigint[]; readonly held: readonly bigint[]; readonly unexplained: readonly bigint[]; readonly goal: unknown; readonly burstPercent: number | null; readonly burstUntil: Date | null }
/** What of an account says how it stands. */
export const standingColumns = { kind: true, id: true, namespaceId: true, resources: true, nominal: true, hard: true, used: true, held: true, unexplained: true, goal: true, burstPercent: true, burstUntil: true } as const
type Waiting = { readonly id: string; readonly name: string; readonly namespaceId: string; readonly accountId: string; readonly priority: number; readonly askedAt: string; readonly resources: readonly string[]; readonly amounts: readonly bigint[] }
type NewLimit = { readonly namespace: string; readonly resource: string; readonly limit: bigint }
/**
 * Somebody who waits: whether there is room for it in the tenant before and after, in its turn, and where there still is none. Whether the organisation has room, and a node
 * is found, is not a tenant's to know: it has a turn then, and no more is promised.
 */
export type Begins = { allocation: string; name: string; namespace: string; hadRoom: boolean; hasRoom: boolean; lacks: { level: string; resource: string }[] }
type BeginsState = { readonly waiting: readonly Waiting[]; readonly accounts: readonly AccountStanding[]; readonly ageing: Ageing; readonly now: string }

/** Of those who wait in the namespaces whose limits would be these, by the turns that a lane takes: with what the tenant sees of the accounts. */
export function decideBegins({ waiting, accounts, ageing, now }: BeginsState, limits: readonly NewLimit[]): Begins[] {
  const line = waiting.map((one) => ({
    id: one.id, tenant: '', rank: rankOf(one.priority, one.askedAt, now, ageing), since: one.askedAt, path: pathOf(one.accountId),
    amounts: Object.fromEntries(one.resources.map((resource, at) => [resource, one.amounts[at] ?? 0n])),
  }))
  const turns = (changed: readonly NewLimit[]) => new Map(decideTurns(line, roomsWith(accounts, changed, now), line.length).map((step) => [step.id, step]))
  const [before, after] = [turns([]), turns(limits)]
  const levels = new Map(accounts.map(({ id, kind }) => [id, kind]))
  const about = new Set(limits.map(({ namespace }) => namespace))
  return waiting.filter(({ namespaceId }) => about.has(namespaceId)).map(({ id, name, namespaceId }) => ({
    allocation: id, name, namespace: namespaceId, hadRoom: before.get(id)?.begins ?? false, hasRoom: after.get(id)?.begins ?? false,
    lacks: (after.get(id)?.lacks ?? []).map((pair) => {
      const [account = '', resource = ''] = pair.split(' ')
      return { level: levels.get(account) ?? '', resource }
    }),
  }))
}

/** The accounts on the way, from the organisation down: an account's id is its path. */
export const pathOf = (account: string): string[] => account.split('/').slice(1).map((_, at) => account.split('/').slice(0, at + 2).join('/'))

/** A namespace's ceiling is its own share, or where that is on its way to; a class below it has one of its own. A tenant that may borrow less for a time has a lower one until then. */
export function roomsWith(accounts: readonly AccountStanding[], limits: readonly NewLimit[], now: string): Rooms {
  return new Map(accounts.map((account) => {
    const { kind, id, namespaceId, resources, nominal, hard, used, held, unexplained } = account
    const goals = account.goal as Readonly<Record<string, string>>
    const toward = (resource: string, hardNow: bigint) => (goals[resource] === undefined || BigInt(goals[resource]) > hardNow ? hardNow : BigInt(goals[resource]))
    const percent = account.burstUntil !== null && account.burstUntil > new Date(now) ? account.burstPercent : null
    const bounded = (own: bigint, most: bigint) => (percent === null || most <= own ? most : own + ((most - own) * BigInt(percent)) / 100n)
    const rooms = new Map(resources.map((resource, at) => [resource, { nominal: nominal[at] ?? 0n, hard: bounded(nominal[at] ?? 0n, toward(resource, hard[at] ?? 0n)), taken: (used[at] ?? 0n) + (held[at] ?? 0n) + (unexplained[at] ?? 0n) }]))
    for (const { namespace, resource, limit } of limits) if (kind === 'namespace' && namespace === namespaceId) rooms.set(resource, { nominal: limit, hard: limit, taken: rooms.get(resource)?.taken ?? 0n })
    return [id, rooms]
  }))
}
