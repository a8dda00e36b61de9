import type { Tone } from '~/components/ui/badge'
import type { ClockState, CloseRefusal } from '~/server/incidents/decide-incident'
import type { ContainmentKind, EntryKind, IncidentState, Severity } from '~/server/incidents/incident'
import type { ContainmentShown, EntryShown } from '~/server/incidents/list-incidents'
import { many } from '~/server/shared/many'

export const severityWords: Readonly<Record<Severity, { says: string; about: string; tone: Tone }>> = {
  low: { says: 'Low', about: 'Nothing of anybody’s was reached.', tone: 'neutral' },
  high: { says: 'High', about: 'Something of somebody’s was reached, or may have been.', tone: 'notice' },
  critical: { says: 'Critical', about: 'It goes on, or reaches more than one tenant.', tone: 'danger' },
}
export const stateWords: Readonly<Record<IncidentState, { says: string; tone: Tone }>> = {
  open: { says: 'Open', tone: 'danger' }, contained: { says: 'Contained', tone: 'notice' }, recovered: { says: 'Recovered', tone: 'info' }, closed: { says: 'Closed', tone: 'neutral' },
}
export const clockWords: Readonly<Record<ClockState, { says: string; tone: Tone }>> = {
  running: { says: 'Not told yet', tone: 'notice' }, overdue: { says: 'Not told in time', tone: 'danger' }, told: { says: 'Told in time', tone: 'ok' }, told_late: { says: 'Told late', tone: 'danger' }, not_needed: { says: 'Need not be told', tone: 'neutral' },
}
export const containmentWords: Readonly<Record<ContainmentKind, { done: string; lifts: string }>> = {
  lock: { done: 'Locked', lifts: 'Unlock' }, freeze: { done: 'Frozen', lifts: 'Thaw' }, revoke: { done: 'Tokens revoked', lifts: '' }, cordon: { done: 'Cordoned', lifts: 'Uncordon' },
}
export const entryWords: Readonly<Record<EntryKind, string>> = {
  opened: 'Opened', lock: 'Locked', freeze: 'Froze', revoke: 'Revoked the tokens of', cordon: 'Cordoned', unlock: 'Unlocked', thaw: 'Thawed', uncordon: 'Uncordoned', keep: 'Keeps as it is', done: 'Done', left: 'Left out',
  told: 'Told the authority', not_needed: 'The authority need not be told', note: 'Note', closed: 'Closed',
}
/** What is still to be done, as a line of a list. */
export const missingWords: Readonly<Record<CloseRefusal, string>> = {
  still_contained: 'Lift what is contained, or say why it is kept.', not_verified: 'Wait until the record was found whole again: it is looked at every ten seconds.',
  steps_left: 'Do each step of the checklist, or say why it is left out.', clock_unanswered: 'Say when the authority was told, or why it need not be.',
}

export const sayEntry = ({ kind, thing }: Pick<EntryShown, 'kind' | 'thing'>): string => (kind === 'done' || kind === 'left' || kind === 'keep' ? `${entryWords[kind]}: ${thing ?? ''}` : thing === null ? entryWords[kind] : `${entryWords[kind]} ${thing}`)
export const sayRecord = ({ place, sequence }: Pick<EntryShown, 'place' | 'sequence'>): string => `${place} ${sequence}`
/** What a press came to. */
export function sayEffect({ kind, of, nodes, sessions, tokens }: Pick<ContainmentShown, 'kind' | 'of' | 'nodes' | 'sessions' | 'tokens'>): string {
  if (kind === 'lock') return `${many(sessions, 'session')} and ${many(tokens, 'token')} ended`
  if (kind === 'revoke') return `${many(tokens, 'token')} ended`
  return kind === 'freeze' ? 'Nothing in it can be changed' : of === 'pool' ? `${many(nodes, 'node')} take nothing new` : 'It takes nothing new'
}
/** What a browser’s field says of a moment, in UTC; null while it says none. */
export const momentOf = (typed: string): string | null => (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(typed) ? `${typed}:00Z` : null)

/** What the record says of a thing since the incident began, as it would be typed to search it. */
export const searchFor = ({ of, thing }: Pick<ContainmentShown, 'of' | 'thing'>, since: string): string => `${of === 'person' ? 'actor:' : of === 'tenant' ? 'tenant:' : ''}${thing} since:${since}`
