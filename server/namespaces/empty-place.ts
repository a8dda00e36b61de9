import type { WriteRows } from '~/server/database/rows'
import { endHeld, heldAt } from '~/server/members/held'

type Rows = Pick<WriteRows, 'account' | 'lowering' | 'quota' | 'roleBinding' | 'groupBinding' | 'invitation' | 'namespace' | 'pair'>
type Place = { readonly tenant: string; readonly namespace: string; readonly by: string }

/**
 * The end of a namespace in which nothing lives: what it was given goes back to its tenant, who held a role in it holds none, and whoever was asked in is not. Its row stays, with
 * all that happened there. The tenant's account is held meanwhile, so nothing begins between the look and the end.
 */
export async function emptyPlace(rows: Rows, { tenant, namespace, by }: Place, now: Date) {
  const here = { tenantId: tenant, namespaceId: namespace }
  const accounts = await rows.account.findMany({ where: here, orderBy: { id: 'desc' }, select: { id: true, kind: true, resources: true, nominal: true, version: true } })
  // A class has its part of what the namespace has, and gives it back first.
  for (const { id, resources, nominal, version } of accounts) {
    const none = nominal.map(() => 0n)
    await rows.account.update({ where: { id, version }, data: { nominal: none, hard: none, goal: {}, version: version + 1n }, select: { id: true } })
    await rows.quota.updateMany({ where: { accountId: id, validTo: null }, data: { validTo: now } })
    await rows.quota.createMany({ data: resources.map((resource) => ({ accountId: id, resource, version: version + 1n, ...here, nominal: 0n, hard: 0n, validFrom: now, setBy: by })) })
  }
  await rows.lowering.updateMany({ where: { ...here, endedAt: null }, data: { endedAt: now, outcome: 'replaced' } })
  await rows.groupBinding.updateMany({ where: { ...here, ...heldAt(now) }, data: { validTo: now } })
  await rows.invitation.updateMany({ where: { ...here, usedAt: null, withdrawnAt: null }, data: { withdrawnAt: now } })
  const roles = (await endHeld(rows, here, now)).length
  // What it offered and what is in force ends. What is only offered to it stays as it was for whoever offers, who would learn of the end.
  const ends = { OR: [{ ...here, answer: null }, { ...here, answer: 'yes' }, { otherTenant: tenant, otherNamespace: namespace, answer: 'yes' }] }
  await rows.pair.updateMany({ where: { endedAt: null, until: { gt: now }, ...ends }, data: { endedAt: now, endedBy: by, endedIn: tenant, endedBecause: 'deleted' } })
  const own = accounts.find(({ kind }) => kind === 'namespace')
  const givenBack = Object.fromEntries((own?.resources ?? []).flatMap((resource, at) => (own?.nominal[at] ? [[resource, String(own.nominal[at])]] : [])))
  return { row: await rows.namespace.update({ where: { tenantId_id: { tenantId: tenant, id: namespace } }, data: { deletedAt: now } }), givenBack, roles }
}
