import { z } from 'zod'
import { SignalId, Uuid } from '~/server/api/inputs'
import { type Order, type Page, Paged, pageOf } from '~/server/api/page'
import { Denied } from '~/server/authorization/denied'
import type { PlatformReader } from '~/server/database/read'
import { heldOf, missingNow } from './close-incident'
import { type ClockState, type CloseRefusal, clockOf, dueAt, stateOf } from './decide-incident'
import { type BreachAnswer, type ContainmentKind, type EntryKind, type IncidentState, type Playbook, playbooks, type Severity, type StepState, stepsOf, type ThingKind } from './incident'

export type IncidentShown = {
  incident: string; title: string; severity: Severity; playbook: Playbook; state: IncidentState; seen: string; awareAt: string; openedAt: string; openedBy: string; signal: string | null; case: string | null
  dueAt: string; clock: ClockState; toldAt: string | null; answerNote: string | null; answeredBy: string | null; closedAt: string | null; closedBy: string | null; summary: string | null
}
export type ContainmentShown = {
  containment: string; kind: ContainmentKind; of: ThingKind; /** The id of a person, or a name. */ thing: string; name: string; nodes: number; sessions: number; tokens: number
  doneAt: string; doneBy: string; liftedAt: string | null; liftedBy: string | null; keptFor: string | null; keptBy: string | null
}
export type StepShown = { step: string; says: string; state: StepState | null; note: string | null; at: string | null; by: string | null }
/** `place` and `sequence` are where the deed stands in the record. */
export type EntryShown = { entry: string; kind: EntryKind; thing: string | null; says: string | null; place: string; sequence: string; at: string; by: string }

const newest = { by: [['openedAt', 'moment'], ['id', 'uuid']], way: 'desc' } as const satisfies Order
/** `of` is a signal or a case: those that were opened from it. */
export const ListIncidents = z.strictObject({ show: z.enum(['going', 'closed', 'all']), of: SignalId.nullable(), ...Paged })
export const ReadIncident = z.strictObject({ incident: Uuid })
const standing = { going: { closedAt: null }, closed: { closedAt: { not: null } }, all: {} } as const

type Rows = Pick<PlatformReader, 'rows'>['rows']
type Row = NonNullable<Awaited<ReturnType<Rows['incident']['findUnique']>>> & { containments: { kind: string; doneAt: Date; liftedAt: Date | null; keptAt: Date | null }[] }
type NameOf = (person: string) => string
const iso = (at: Date | null): string | null => at?.toISOString() ?? null

async function namesOf(rows: Rows, people: readonly (string | null)[]): Promise<NameOf> {
  const found = await rows.person.findMany({ where: { id: { in: [...new Set(people.flatMap((person) => person ?? []))] } }, select: { id: true, name: true } })
  const names = new Map(found.map(({ id, name }) => [id, name]))
  return (person) => names.get(person) ?? 'Somebody who is no longer here'
}

const shown = (row: Row, nameOf: NameOf, now: Date): IncidentShown => ({
  incident: row.id, title: row.title, severity: row.severity as Severity, playbook: row.playbook as Playbook, state: stateOf({ containments: row.containments.map(heldOf), closed: row.closedAt !== null }), seen: row.seen,
  awareAt: row.awareAt.toISOString(), openedAt: row.openedAt.toISOString(), openedBy: nameOf(row.openedBy), signal: row.signalId, case: row.caseId,
  dueAt: dueAt(row.awareAt).toISOString(), clock: clockOf(row.awareAt, { answer: row.answer as BreachAnswer | null, toldAt: row.toldAt }, now), toldAt: iso(row.toldAt), answerNote: row.answerNote,
  answeredBy: row.answeredBy && nameOf(row.answeredBy), closedAt: iso(row.closedAt), closedBy: row.closedBy && nameOf(row.closedBy), summary: row.summary,
})

/** The newest first. */
export async function listIncidents({ rows, now }: PlatformReader, { show, of, ...asked }: z.infer<typeof ListIncidents>): Promise<Page<IncidentShown>> {
  const from = of === null ? {} : { OR: [{ signalId: of }, { caseId: of }] }
  const { rows: found, ...ends } = await pageOf(newest, asked, ({ where, ...part }) =>
    rows.incident.findMany({ where: { AND: [standing[show], from, where] }, ...part, include: { containments: { select: { kind: true, doneAt: true, liftedAt: true, keptAt: true } } } }))
  const nameOf = await namesOf(rows, found.flatMap(({ openedBy, answeredBy, closedBy }) => [openedBy, answeredBy, closedBy]))
  return { rows: found.map((row) => shown(row, nameOf, now)), ...ends }
}

export type IncidentRead = { incident: IncidentShown; containments: ContainmentShown[]; steps: StepShown[]; entries: EntryShown[]; /** What stands between it and its end. */ missing: CloseRefusal[]; check: { beganAt: string; whole: boolean } | null }
/** All there is of one: bounded, because what is noted in one is (change-incident.ts). */
export async function readIncident(db: PlatformReader, { incident: id }: z.infer<typeof ReadIncident>): Promise<IncidentRead> {
  const { rows, now } = db
  const row = await rows.incident.findUnique({ where: { id }, include: { containments: { orderBy: [{ doneAt: 'asc' }, { id: 'asc' }] }, steps: true, entries: { orderBy: [{ at: 'asc' }, { id: 'asc' }], take: 2_000 } } })
  if (!row) throw new Denied('not_found')
  const things = row.containments.flatMap(({ of, thing }) => (of === 'person' ? [thing] : []))
  const nameOf = await namesOf(rows, [row.openedBy, row.answeredBy, row.closedBy, ...things, ...row.containments.flatMap(({ doneBy, liftedBy, keptBy }) => [doneBy, liftedBy, keptBy]), ...[...row.steps, ...row.entries].map(({ byId }) => byId)])
  const called = (thing: string) => (things.includes(thing) ? nameOf(thing) : thing)
  const playbook = row.playbook as Playbook
  const words: Readonly<Record<string, string>> = playbooks[playbook].steps
  const check = await db.lastCheck()
  return {
    incident: shown(row, nameOf, now),
    containments: row.containments.map(({ id: containment, kind, of, thing, nodes, sessions, tokens, doneAt, doneBy, liftedAt, liftedBy, keptFor, keptBy }) => ({
      containment, kind: kind as ContainmentKind, of: of as ThingKind, thing, name: called(thing), nodes: nodes.length, sessions, tokens,
      doneAt: doneAt.toISOString(), doneBy: nameOf(doneBy), liftedAt: iso(liftedAt), liftedBy: liftedBy && nameOf(liftedBy), keptFor, keptBy: keptBy && nameOf(keptBy),
    })),
    steps: stepsOf(playbook).map(({ step, says }) => {
      const ticked = row.steps.find((one) => one.step === step)
      return { step, says, state: (ticked?.state ?? null) as StepState | null, note: ticked?.note ?? null, at: iso(ticked?.at ?? null), by: ticked ? nameOf(ticked.byId) : null }
    }),
    entries: row.entries.map(({ id: entry, kind, thing, says, place, sequence, at, byId }) => ({ entry, kind: kind as EntryKind, thing: thing && (words[thing] ?? called(thing)), says, place, sequence: sequence.toString(), at: at.toISOString(), by: nameOf(byId) })),
    missing: row.closedAt === null ? await missingNow(db, row) : [], check: check && { beganAt: check.beganAt.toISOString(), whole: check.whole },
  }
}
