/** Gives access events their numbers: takes them out of the inbox and appends them to their tenants' access streams, in one transaction. */
import type { Transaction } from '~/server/database/client'
import { lookUnderLease, underLease } from '~/server/database/lease'
import { say } from '~/server/database/scope'
import { dataKeyOf } from '~/server/keys/data-key'
import { appendRecords } from './append'
import { AccessBody, type Entry, thresholdEntry } from './entry'

const atOnce = 500
/** More than anything that is noted by ours, and less than a record may be that is taken out. */
const [bytesMost, depthMost] = [524_288, 64]
type Waiting = { id: bigint; tenant: string; body: unknown; timestamp: string; audit: string }

const scope = { loop: 'number', platform: true } as const
export async function numberAccess(lease: string): Promise<number> {
  if (!(await lookUnderLease(lease, scope, isAnyThere))) return 0
  for (let whole = 0; ; ) {
    const numbered = await underLease(lease, scope, numberSome)
    whole += numbered ?? 0
    if ((numbered ?? 0) < atOnce) return whole
  }
}

const isAnyThere = async (sql: Transaction): Promise<boolean> => (await sql.$queryRaw<unknown[]>`SELECT FROM access_inbox LIMIT 1`).length > 0

/** An event about a tenant that does not exist belongs to the platform's stream: whoever sent it is told the same either way. */
async function numberSome(sql: Transaction): Promise<number> {
  const waiting = await sql.$queryRaw<Waiting[]>`WITH taken AS (
      DELETE FROM access_inbox WHERE id IN (SELECT id FROM access_inbox ORDER BY id LIMIT ${atOnce}) RETURNING id, tenant_id, body, at)
    SELECT taken.id, coalesce(tenant.id, 'platform') AS tenant, CASE WHEN octet_length(taken.body::text) <= ${bytesMost}::int THEN taken.body END AS body, to_char(taken.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS timestamp, uuidv7()::text AS audit
    FROM taken LEFT JOIN tenant ON tenant.id = taken.tenant_id ORDER BY tenant, taken.id`
  for (const tenant of new Set(waiting.map((event) => event.tenant))) {
    const events = waiting.filter((event) => event.tenant === tenant)
    await say(sql, { tenant, loop: 'number' })
    const [head] = await sql.$queryRaw<{ sequence: bigint }[]>`INSERT INTO access_head AS head (tenant_id, sequence) VALUES (${tenant}, ${events.length})
      ON CONFLICT (tenant_id) DO UPDATE SET sequence = head.sequence + excluded.sequence RETURNING sequence`
    if (!head) throw new Error(`the access stream of ${tenant} has no head`)
    const first = head.sequence - BigInt(events.length) + 1n
    await appendRecords(sql, await dataKeyOf(sql, tenant), events.map(({ body, timestamp, audit }, at) => ({
      entry: entryOf(body), place: { tenant, stream: 'access' as const, sequence: first + BigInt(at), auditId: `audit-${audit}`, timestamp },
    })))
  }
  return waiting.length
}

const unknown = { address: 'unknown', userAgent: 'unknown', reference: 'unknown' }
/** What nests without end exhausts whoever reads it. */
const nestsWithin = (value: unknown, most: number): boolean => typeof value !== 'object' || value === null || (most > 0 && Object.values(value).every((part) => nestsWithin(part, most - 1)))
/** One bad event must not keep the good ones waiting. */
function entryOf(body: unknown): Entry {
  const parsed = nestsWithin(body, depthMost) ? AccessBody.safeParse(body) : null
  if (parsed?.success) return parsed.data
  const { tenant: _, ...malformed } = thresholdEntry({ verb: 'note', resource: 'audit', outcome: 'fault', reason: 'malformed_event', source: unknown })
  return malformed
}
