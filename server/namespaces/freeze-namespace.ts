import type { z } from 'zod'
import { Denied } from '~/server/authorization/denied'
import type { TenantWriter } from '~/server/database/deed'
import { decideFreeze, decideThaw } from './decide-life'
import { lifeOf, namespaceShown, type OnNamespace } from './namespace'

type Wish = z.infer<typeof OnNamespace>
const inTenant = { include: { tenant: { select: { frozenAt: true } } } } as const

type Turns = 'namespaces.freeze' | 'namespaces.thaw'
async function turn<A extends Turns>(tx: TenantWriter<A>, { tenant, namespace: id }: Wish, decide: typeof decideFreeze | typeof decideThaw, frozenAt: Date | null) {
  const where = { tenantId_id: { tenantId: tenant, id } }
  const before = await tx.rows.namespace.findUnique({ where, ...inTenant })
  if (!before) throw new Denied('not_found')
  const decision = decide(lifeOf(before, before.tenant))
  if (!decision.ok) return tx.refuse(decision.refusal)
  const after = await tx.rows.namespace.update({ where, data: { frozenAt } })
  return tx.record({ before: namespaceShown(before), after: namespaceShown(after) }, namespaceShown(after))
}

/** Nothing new begins in what is frozen. The tenant's account is held since the deed began: whatever is admitted meanwhile was admitted before, or finds it frozen. */
export const freezeNamespace = (tx: TenantWriter<'namespaces.freeze'>, wish: Wish) => turn(tx, wish, decideFreeze, tx.now)
export const thawNamespace = (tx: TenantWriter<'namespaces.thaw'>, wish: Wish) => turn(tx, wish, decideThaw, null)
