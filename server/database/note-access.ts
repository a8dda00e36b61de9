import type { Asked } from '~/server/audit/entry'
import { capture } from '~/server/levels/capture'
import { levelsNow } from '~/server/levels/levels-now'
import type { Transaction } from './client'

/** Puts access events where the engine finds them and numbers them in their order, as much of each as the levels say: however many they are, the levels of a place are asked for once. The answer is how many are kept. */
export async function noteAccesses(sql: Transaction, events: readonly Asked[], mustBeKept = false): Promise<number> {
  const levelsOf = new Map<string | null, Awaited<ReturnType<typeof levelsNow>>>()
  for (const { tenant } of events) if (!levelsOf.has(tenant)) levelsOf.set(tenant, await levelsNow(sql, tenant))
  const kept = events.flatMap(({ tenant, asked, ...entry }) => {
    const { levels, whose } = levelsOf.get(tenant) as Awaited<ReturnType<typeof levelsNow>>
    const body = capture(entry, whose, asked === undefined ? {} : { asked }, levels, mustBeKept)
    return body === null ? [] : [{ tenant, body: JSON.stringify(body) }]
  })
  if (kept.length === 0) return 0
  return sql.$executeRaw`INSERT INTO access_inbox (tenant_id, body) SELECT tenant, body::jsonb FROM unnest(${kept.map(({ tenant }) => tenant)}::text[], ${kept.map(({ body }) => body)}::text[]) WITH ORDINALITY AS w (tenant, body, at) ORDER BY at`
}
/** One of them. Every role may put one there; only the engine may look. False where nothing of it is kept, which no level can say of what `mustBeKept`. */
export const noteAccess = async (sql: Transaction, event: Asked, mustBeKept = false): Promise<boolean> => (await noteAccesses(sql, [event], mustBeKept)) > 0
