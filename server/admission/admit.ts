import { Denied } from '~/server/authorization/denied'
import type { Answer } from '~/server/database/deed'
import { inScope } from '~/server/database/scope'
import type { Json } from '~/server/shared/canonical'
import { carryOutBatch, type Item, type Settled } from './batch'
import { Lanes } from './lanes'

const lanes = new Lanes<Item, Settled>(carryOutBatch)
const organisations = new Map<string, string>()

/** A tenant stays with its organisation for as long as it is there. */
async function organisationOf(tenant: string): Promise<string> {
  const known = organisations.get(tenant)
  if (known !== undefined) return known
  const found = await inScope('engine', { tenant }, (sql) => sql.tenant.findUnique({ where: { id: tenant }, select: { organisationId: true } }))
  if (!found) throw new Denied('not_found')
  organisations.set(tenant, found.organisationId)
  return found.organisationId
}

/** Has a wish decided together with whatever else has come, and answers when that is committed. */
export async function admit(item: Item): Promise<Answer<Json, string>> {
  const tenant = item.permit.tenant ?? ''
  const settled = await lanes.submit(await organisationOf(tenant), tenant, item).catch((fault: unknown) => {
    // Of two who bring one key in different tenants, the database lets one in.
    if (typeof fault === 'object' && fault !== null && 'constraint' in fault && fault.constraint === 'decision_key_key') throw new Denied('idempotency_key_reused')
    throw fault
  })
  if ('denied' in settled) throw settled.denied
  return settled.answer
}
