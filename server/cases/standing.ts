import type { ReadRows } from '~/server/database/rows'
import type { Charge, Standing } from './decide-effect'

/** What the tenant of an open case may hold and holds, from the organisation down; nothing of one whose case is closed. */
export async function standingOf({ account: accounts, tenant: tenants }: Pick<ReadRows, 'account' | 'tenant'>, tenant: string): Promise<Standing[]> {
  const found = await tenants.findUnique({ where: { id: tenant }, select: { organisationId: true } })
  const rows = await accounts.findMany({ where: { OR: [{ tenantId: tenant }, { organisationId: found?.organisationId ?? '', kind: 'organisation' }] }, orderBy: { id: 'asc' }, select: { id: true, kind: true, resources: true, nominal: true, hard: true, used: true, held: true, unexplained: true } })
  return rows.flatMap(({ id, kind, resources, nominal, hard, used, held, unexplained }) => resources.map((resource, at) => ({
    account: id, level: kind, resource, nominal: String(nominal[at] ?? 0n), hard: String(hard[at] ?? 0n), taken: String((used[at] ?? 0n) + (held[at] ?? 0n) + (unexplained[at] ?? 0n)),
  })))
}

export type ChargeOf = Charge & { readonly allocation: string }
/** What each of these holds, and where it is charged. */
export async function chargesOf({ allocation: allocations }: Pick<ReadRows, 'allocation'>, of: readonly { readonly allocation: string }[]): Promise<ChargeOf[]> {
  const rows = await allocations.findMany({ where: { id: { in: of.map(({ allocation }) => allocation) } }, select: { id: true, accountId: true, resources: true, amounts: true } })
  return rows.map(({ id, accountId, resources, amounts }) => ({ allocation: id, account: accountId, amounts: Object.fromEntries(resources.map((resource, at) => [resource, String(amounts[at] ?? 0n)])) }))
}
