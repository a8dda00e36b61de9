/** Each tenant has a data key, kept in the database only as the master key wrapped it. The master key is a file that only the engine is given. */
import type { Transaction } from '~/server/database/client'
import { keyedHash, makeKey, open, seal } from './seal'
import { secretKey } from './secret'

const about = (tenant: string) => `data_key|wrapped|${tenant}`
export const wrapDataKey = (master: Buffer, tenant: string, key: Buffer): Buffer => seal(master, about(tenant), key)
export const makeDataKey = (master: Buffer, tenant: string): Buffer => wrapDataKey(master, tenant, makeKey())
export const unwrapDataKey = (master: Buffer, tenant: string, wrapped: Uint8Array): Buffer => open(master, about(tenant), wrapped)

/** What wraps now, and what did before while something is still wrapped by it. */
const masters = (): Buffer[] => [secretKey('MASTER_KEY_FILE'), ...(process.env.EARLIER_MASTER_KEY_FILE ? [secretKey('EARLIER_MASTER_KEY_FILE')] : [])]
/** By which a master key is known where it may not be. */
export const nameOfMaster = (master: Buffer): string => keyedHash(master, 'name of a master key', '').subarray(0, 8).toString('hex')
/** Of those that are given. */
export const masterNames = (): string[] => masters().map(nameOfMaster)
export function openDataKey(tenant: string, wrapped: Uint8Array): Buffer {
  const opened = masters().flatMap((master) => {
    try {
      return [unwrapDataKey(master, tenant, wrapped)]
    } catch {
      return []
    }
  })
  if (!opened[0]) throw new Error(`the data key of ${tenant} opens by no master key that is here`)
  return opened[0]
}

/** Made when first needed; null once it was destroyed. Two who need it at once get the same one. The transaction must be the tenant's. */
export async function dataKeyOf(sql: Transaction, tenant: string): Promise<Buffer | null> {
  const found = await sql.dataKey.findUnique({ where: { tenantId: tenant } })
  if (found) return found.wrapped && openDataKey(tenant, found.wrapped)
  const master = secretKey('MASTER_KEY_FILE')
  await sql.$executeRaw`INSERT INTO data_key (tenant_id, wrapped, wrapped_by) VALUES (${tenant}, ${makeDataKey(master, tenant)}, ${nameOfMaster(master)}) ON CONFLICT DO NOTHING`
  const made = await sql.dataKey.findUniqueOrThrow({ where: { tenantId: tenant } })
  return made.wrapped && openDataKey(tenant, made.wrapped)
}
