import type { Asked } from '~/server/audit/entry'
import { capture } from '~/server/levels/capture'
import { levelsNow } from '~/server/levels/levels-now'
import type { Transaction } from './client'

/** Puts an access event where the engine finds it and numbers it, as much of it as the levels say. Every role may put one there; only the engine may look. False where nothing of it is kept, which no level can say of what `mustBeKept`. */
export async function noteAccess(sql: Transaction, { tenant, asked, ...entry }: Asked, mustBeKept = false): Promise<boolean> {
  const { levels, whose } = await levelsNow(sql, tenant)
  const body = capture(entry, whose, asked === undefined ? {} : { asked }, levels, mustBeKept)
  if (body === null) return false
  await sql.$executeRaw`INSERT INTO access_inbox (tenant_id, body) VALUES (${tenant}, ${JSON.stringify(body)}::jsonb)`
  return true
}
