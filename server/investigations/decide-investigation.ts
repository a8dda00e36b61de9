/** How an investigation stands: null where there is none. `ownerMay` is whether its owner may still read everybody's record. */
export type Standing = { readonly isClosed: boolean; readonly owner: string; readonly ownerMay: boolean } | null
type Yes = { readonly ok: true; readonly repeats: boolean }
type Decision<R extends string> = Yes | { readonly ok: false; readonly refusal: R }
const yes: Yes = { ok: true, repeats: false }
const repeated: Yes = { ok: true, repeats: true }
const no = <R extends string>(refusal: R) => ({ ok: false, refusal }) as const

type WorkRefusal = 'investigation_unknown' | 'closed_already'
/** Whoever may read everybody's record works in one that is open, whoever owns it. */
export function decideWork(standing: Standing): Decision<WorkRefusal> {
  if (standing === null) return no('investigation_unknown')
  return standing.isClosed ? no('closed_already') : yes
}

/** An owner who may not read the record any more leaves nobody waiting: anybody who may leads it then. */
const leads = ({ owner, ownerMay }: NonNullable<Standing>, by: string): boolean => owner === by || !ownerMay

export type LeadRefusal = WorkRefusal | 'not_owner'
export function decideClose(standing: Standing, by: string): Decision<LeadRefusal> {
  if (standing === null) return no('investigation_unknown')
  if (standing.isClosed) return no('closed_already')
  return leads(standing, by) ? yes : no('not_owner')
}
export type ReopenRefusal = 'investigation_unknown' | 'not_closed' | 'not_owner'
export function decideReopen(standing: Standing, by: string): Decision<ReopenRefusal> {
  if (standing === null) return no('investigation_unknown')
  if (!standing.isClosed) return no('not_closed')
  return leads(standing, by) ? yes : no('not_owner')
}

export type HandRefusal = LeadRefusal | 'person_unknown' | 'may_not_read'
export type Next = { readonly person: string; readonly mayRead: boolean } | null
export function decideHand(standing: Standing, by: string, next: Next): Decision<HandRefusal> {
  const closing = decideClose(standing, by)
  if (!closing.ok) return closing
  if (next === null) return no('person_unknown')
  if (!next.mayRead) return no('may_not_read')
  return next.person === standing?.owner ? repeated : yes
}

/** What it is searched by, and the incident that it is of. */
type AskedBy = { readonly query: string | null; readonly incident: string | null }
export type ChangeRefusal = LeadRefusal | 'incident_unknown' | 'too_many_entries'
export type ToChange = AskedBy & { readonly incidentIsThere: boolean; readonly entries: number }
/** What it is asked by is its owner's to say; the question stays what it was. */
export function decideChange(standing: Standing, by: string, was: AskedBy | null, { query, incident, incidentIsThere, entries }: ToChange): Decision<ChangeRefusal> {
  const leading = decideClose(standing, by)
  if (!leading.ok) return leading
  if (was?.query === query && was.incident === incident) return repeated
  if (!incidentIsThere) return no('incident_unknown')
  return entries >= entriesMost ? no('too_many_entries') : yes
}

/** So many stand on one page, and in one file. */
export const pinsMost = 200
/** Pins, notes and what else was done: so many that one page lists them. What ends or hands over an investigation is never one too many. */
export const entriesMost = 1_000

export type PinRefusal = WorkRefusal | 'record_unknown' | 'pinned_otherwise' | 'own_deed' | 'too_many_pins' | 'too_many_entries'
export type ToPin = { readonly isThere: boolean; readonly isOwn: boolean; readonly pinnedWhy: string | null; readonly pins: number; readonly entries: number }
/** A record is pinned once. The same words again are the same pin; others are a note's to say. What was done in it stands in its file already, and nothing stands there twice. */
export function decidePin(standing: Standing, { isThere, isOwn, pinnedWhy, pins, entries }: ToPin, why: string): Decision<PinRefusal> {
  const work = decideWork(standing)
  if (!work.ok) return work
  if (pinnedWhy !== null) return pinnedWhy === why ? repeated : no('pinned_otherwise')
  if (!isThere) return no('record_unknown')
  if (isOwn) return no('own_deed')
  if (pins >= pinsMost) return no('too_many_pins')
  return entries >= entriesMost ? no('too_many_entries') : yes
}

export type UnpinRefusal = WorkRefusal | 'pin_unknown'
export function decideUnpin(standing: Standing, pin: { readonly isUnpinned: boolean } | null): Decision<UnpinRefusal> {
  const work = decideWork(standing)
  if (!work.ok) return work
  if (pin === null) return no('pin_unknown')
  return pin.isUnpinned ? repeated : yes
}

export type NoteRefusal = WorkRefusal | 'pin_unknown' | 'too_many_entries'
/** A note is about all of it, or stands beside a record that is pinned. */
export function decideNote(standing: Standing, { isBeside, isPinned, entries }: { readonly isBeside: boolean; readonly isPinned: boolean; readonly entries: number }): Decision<NoteRefusal> {
  const work = decideWork(standing)
  if (!work.ok) return work
  if (isBeside && !isPinned) return no('pin_unknown')
  return entries >= entriesMost ? no('too_many_entries') : yes
}
