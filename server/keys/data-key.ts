/** Each tenant has a data key, kept in the database only as the master key wrapped it. The master key is a file that only the engine is given. */
import { randomBytes } from 'node:crypto'
import type { Transaction } from '~/server/database/client'
import { open, seal } from './seal'
import { secretKey } from './secret'

const about = (tenant: string) => `data_key|wrapped|${tenant}`
export const makeDataKey = (master: Buffer, tenant: string): Buffer => seal(master, about(tenant), randomBytes(32))
export const unwrapDataKey = (master: Buffer, tenant: string, wrapped: Uint8Array): Buffer => open(master, about(tenant), wrapped)

/** Made when first needed; null once it was destroyed. Two who need it at once get the same one. The transaction must be the tenant's. */
export async function dataKeyOf(sql: Transaction, tenant: string): Promise<Buffer | null> {
  const master = secretKey('MASTER_KEY_FILE')
  const found = await sql.dataKey.findUnique({ where: { tenantId: tenant } })
  if (found) return found.wrapped && unwrapDataKey(master, tenant, found.wrapped)
  await sql.$executeRaw`INSERT INTO data_key (tenant_id, wrapped) VALUES (${tenant}, ${makeDataKey(master, tenant)}) ON CONFLICT DO NOTHING`
  const made = await sql.dataKey.findUniqueOrThrow({ where: { tenantId: tenant } })
  return made.wrapped && unwrapDataKey(master, tenant, made.wrapped)
}
