/** What is read of investigations: by the role of the database that reads the record, and by no other. Who somebody is, their page knows; here they are ids. */
import { z } from 'zod'
import { Uuid } from '~/server/api/inputs'
import { type Order, type Page, Paged, pageOf } from '~/server/api/page'
import { decideQuery, wantedOf } from '~/server/audit/decide-query'
import { Denied } from '~/server/authorization/denied'
import type { PlatformReader } from '~/server/database/read'
import { byTime } from './decide-timeline'
import { type EntryKind, recordName } from './investigation'

export type InvestigationShown = {
  investigation: string; title: string; question: string; query: string | null; incident: string | null; owner: string; openedAt: string; openedBy: string
  closedAt: string | null; closedBy: string | null; finding: string | null; /** How many records are pinned. */ pins: number
}
/** What its line says; null where there is none any more. */
type LineSaid = { actor: string | null; behalf: string | null; verb: string; resource: string; name: string | null; namespace: string | null; outcome: string; reason: string | null }
export type NoteShown = { number: number; note: string; at: string; by: string }
export type PinShown = {
  pin: string; place: string; stream: 'deed' | 'access'; sequence: string; at: string; why: string; pinnedAt: string; pinnedBy: string; line: LineSaid | null
  /** The month that the record was taken away with, and when. */
  gone: { month: string; at: string } | null
  notes: NoteShown[]
}
/** `sequence` is the number of the platform’s deed that says so. */
export type EntryShown = { number: number; kind: EntryKind; says: string; record: string | null; to: string | null; sequence: string; at: string; by: string }
export type TakenOut = { at: string; by: string | null; sequence: string }
export type InvestigationRead = { investigation: InvestigationShown; timeline: PinShown[]; notes: NoteShown[]; custody: EntryShown[]; takenOut: TakenOut[] }

const newest = { by: [['openedAt', 'moment'], ['id', 'uuid']], way: 'desc' } as const satisfies Order
const named = /^([a-z][a-z0-9-]{0,62})\.(deed|access)\.([1-9][0-9]{0,17})$/
/** `record` is one by its place, stream and number: those that it is pinned to. */
export const ListInvestigations = z.strictObject({ show: z.enum(['going', 'closed', 'all']), incident: Uuid.nullable(), record: z.string().max(120).regex(named, 'is the name of a record').nullable(), ...Paged })
export const ReadInvestigation = z.strictObject({ investigation: Uuid })
const standing = { going: { closedAt: null }, closed: { closedAt: { not: null } }, all: {} } as const

type Rows = PlatformReader['rows']
type Row = NonNullable<Awaited<ReturnType<Rows['investigation']['findUnique']>>>
const iso = (at: Date | null): string | null => at?.toISOString() ?? null
const shown = (row: Row, pins: number): InvestigationShown => ({
  investigation: row.id, title: row.title, question: row.question, query: row.query, incident: row.incidentId, owner: row.ownerId, openedAt: row.openedAt.toISOString(), openedBy: row.openedBy,
  closedAt: iso(row.closedAt), closedBy: row.closedBy, finding: row.finding, pins,
})
const pinned = { unpinnedAt: null }

/** The newest first. */
export async function listInvestigations({ rows }: PlatformReader, { show, incident, record, ...asked }: z.infer<typeof ListInvestigations>): Promise<Page<InvestigationShown>> {
  const [, place = '', stream = '', sequence = '0'] = named.exec(record ?? '') ?? []
  const filters = [standing[show], incident === null ? {} : { incidentId: incident }, record === null ? {} : { pins: { some: { place, stream, sequence: BigInt(sequence), ...pinned } } }]
  const { rows: found, ...ends } = await pageOf(newest, asked, ({ where, ...part }) =>
    rows.investigation.findMany({ where: { AND: [...filters, where] }, ...part, include: { _count: { select: { pins: { where: pinned } } } } }))
  return { rows: found.map((row) => shown(row, row._count.pins)), ...ends }
}

const monthOf = (at: Date): string => at.toISOString().slice(0, 7)

