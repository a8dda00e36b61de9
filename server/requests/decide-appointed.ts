import { grouped } from '~/server/shared/grouped'
import type { Answerable, Answering } from './decide-request'

/** For so long before it was asked for, and ever since. */
export const latelyHours = 7 * 24
/** By whose word somebody holds, or held, what makes a yes of theirs count; null is by nobody's. `isLately` is by a word of the week before the thing was asked for, or since. */
export type Appointment = { readonly person: string; readonly role: string; readonly givenBy: string | null; readonly isLately: boolean; readonly holds: boolean }
/** A role in which somebody is nobody else: a yes of theirs does not count. */
export type Appointed = { readonly person: string; readonly role: string }
export type Asked = Pick<Answerable, 'requestedBy' | 'gainers' | 'rule' | 'saidYes' | 'recused'>

/** In which of those roles in which somebody would answer it, theirs or in another's place, they are nobody else. */
export const decideAppointed = (request: Asked, { person, delegated }: Pick<Answering, 'person' | 'delegated'>, all: readonly Appointment[]): Appointed[] =>
  [...new Set([person, ...delegated.map(({ through }) => through)])].flatMap((one) => appointedIn(request, one, all))

/**
 * Nobody chooses who answers them, and nobody is two: what somebody holds only because an interested one, or one who said yes already, gave it lately, or somebody whom they let in;
 * and all that they hold where they let in one who said yes. Where there are not enough others to answer at all it counts: a place that has just begun was filled by whoever was there first.
 */
function appointedIn({ requestedBy, gainers, rule, saidYes, recused }: Asked, who: string, all: readonly Appointment[]): Appointed[] {
  const interested = [requestedBy, ...gainers]
  const said = saidYes.filter((person) => person !== who)
  const holding = all.filter(({ person, holds }) => holds && !interested.includes(person))
  const [isByThem, isByWho] = [letInBy([...interested, ...said], all), letInBy([who], all)]
  const holdsOnly = (isBy: (one: Appointment) => boolean, of: (one: Appointment) => boolean) => holding.some(of) && holding.filter(of).every(isBy)
  const isOnlyByThem = ({ person, role }: Appointment) => holdsOnly(isByThem, (one) => one.person === person && one.role === role)
  const letOneIn = said.some((person) => holdsOnly(isByWho, (one) => one.person === person))
  const others = holding.filter((one) => one.person !== who && !recused.includes(one.person) && (said.includes(one.person) || !isOnlyByThem(one)))
  const areEnough = rule.anyOf.some(({ of, count }) => new Set(others.flatMap(({ person, role }) => (of.some((one) => one === role) ? [person] : []))).size >= count)
  const appointed = areEnough ? holding.filter((one) => one.person === who && (letOneIn || isOnlyByThem(one))) : []
  return [...new Set(appointed.map(({ role }) => role))].map((role) => ({ person: who, role }))
}
/** Whether something is held by nothing but the word of these, or of somebody who is there by nothing else. */
function letInBy(these: readonly string[], all: readonly Appointment[]): (one: Appointment) => boolean {
  const by = grouped(all, ({ person }) => person)
  const letIn = new Set([...these, ...by.keys()])
  const isByThem = ({ isLately, givenBy }: Appointment) => isLately && givenBy !== null && letIn.has(givenBy)
  for (let before = Infinity; letIn.size < before;) {
    before = letIn.size
    for (const [person, theirs] of by) if (!these.includes(person) && !theirs.every(isByThem)) letIn.delete(person)
  }
  return isByThem
}
export const isAppointed = (appointed: readonly Appointed[], person: string, role: string): boolean => appointed.some((one) => one.person === person && one.role === role)
