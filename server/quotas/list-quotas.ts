import { z } from 'zod'
import { Find, Handle } from '~/server/api/inputs'
import { containingHandle, type Order, type Page, Paged, pageOf } from '~/server/api/page'
import type { TenantReader } from '~/server/database/read'
import { lowersIn, lowersOf, lowersShown } from './lowers'
import { nothingGiven, quotaOf, type QuotaShown, quotaShown, shownColumns } from './quota'

const byNamespace = { by: [['namespaceId', 'handle']], way: 'asc' } as const satisfies Order
export const ListQuotas = z.strictObject({ tenant: Handle, namespace: Handle.nullable(), find: Find, ...Paged })

/** A page is of namespaces. On each the tenant's own quotas come first, where the reader reaches them: a namespace's are a part of those. */
export async function listQuotas(db: TenantReader, { namespace, find, ...asked }: z.infer<typeof ListQuotas>): Promise<Page<QuotaShown>> {
  const own = await db.rows.account.findFirst({ where: { kind: 'tenant' }, select: shownColumns })
  const given = own ? new Map((await db.sums.given(own.id)).map(({ resource, amount }) => [resource, BigInt(amount)])) : nothingGiven
  const only = namespace === null ? {} : { namespaceId: namespace }
  const { rows, ...ends } = await pageOf(byNamespace, asked, ({ where, ...part }) =>
    db.rows.account.findMany({ where: { AND: [{ kind: 'namespace', namespace: { deletedAt: null }, ...only }, containingHandle(find, 'namespaceId'), where] }, ...part, select: shownColumns }))
  const accounts = own ? [own, ...rows] : rows
  const open = await lowersIn(db.rows, rows)
  const askers = open.length === 0 ? [] : await db.rows.person.findMany({ where: { id: { in: open.map(({ askedBy }) => askedBy) } }, select: { id: true, name: true } })
  const names = new Map(askers.map(({ id, name }) => [id, name]))
  const resources = [...new Set(accounts.flatMap((account) => account.resources))].sort()
  return {
    rows: accounts.flatMap((account) => resources.map((resource) => {
      const quota = quotaOf(account, resource, account === own ? given : nothingGiven)
      return quotaShown(account.namespaceId, quota, lowersShown(lowersOf(open, quota), names))
    })),
    ...ends,
  }
}