export async function readInvestigation(db: PlatformReader, { investigation }: z.infer<typeof ReadInvestigation>): Promise<InvestigationRead> {
  const { rows } = db
  const row = await rows.investigation.findUnique({ where: { id: investigation }, include: { pins: { where: pinned }, entries: { orderBy: { number: 'asc' }, include: { pin: true } } } })
  if (!row) throw new Denied('not_found')
  const said = await linesOf(rows, row.pins)
  const gone = await monthsGone(rows)
  const notesOf = (pin: string | null): NoteShown[] => row.entries.filter(({ kind, pinId }) => kind === 'noted' && pinId === pin).map(({ number, says, at, byId }) => ({ number, note: says, at: at.toISOString(), by: byId }))
  const timeline = row.pins.map((pin): PinShown => {
    const { id, place, stream, sequence, recordAt, why, pinnedAt, pinnedBy } = pin
    const wentAt = gone.get(monthOf(recordAt))
    return {
      pin: id, place, stream: stream === 'deed' ? 'deed' : 'access', sequence: String(sequence), at: recordAt.toISOString(), why, pinnedAt: pinnedAt.toISOString(), pinnedBy,
      line: said.get(nameOf(pin)) ?? null, gone: wentAt === undefined ? null : { month: monthOf(recordAt), at: wentAt.toISOString() }, notes: notesOf(id),
    }
  }).sort(byTime)
  const custody = row.entries.map(({ number, kind, says, pin, toId, sequence, at, byId }): EntryShown => ({ number, kind: kind as EntryKind, says, record: pin && nameOf(pin), to: toId, sequence: String(sequence), at: at.toISOString(), by: byId }))
  return { investigation: shown(row, row.pins.length), timeline, notes: notesOf(null), custody, takenOut: await takenOut(db, row) }
}

type Named = { place: string; stream: string; sequence: bigint }
const nameOf = ({ place, stream, sequence }: Named): string => recordName({ place, stream, sequence: String(sequence) })
/** What the search shows of each, all at once. */
async function linesOf(rows: Rows, pins: readonly Named[]): Promise<ReadonlyMap<string, LineSaid>> {
  const streams = new Map<string, { tenantId: string; stream: string; sequence: { in: bigint[] } }>()
  for (const { place: tenantId, stream, sequence } of pins) {
    const known = streams.get(`${tenantId} ${stream}`) ?? { tenantId, stream, sequence: { in: [] } }
    known.sequence.in.push(sequence)
    streams.set(`${tenantId} ${stream}`, known)
  }
  const found = streams.size === 0 ? [] : await rows.recordLine.findMany({ where: { OR: [...streams.values()] } })
  return new Map(found.map(({ tenantId: place, stream, sequence, actor, behalf, verb, resource, name, namespace, outcome, reason }) => [nameOf({ place, stream, sequence }), { actor, behalf, verb, resource, name, namespace, outcome, reason }]))
}
async function monthsGone(rows: Rows): Promise<ReadonlyMap<string, Date>> {
  const found = await rows.recordMonth.findMany({ where: { takenAt: { not: null } }, select: { month: true, takenAt: true } })
  return new Map(found.flatMap(({ month, takenAt }) => (takenAt === null ? [] : [[monthOf(month), takenAt] as const])))
}

/** To take it out is a read, and so no entry of it: it stands in the record, twice, of which the first says that it began. */
const takenOutMost = 100
async function takenOut({ lines }: PlatformReader, { id, openedAt }: Row): Promise<TakenOut[]> {
  const wanted = wantedOf(decideQuery(`resource:investigations verb:export outcome:done name:${id}`), 'platform')
  const found = await lines.find({ tenants: ['platform'], stream: 'access', since: openedAt, until: null, actors: null, wanted }, null, true, takenOutMost)
  const each = new Map(found.map((line) => [line.reference, line]))
  return [...each.values()].map(({ at, actor, sequence }) => ({ at, by: actor, sequence })).reverse()
}
