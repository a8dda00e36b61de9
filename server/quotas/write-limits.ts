import type { TenantWriter } from '~/server/database/deed'
import type { WriteRows } from '~/server/database/rows'
import type { Amount } from '~/server/shared/amount'
import type { Lowering } from './decide-lowering'
import { type Account, limitsWith } from './quota'

/** `goal` is where it is on its way to, below what is in use; `by` is whose word it is. */
export type NewLimit = { readonly account: Account; readonly resource: string; readonly limit: Amount; readonly goal: Amount | null; readonly by: string }
type Writing = { readonly rows: Pick<WriteRows, 'account' | 'quota'>; readonly now: Date; readonly tenant: string }

/**
 * What is lowered is written before what is raised, because the database adds up the shares after every statement, and would refuse on the way what is right at its end.
 * The tenant's own account is held since the deed began, so nobody comes between.
 */
export async function writeLimits({ rows, now, tenant }: Writing, limits: readonly NewLimit[]): Promise<void> {
  const accounts = [...new Map(limits.map(({ account }) => [account.id, account])).values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  for (const isRaising of [false, true]) for (const account of accounts) {
    const own = limits.filter((one) => one.account.id === account.id)
    const turn = own.filter(({ resource, limit }) => limit > limitIn(account, resource) === isRaising)
    if (turn.length === 0) continue
    const written = limitsWith(account, new Map((isRaising ? own : turn).map(({ resource, limit }) => [resource, limit])))
    await rows.account.update({ where: { id: account.id }, data: { ...written, goal: goalsWith(account, own), version: account.version + 1n }, select: { id: true } })
  }
  const changed = limits.filter(({ account, resource, limit }) => limit !== limitIn(account, resource))
  if (changed.length === 0) return
  await rows.quota.updateMany({ where: { validTo: null, OR: changed.map(({ account, resource }) => ({ accountId: account.id, resource })) }, data: { validTo: now } })
  await rows.quota.createMany({
    data: changed.map(({ account, resource, limit, by }) => {
      const { resources, hard } = limitsWith(account, new Map([[resource, limit]]))
      return { accountId: account.id, resource, version: account.version + 1n, tenantId: tenant, namespaceId: account.namespaceId, nominal: limit, hard: hard[resources.indexOf(resource)] ?? limit, validFrom: now, setBy: by }
    }),
  })
}
const limitIn = ({ resources, nominal }: Account, resource: string) => nominal[resources.indexOf(resource)] ?? 0n
function goalsWith({ goal }: Account, limits: readonly Pick<NewLimit, 'resource' | 'goal'>[]): Record<string, string> {
  const goals = new Map(Object.entries(goal as Record<string, string>))
  for (const { resource, goal: to } of limits) to === null ? goals.delete(resource) : goals.set(resource, `${to}`)
  return Object.fromEntries(goals)
}

type SetLimit = Pick<NewLimit, 'account' | 'resource' | 'limit'> & { readonly lowering: Lowering | null }
/** By somebody's word. Whatever was on its way of these limits, or was to be, is over; and what is to be on its way from now on, or later, is put down. */
export async function setLimits({ rows, now, tenant, actor: { personId: by } }: Pick<TenantWriter<'quotas.change'>, 'rows' | 'now' | 'tenant' | 'actor'>, limits: readonly SetLimit[]): Promise<void> {
  await rows.lowering.updateMany({ where: { endedAt: null, OR: limits.map(({ account, resource }) => ({ accountId: account.id, resource })) }, data: { endedAt: now, outcome: 'replaced' } })
  await writeLimits({ rows, now, tenant }, limits.map(({ lowering, ...limit }) => ({ ...limit, goal: lowering && lowering.at === null ? lowering.goal : null, by })))
  await rows.lowering.createMany({
    data: limits.flatMap(({ account, resource, lowering }) => (lowering === null || account.namespaceId === null ? [] : [{
      accountId: account.id, tenantId: tenant, namespaceId: account.namespaceId, resource, goal: lowering.goal, askedBy: by, askedAt: now, beginsAt: lowering.at ?? now, beganAt: lowering.at === null ? now : null,
    }])),
  })
}
