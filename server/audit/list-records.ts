import { z } from 'zod'
import { Handle } from '~/server/api/inputs'
import { type Asked, type Order, type Page, Paged, pageOf } from '~/server/api/page'
import type { PlatformReader, TenantReader } from '~/server/database/read'
import type { StoredEntry, Stream } from './record'

const inStream = { stream: z.enum(['deed', 'access']), ...Paged }
export const ListRecords = z.strictObject({ tenant: Handle, ...inStream })
export const ListPlatformRecords = z.strictObject(inStream)
const newestFirst = { by: [['sequence', 'sequence']], way: 'desc' } as const satisfies Order

/** A line of the list. Personal fields stay sealed: a person is shown by id, and by name only where the reader may know it. */
type RecordShown = {
  auditId: string; sequence: string; at: string; who: string | null; what: string; on: string | null; namespace: string | null
  outcome: string; reason: string | null; reference: string; level: string; leaf: string; before: string | null; after: string | null
}

async function page(rows: TenantReader['rows'], tenant: string, stream: Stream, asked: Asked): Promise<Page<RecordShown>> {
  const { rows: found, ...ends } = await pageOf(newestFirst, asked, ({ where, ...part }) =>
    rows.record.findMany({ where: { AND: [{ tenantId: tenant, stream }, where] }, ...part, select: { sequence: true, bytes: true, leaf: true } }))
  return { rows: found.map(({ bytes, leaf }) => shown(JSON.parse(Buffer.from(bytes).toString('utf8')) as StoredEntry, Buffer.from(leaf))), ...ends }
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

export const listRecords = (db: TenantReader, { stream, ...asked }: z.infer<typeof ListRecords>) => page(db.rows, db.tenant, stream, asked)
export const listPlatformRecords = (db: PlatformReader, { stream, ...asked }: z.infer<typeof ListPlatformRecords>) => page(db.rows, 'platform', stream, asked)
