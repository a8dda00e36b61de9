/** What who waits is told: what it waits for, as far as that lies in the tenant, how many come before it, and how long one like it usually waits. */
import { beyond, inTenant, lacking, rankOf } from '~/server/admission/decide-order'
import { platformPolicies } from '~/server/admission/policy'
import { policyNow } from '~/server/admission/policy-now'
import type { TenantReader } from '~/server/database/read'
import type { Level } from '~/server/ledger/account'
import { shutNamespaces } from '~/server/namespaces/shut'
import { pathOf, roomsWith, standingColumns } from '~/server/quotas/decide-begins'
import { decideWait, type WaitBucket, waitedLatelyMs } from './decide-wait'

export type Waiting = {
  /** Of those that its reader may see and that can have a turn when it has. */
  ahead: number
  usually: WaitBucket | null
  /** In what nothing begins just now, whoever has room. */
  shut: 'tenant' | 'namespace' | null
  /** Where in the tenant there is no room for it, and where even an empty place would have none (`isBeyond`): then it holds up nobody. */
  lacks: { level: Level; resource: string; isBeyond: boolean }[]
}
type One = { id: string; namespaceId: string; accountId: string; class: string; priority: number; askedAt: Date; state: string; resources: string[]; amounts: bigint[] }

/** Never more than are counted: past that nobody asks which. */
const [aheadMost, pastMost] = [1_000, 500]
/** Null of what does not wait; and of the past, where it would be told of the accounts and the turns of now. */
export async function waitingOf(db: TenantReader, one: One): Promise<Waiting | null> {
  const { id, namespaceId, priority, askedAt } = one
  if (one.state !== 'waiting' || db.asOf !== null) return null
  const { frozenAt, suspendedUntil } = await db.rows.tenant.findUniqueOrThrow({ where: { id: db.tenant }, select: { frozenAt: true, suspendedUntil: true } })
  const allShut = await shutNamespaces(db.rows)
  // Whoever waits where nothing begins comes before nobody, but for those who wait there themselves: they have a turn again together.
  const shut = allShut.filter((namespace) => namespace !== namespaceId)
  // Of a class above it whoever waits, and of any other who has waited as long: by their waiting some of them come before it, and some of those above do not.
  const others = await db.rows.allocation.findMany({
    where: { tenantId: db.tenant, state: 'waiting', waitingSince: { not: null }, id: { not: id }, namespaceId: { notIn: shut }, OR: [{ priority: { gt: priority } }, { askedAt: { lte: askedAt } }] }, orderBy: [{ priority: 'desc' }, { askedAt: 'asc' }, { id: 'asc' }], take: aheadMost,
    select: { id: true, accountId: true, priority: true, askedAt: true, resources: true, amounts: true },
  })
  const accounts = await db.rows.account.findMany({ where: { OR: [{ kind: 'tenant' }, { id: { in: [...new Set([one, ...others].flatMap(({ accountId }) => pathOf(accountId)))] } }] }, select: standingColumns })
  const rooms = roomsWith(accounts, [], db.now.toISOString())
  const askedBy = ({ accountId, resources, amounts }: Pick<One, 'accountId' | 'resources' | 'amounts'>) => [rooms, pathOf(accountId), Object.fromEntries(resources.map((resource, at) => [resource, amounts[at] ?? 0n]))] as const
  const { body: { ageing } } = await policyNow(db, 'admission', platformPolicies.admission)
  const turnOf = (of: { id: string; priority: number; askedAt: Date }) => ({ id: of.id, since: of.askedAt.toISOString(), rank: rankOf(of.priority, of.askedAt.toISOString(), db.now.toISOString(), ageing) })
  const own = turnOf({ id, priority, askedAt })
  const ahead = others.filter((other) => beyond(...askedBy(other)).length === 0 && inTenant(turnOf(other), own) < 0)
  const past = await db.rows.allocation.findMany({
    where: { tenantId: db.tenant, class: one.class, wish: { not: null }, approvedBy: null, preemptions: 0, admittedAt: { not: null }, askedAt: { gt: new Date(db.now.getTime() - waitedLatelyMs) } }, orderBy: [{ askedAt: 'desc' }, { id: 'desc' }], take: pastMost, select: { askedAt: true, admittedAt: true },
  })
  const levels = new Map(accounts.map((account) => [account.id, account.kind as Level]))
  const over = new Set(beyond(...askedBy(one)))
  const lacks = lacking(...askedBy(one)).map((pair) => {
    const [account = '', resource = ''] = pair.split(' ')
    return { level: levels.get(account) ?? 'namespace', resource, isBeyond: over.has(pair) }
  })
  const isTenantShut = frozenAt !== null || (suspendedUntil !== null && suspendedUntil > db.now)
  return { ahead: ahead.length, usually: decideWait(past), shut: isTenantShut ? 'tenant' : allShut.includes(namespaceId) ? 'namespace' : null, lacks }
}
