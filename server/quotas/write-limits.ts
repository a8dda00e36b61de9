import type { TenantWriter } from '~/server/database/deed'
import type { Amount } from '~/server/shared/amount'
import { type Account, nominalWith } from './quota'

export type NewLimit = { readonly account: Account; readonly resource: string; readonly limit: Amount }

/**
 * What is lowered is written before what is raised, because the database adds up the shares after every statement, and would refuse on the way what is right at its end.
 * The tenant's own account is held since the deed began, so nobody comes between.
 */
export async function writeLimits({ rows, now, tenant, actor }: Pick<TenantWriter<'quotas.change'>, 'rows' | 'now' | 'tenant' | 'actor'>, limits: readonly NewLimit[]): Promise<void> {
  const accounts = [...new Map(limits.map(({ account }) => [account.id, account])).values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  const before = ({ resources, nominal }: Account, resource: string) => nominal[resources.indexOf(resource)] ?? 0n
  for (const isRaising of [false, true]) for (const account of accounts) {
    const own = limits.filter((one) => one.account.id === account.id)
    const turn = own.filter(({ resource, limit }) => limit > before(account, resource) === isRaising)
    if (turn.length === 0) continue
    const written = nominalWith(account, new Map((isRaising ? own : turn).map(({ resource, limit }) => [resource, limit])))
    await rows.account.update({ where: { id: account.id }, data: { ...written, hard: written.nominal, version: account.version + 1n }, select: { id: true } })
  }
  await rows.quota.updateMany({ where: { validTo: null, OR: limits.map(({ account, resource }) => ({ accountId: account.id, resource })) }, data: { validTo: now } })
  await rows.quota.createMany({
    data: limits.map(({ account, resource, limit }) => ({
      accountId: account.id, resource, version: account.version + 1n, tenantId: tenant, namespaceId: account.namespaceId, nominal: limit, hard: limit, validFrom: now, setBy: actor.personId,
    })),
  })
}
