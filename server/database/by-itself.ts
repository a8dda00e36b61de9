/** What the engine does unasked in a place is a deed like any other: done while the place is held, numbered with its others, and recorded in the same transaction. */
import { appendRecords } from '~/server/audit/append'
import { actionOf, type Entry, metadataOf, recordedActor } from '~/server/audit/entry'
import type { Place } from '~/server/audit/record'
import type { WriteAction } from '~/server/authorization/actions'
import { dataKeyOf } from '~/server/keys/data-key'
import { capture } from '~/server/levels/capture'
import { levelsNow } from '~/server/levels/levels-now'
import type { Json } from '~/server/shared/canonical'
import type { Transaction } from './client'

/** The row that numbers what is done in a place; null is the platform. Whoever has it is alone with what stands there. The answer is the database's clock once it is held, and so after all that was done by whoever was waited for; null where there is no such place. */
export async function holdPlace(sql: Transaction, tenant: string | null): Promise<Date | null> {
  const [held] = await sql.$queryRaw<{ now: Date; held: boolean }[]>`WITH held AS MATERIALIZED (SELECT FROM account
    WHERE CASE WHEN ${tenant}::text IS NULL THEN kind = 'platform' ELSE kind = 'tenant' AND tenant_id = ${tenant} END FOR UPDATE) SELECT clock_timestamp() AS now, true AS held FROM held`
  return held ? atOnce(sql, held.now) : null
}
/** All that is changed from here on changed at that moment, and what it overwrites was so until then (server/past). */
export async function atOnce(sql: Transaction, now: Date): Promise<Date> {
  await sql.$queryRaw`SELECT set_config('app.now', ${now.toISOString()}, true)`
  return now
}

export async function numberDeed(sql: Transaction, tenant: string | null): Promise<{ sequence: bigint; timestamp: string; id: string }> {
  const [numbered] = await sql.$queryRaw<{ sequence: bigint; timestamp: string; id: string }[]>`UPDATE account SET deed_sequence = deed_sequence + 1
    WHERE CASE WHEN ${tenant}::text IS NULL THEN kind = 'platform' ELSE kind = 'tenant' AND tenant_id = ${tenant} END
    RETURNING deed_sequence AS sequence, to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS timestamp, uuidv7()::text AS id`
  if (!numbered) throw new Error(`no account numbers the deeds of ${tenant ?? 'the platform'}`)
  return numbered
}

/** Puts a deed into its place’s record, as much of it as the levels say, and always that it was: no rule leaves out what changed something. */
export async function appendDone(sql: Transaction, { entry, place }: { readonly entry: Entry; readonly place: Place }, bodies: { readonly asked: Json; readonly answered: Json }): Promise<void> {
  const { levels, whose } = await levelsNow(sql, place.tenant)
  const kept = capture(entry, whose, bodies, levels)
  if (kept === null) throw new Error(`a deed ${entry.action.resource}.${entry.action.verb} that is not recorded does not happen`)
  await appendRecords(sql, await dataKeyOf(sql, place.tenant), [{ entry: kept, place }])
}

/** What nobody but the engine does: nobody asks for it, and so nobody is asked whether they may. */
type OwnRecord = 'cases.carryOut' | 'erasures.carryOut' | 'keys.renew' | 'residency.begin' | 'residency.resolve' | 'residency.update' | 'residency.write' | 'retention.takeAway' | 'security.shutOut'
type Done = { readonly action: WriteAction | OwnRecord; readonly input: Json; readonly because: string; readonly before: Json; readonly after: Json; readonly reference: string }
/** Recorded as the deed that it would be if somebody had done it, and by whom it was: nobody. `because` is why. */
export async function recordByItself(sql: Transaction, tenant: string | null, { action, input, because, before, after, reference }: Done): Promise<void> {
  const numbered = await numberDeed(sql, tenant)
  const entry = {
    level: 'Metadata' as const, actor: { ...recordedActor(null, { address: 'engine', userAgent: 'engine', reference }), serviceAccount: 'engine' }, action: actionOf(action, input),
    outcome: 'done' as const, reason: because, request: null, response: null, context: { before, after }, metadata: metadataOf(reference),
  }
  const place = { tenant: tenant ?? 'platform', stream: 'deed' as const, sequence: numbered.sequence, auditId: `audit-${numbered.id}`, timestamp: numbered.timestamp }
  await appendDone(sql, { entry, place }, { asked: input, answered: after })
}
