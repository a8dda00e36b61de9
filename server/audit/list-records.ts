import { z } from 'zod'
import { Handle } from '~/server/api/inputs'
import type { PlatformReader, TenantReader } from '~/server/database/read'
import type { StoredEntry, Stream } from './record'

const Page = { stream: z.enum(['deed', 'access']), before: z.string().max(19).regex(/^[1-9][0-9]{0,18}$/, 'is a place in the stream').nullable() }
export const ListRecords = z.strictObject({ tenant: Handle, ...Page })
export const ListPlatformRecords = z.strictObject(Page)

/** A line of the list. Personal fields stay sealed: a person is shown by id, and by name only where the reader may know it. */
export type RecordShown = {
  auditId: string; sequence: string; at: string; who: string | null; what: string; on: string | null; namespace: string | null
  outcome: string; reason: string | null; reference: string; level: string; leaf: string; before: string | null; after: string | null
}
export type RecordPage = { records: RecordShown[]; older: string | null }
const pageRows = 50

async function page(rows: TenantReader['rows'], tenant: string, stream: Stream, before: string | null): Promise<RecordPage> {
  const found = await rows.record.findMany({
    where: { tenantId: tenant, stream, ...(before === null ? {} : { sequence: { lt: BigInt(before) } }) },
    orderBy: { sequence: 'desc' }, take: pageRows + 1, select: { sequence: true, bytes: true, leaf: true },
  })
  const records = found.slice(0, pageRows).map(({ bytes, leaf }) => shown(JSON.parse(Buffer.from(bytes).toString('utf8')) as StoredEntry, Buffer.from(leaf)))
  return { records, older: found.length > pageRows ? (records.at(-1)?.sequence ?? null) : null }
}

function shown(entry: StoredEntry, leaf: Buffer): RecordShown {
  const { before = null, after = null } = (entry.context ?? {}) as { before?: unknown; after?: unknown }
  const text = (value: unknown) => (value === null ? null : JSON.stringify(value))
  return {
    auditId: entry.auditId, sequence: entry.metadata.sequence, at: entry.timestamp, who: entry.actor.userId, what: `${entry.action.resource}.${entry.action.verb}`,
    on: entry.action.name, namespace: entry.action.namespace, outcome: entry.outcome, reason: entry.reason, reference: entry.metadata.reference,
    level: entry.level, leaf: leaf.toString('hex'), before: text(before), after: text(after),
  }
}

export const listRecords = (db: TenantReader, { stream, before }: z.infer<typeof ListRecords>) => page(db.rows, db.tenant, stream, before)
export const listPlatformRecords = (db: PlatformReader, { stream, before }: z.infer<typeof ListPlatformRecords>) => page(db.rows, 'platform', stream, before)
