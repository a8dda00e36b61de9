import type { AccessEntry } from '~/server/audit/entry'
import type { Transaction } from './client'

/** Puts an access event where the engine finds it and numbers it. Every role may put one there; only the engine may look. */
export async function noteAccess(sql: Transaction, { tenant, ...body }: AccessEntry): Promise<void> {
  await sql.$executeRaw`INSERT INTO access_inbox (tenant_id, body) VALUES (${tenant}, ${JSON.stringify(body)}::jsonb)`
}
