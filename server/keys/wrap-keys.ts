/**
 * Wraps every data key by the master key of now. A key that was wrapped by the one before it opens as long as the engine is given both, so nothing waits for this, and
 * killed anywhere it goes on where it was: each key is wrapped by the one or by the other.
 */
import type { Transaction } from '~/server/database/client'
import { underLease } from '~/server/database/lease'
import { raiseOnce } from '~/server/database/raise'
import { nameOfMaster, openDataKey, wrapDataKey } from './data-key'
import { isOld } from './decide-wrap'
import { secretKey } from './secret'

const atOnce = 200

export async function wrapKeys(lease: string): Promise<number> {
  let wrapped = 0
  for (let after: string | null = ''; after !== null; ) {
    const some: { last: string | null; wrapped: number } | null = await underLease(lease, { loop: 'keys' }, (sql) => wrapSome(sql, after ?? ''))
    wrapped += some?.wrapped ?? 0
    after = some?.last ?? null
  }
  return wrapped
}

async function wrapSome(sql: Transaction, after: string): Promise<{ last: string | null; wrapped: number }> {
  const master = secretKey('MASTER_KEY_FILE')
  const name = nameOfMaster(master)
  await sql.$executeRaw`INSERT INTO master_key (name, since) VALUES (${name}, clock_timestamp()) ON CONFLICT DO NOTHING`
  const { since } = await sql.masterKey.findUniqueOrThrow({ where: { name } })
  if (isOld(since, new Date())) await raiseOnce(sql, 'keys.master_old', name, { name, since: since.toISOString() })
  const found = await sql.dataKey.findMany({ where: { tenantId: { gt: after }, wrapped: { not: null }, wrappedBy: { not: name } }, orderBy: { tenantId: 'asc' }, take: atOnce })
  let wrapped = 0
  for (const { tenantId: tenant, wrapped: old } of found) {
    if (old === null) continue
    const key = opened(tenant, old)
    if (key === null) await raiseOnce(sql, 'keys.unreadable', `${tenant} ${name}`, { tenant })
    // One that was destroyed meanwhile stays destroyed.
    else wrapped += await sql.$executeRaw`UPDATE data_key SET wrapped = ${wrapDataKey(master, tenant, key)}, wrapped_by = ${name}, wrapped_at = clock_timestamp() WHERE tenant_id = ${tenant} AND wrapped = ${Buffer.from(old)}`
  }
  return { last: found.length === atOnce ? (found.at(-1)?.tenantId ?? null) : null, wrapped }
}
function opened(tenant: string, wrapped: Uint8Array): Buffer | null {
  try {
    return openDataKey(tenant, wrapped)
  } catch {
    return null
  }
}
