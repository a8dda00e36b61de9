/** A month of the record that is years old, as if it had been written then: of a tenant's access stream, before anything else is in it. */
import { appendRecords } from '~/server/audit/append'
import { thresholdEntry } from '~/server/audit/entry'
import { inScope } from '~/server/database/scope'
import { asOwner } from './owner'

const source = { address: '192.0.2.1', userAgent: 'test', reference: 'of-a-month' }
/** `from` is the first number; the answer is the next one. */
export async function writeOldMonth(tenant: string, month: string, from: number, many: number): Promise<number> {
  await asOwner((sql) => sql.query('SELECT make_record_partition($1::date)', [`${month}-01`]))
  return writeOldRecords(tenant, month, from, many)
}
/** The same, whether or not there is such a month. */
export async function writeOldRecords(tenant: string, month: string, from: number, many: number): Promise<number> {
  await inScope('engine', { tenant, loop: 'number' }, async (sql) => {
    const { tenant: _, ...entry } = thresholdEntry({ verb: 'withPasskey', resource: 'signIn', outcome: 'done', reason: null, source })
    await appendRecords(sql, null, Array.from({ length: many }, (_, at) => ({
      entry, place: { tenant, stream: 'access' as const, sequence: BigInt(from + at), auditId: `audit-00000000-0000-7000-8000-${String(from + at).padStart(12, '0')}`, timestamp: `${month}-0${1 + (at % 9)}T10:00:00.${String(from + at).padStart(6, '0')}Z` },
    })))
    await sql.$executeRaw`INSERT INTO access_head (tenant_id, sequence) VALUES (${tenant}, ${from + many - 1}::bigint) ON CONFLICT (tenant_id) DO UPDATE SET sequence = excluded.sequence`
  })
  return from + many
}
