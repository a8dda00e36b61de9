import { z } from 'zod'
import { Handle, Version } from '~/server/api/inputs'
import { Denied } from '~/server/authorization/denied'
import type { PlatformReader, SelfReader, TenantReader } from '~/server/database/read'
import { openHandover } from '~/server/keys/handover'
import { handoversFile } from '~/server/keys/handovers-file'
import { logKey } from '~/server/keys/log-key'
import { noteKeyText } from '~/server/keys/note'
import { consistencyPath, inclusionPath, nodesOfProof } from '~/server/merkle/proof'
import { rangesSince, rangesToRoot } from '~/server/merkle/ranges'
import { receiptOf } from '~/server/receipts/issue'
import type { Receipt } from '~/server/receipts/receipt'
import type { LogFault, LogFaultKind } from './decide-sealed'
import type { WitnessFailure } from './decide-witness'
import { handoverNotes } from './handovers'
import { readTiles } from './read-tiles'
import type { Stream } from './record'
import { readerOf } from './tiles'

const which = { stream: z.enum(['deed', 'access']), sequence: Version }
export const ProveRecord = z.strictObject({ tenant: Handle, ...which })
/** `platform` is what belongs to no tenant. */
export const ProvePlatformRecord = z.strictObject({ tenant: Handle, ...which })
export const ShowConsistency = z.strictObject({ from: Version })

type Rows = TenantReader['rows']
const base64 = (hashes: readonly Buffer[]) => hashes.map((hash) => hash.toString('base64'))
const latest = (rows: Rows) => rows.checkpoint.findFirst({ orderBy: { size: 'desc' } })

/** A record byte for byte, with its way to the root of the log as it is now; without one while it is not sealed. Of a yes that somebody signed, the receipt with all of that in it. */
export type Proved = { record: string; proof: { index: number; size: number; path: string[] } | null; checkpoint: string | null; receipt: Receipt | null }
async function find(rows: Rows, tenant: string, stream: Stream, sequence: bigint): Promise<Omit<Proved, 'receipt'>> {
  const record = await rows.record.findFirst({ where: { tenantId: tenant, stream, sequence }, select: { bytes: true } })
  if (!record) throw new Denied('not_found')
  const run = await rows.logRun.findFirst({ where: { tenantId: tenant, stream, sequence: { lte: sequence } }, orderBy: { sequence: 'desc' } })
  const checkpoint = await latest(rows)
  const text = Buffer.from(record.bytes).toString('utf8')
  const within = run === null ? 0 : Number(sequence - run.sequence)
  if (!run || !checkpoint || within >= run.count) return { record: text, proof: null, checkpoint: null }
  const [index, size] = [Number(run.first) + within, Number(checkpoint.size)]
  const read = readerOf(await readTiles(rows, nodesOfProof(rangesToRoot(index, size))))
  return { record: text, proof: { index, size, path: base64(inclusionPath(index, size, read)) }, checkpoint: checkpoint.note }
}
async function prove(rows: Rows, tenant: string, stream: Stream, sequence: bigint): Promise<Proved> {
  const proved = await find(rows, tenant, stream, sequence)
  return { ...proved, receipt: proved.proof === null ? null : receiptOf(proved) }
}
export const proveRecord = (db: TenantReader, { stream, sequence }: z.infer<typeof ProveRecord>) => prove(db.rows, db.tenant, stream, BigInt(sequence))
export const provePlatformRecord = (db: PlatformReader, { tenant, stream, sequence }: z.infer<typeof ProvePlatformRecord>) => prove(db.rows, tenant, stream, BigInt(sequence))

/** That the log of now begins with the one that somebody kept: what they need beside their own checkpoint. */
export async function showConsistency({ rows }: SelfReader, asked: z.infer<typeof ShowConsistency>): Promise<{ path: string[]; checkpoint: string }> {
  const checkpoint = await latest(rows)
  const [from, size] = [Number(asked.from), Number(checkpoint?.size ?? 0)]
  if (!checkpoint || from > size) throw new Denied('not_found')
  const read = readerOf(await readTiles(rows, nodesOfProof(rangesSince(from, size))))
  return { path: base64(consistencyPath(from, size, read)), checkpoint: checkpoint.note }
}

/** What the log is called and signed with, how far it has come, and since when; and what came of comparing the record with it: of what was wrong, its kinds, because the rest is not everybody's. */
type LogShown = { key: string; size: number; at: string | null; checkpoint: string | null; /** `returned` are the months that were taken away and stand again. */
  check: { size: number; at: string; kinds: LogFaultKind[]; witnessed: number | null; returned: string[] } | null
  /** How long records waited to be sealed, the last ones and at most in the last ten minutes: what was done to one before, nobody could see. */
  waited: { lastMs: number; mostMs: number } | null
  witnesses: { kind: string; size: number; at: string | null; failure: WitnessFailure | null; failingSince: string | null }[]
  /** Who kept it and is set no more, the latest first; by name for whoever works on the platform. */
  earlier: { kind: string; name: string | null; size: number; endedAt: string }[]
  /** By which the keys of before let the one of now go on, as a file (HANDOVER.md); null where there was no other. */
  handovers: string | null
  /** The keys of before that were lost, and how far each had signed. */
  lost: { key: string; size: number }[]
}
const earlierMost = 3
const lostKeys = (notes: readonly string[]) => notes.flatMap((note) => {
  const said = openHandover(note)
  return said?.isLoss ? [{ key: noteKeyText(said.before), size: said.size }] : []
})
const lateMs = 600_000
export async function showLog({ rows, actor }: SelfReader): Promise<LogShown> {
  const [checkpoint, check] = [await latest(rows), await rows.logCheck.findUnique({ where: { id: 1 } })]
  const late = await rows.checkpoint.findMany({ where: { at: { gt: new Date(Date.now() - lateMs) } }, orderBy: { size: 'desc' }, take: 600, select: { waitedMs: true } })
  const waited = late.flatMap(({ waitedMs }) => (waitedMs === null ? [] : [Number(waitedMs)]))
  const witnesses = await rows.witness.findMany({ where: { endedAt: null }, orderBy: { kind: 'asc' } })
  const earlier = await rows.witness.findMany({ where: { endedAt: { not: null }, at: { not: null } }, orderBy: { endedAt: 'desc' }, take: earlierMost })
  const handovers = await handoverNotes(rows)
  const isOfPlatform = actor.bindings.some(({ tenant }) => tenant === null)
  const kinds = [...new Set(((check?.faults ?? []) as LogFault[]).map(({ kind }) => kind))]
  return {
    handovers: handovers.length === 0 ? null : handoversFile(handovers), lost: lostKeys(handovers), key: noteKeyText(logKey()), size: Number(checkpoint?.size ?? 0), at: checkpoint?.at.toISOString() ?? null, checkpoint: checkpoint?.note ?? null,
    check: check && { size: Number(check.size), at: check.at.toISOString(), kinds, witnessed: check.witnessed === null ? null : Number(check.witnessed), returned: check.returned as string[] }, waited: waited[0] === undefined ? null : { lastMs: waited[0], mostMs: Math.max(...waited) },
    witnesses: witnesses.map(({ kind, size, at, failure, failingSince }) => ({ kind, size: Number(size), at: at?.toISOString() ?? null, failure: failure as WitnessFailure | null, failingSince: failingSince?.toISOString() ?? null })),
    earlier: earlier.flatMap(({ kind, name, size, endedAt }) => (endedAt === null ? [] : [{ kind, name: isOfPlatform ? name : null, size: Number(size), endedAt: endedAt.toISOString() }])),
  }
}
