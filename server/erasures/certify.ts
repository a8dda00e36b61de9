import { openCheckpoint } from '~/server/audit/checkpoint'
import { readTiles } from '~/server/audit/read-tiles'
import { readerOf } from '~/server/audit/tiles'
import type { Transaction } from '~/server/database/client'
import { lookUnderLease, underLease } from '~/server/database/lease'
import { logKey, logSignKey } from '~/server/keys/log-key'
import { noteKeyText } from '~/server/keys/note'
import { consistencyPath, inclusionPath, nodesOfProof } from '~/server/merkle/proof'
import { rangesSince, rangesToRoot } from '~/server/merkle/ranges'
import { type Certificate, signCertificate } from './certificate'
import type { ErasureRow } from './erasure'

type Erased = ErasureRow & { readonly found: unknown; readonly sequence: bigint | null }
type Place = Pick<Certificate, 'deed' | 'before' | 'after' | 'between'>

/** Waits for the log to have the deed: the next turn asks again. */
export async function certify(lease: string, erasure: Erased): Promise<void> {
  const { sequence, signedAt, signedBy, erasedAt } = erasure
  if (sequence === null || signedAt === null || signedBy === null || erasedAt === null) throw new Error(`the erasure ${erasure.id} was carried out, and is not whole`)
  const place = await lookUnderLease(lease, { loop: 'seal' }, (sql) => placeOf(sql, erasure.tenantId, sequence))
  if (!place) return
  const key = logKey()
  const note = signCertificate({
    log: noteKeyText(key), tenant: erasure.tenantId, erasure: erasure.id, asked: { at: erasure.askedAt.toISOString(), by: erasure.askedBy }, signed: { at: signedAt.toISOString(), by: signedBy },
    erasedAt: erasedAt.toISOString(), erased: erasure.found as Certificate['erased'], ...place,
  }, key, logSignKey())
  await underLease(lease, { loop: 'erase' }, (sql) => sql.erasure.updateMany({ where: { id: erasure.id, note: null }, data: { note, certifiedAt: new Date() } }))
}

/** The last checkpoint before the deed, the first that has it, and what leads from the one to the other. */
async function placeOf(sql: Transaction, tenant: string, sequence: bigint): Promise<Place | null> {
  const run = await sql.logRun.findFirst({ where: { tenantId: tenant, stream: 'deed', sequence: { lte: sequence } }, orderBy: { sequence: 'desc' } })
  const within = run === null ? 0 : Number(sequence - run.sequence)
  if (!run || within >= run.count) return null
  const index = Number(run.first) + within
  // One key vouches for all of a certificate: where the log was handed over since, it leads from nothing, or to what the key of now signed first.
  const signed = { note: { startsWith: `${logKey().name}\n` } }
  const after = await sql.checkpoint.findFirst({ where: { ...signed, size: { gt: index } }, orderBy: { size: 'asc' } })
  if (!after || !openCheckpoint(after.note, logKey())) return null
  const before = await sql.checkpoint.findFirst({ where: { ...signed, size: { lte: index } }, orderBy: { size: 'desc' } })
  const [earlier, size] = [Number(before?.size ?? 0), Number(after.size)]
  const read = readerOf(await readTiles(sql, nodesOfProof([...rangesToRoot(index, size), ...rangesSince(earlier, size), { from: index, to: index + 1 }])))
  const base64 = (hashes: readonly Buffer[]) => hashes.map((hash) => hash.toString('base64'))
  return {
    deed: { sequence: String(sequence), index, leaf: read({ level: 0, index }).toString('base64'), path: base64(inclusionPath(index, size, read)) },
    before: { size: earlier, checkpoint: before?.note ?? null }, after: { size, checkpoint: after.note }, between: base64(consistencyPath(earlier, size, read)),
  }
}
