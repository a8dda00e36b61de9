import { grouped } from '~/server/shared/grouped'
import type { Answerable, Answering } from './decide-request'
import type { ApprovingRole } from './decide-rule'

/** For so long before it was asked for, and ever since. */
export const latelyHours = 7 * 24
/**
 * By whose word somebody holds, or held, what makes a yes of theirs count; null is by nobody's. `isLately` is by a word of the week before the thing was asked for, or since; `left` is that it was
 * theirs until less than a week ago.
 */
export type Appointment = { readonly person: string; readonly role: string; readonly givenBy: string | null; readonly isLately: boolean; readonly holds: boolean; readonly left: boolean }
/** A role in which somebody is nobody else: a yes of theirs does not count. */
export type Appointed = { readonly person: string; readonly role: string }
export type Asked = Pick<Answerable, 'requestedBy' | 'gainers' | 'rule' | 'saidYes' | 'recused'>

/** In which of those roles in which somebody would answer it, theirs or in another's place, they are nobody else. */
export const decideAppointed = (request: Asked, { person, delegated }: Pick<Answering, 'person' | 'delegated'>, all: readonly Appointment[]): Appointed[] =>
  [...new Set([person, ...delegated.map(({ through }) => through)])].flatMap((one) => appointedIn(request, one, all))

/**
 * Nobody chooses who answers them, and nobody is two: what somebody holds only because an interested one, or one who said yes already, gave it lately, or somebody whom they let in, or who let them in
 * lately themselves; and all that they hold where they let one of those in lately, who has a say of that sort too. Where there were not enough others to answer at all it counts: a place that has just
 * begun was filled by whoever was there first. Whoever left lately is one of the others still, so that nobody makes them too few.
 */
function appointedIn({ requestedBy, gainers, rule, saidYes, recused }: Asked, who: string, all: readonly Appointment[]): Appointed[] {
  const interested = [requestedBy, ...gainers]
  const said = saidYes.filter((person) => person !== who)
  const asked = new Set<string>(rule.anyOf.flatMap(({ of }) => of))
  const peers = [...interested, ...said].filter((one) => all.some(({ person, role, holds }) => person === one && holds && asked.has(role)))
  const there = all.filter(({ person, holds, left }) => (holds || left) && !interested.includes(person))
  const [isByThem, isByWho] = [letInBy([...interested, ...said, ...whoLetIn(peers, all)], all), letInBy([who], all)]
  const isOnlyByThem = ({ person, role }: Appointment, of: readonly Appointment[]) => of.filter((one) => one.person === person && one.role === role).every(isByThem)
  const letOneIn = peers.some((one) => all.filter(({ person, holds }) => person === one && holds).every(isByWho))
  const others = there.filter((one) => one.person !== who && !recused.includes(one.person) && (said.includes(one.person) || !isOnlyByThem(one, there)))
  const areEnough = rule.anyOf.some(({ of, count }) => new Set(others.flatMap(({ person, role }) => (of.some((one) => one === role) ? [person] : []))).size >= count)
  // Whoever was put out and let in anew may have been made somebody else's meanwhile.
  const holding = there.filter(({ person, holds }) => person === who && holds)
  const appointed = areEnough ? holding.filter((one) => letOneIn || isOnlyByThem(one, holding)) : []
  return [...new Set(appointed.map(({ role }) => role))].map((role) => ({ person: who, role }))
}
/** By whose word these are there, or were, where nothing of it is older; and by whose word those are. */
function whoLetIn(these: readonly string[], appointments: readonly Appointment[]): string[] {
  const by = grouped(appointments, ({ person }) => person)
  const found = new Set<string>()
  for (let next = [...these]; next.length > 0;) {
    const givers = next.flatMap((person) => {
      const all = by.get(person) ?? []
      const held = all.filter(({ holds }) => holds)
      const theirs = held.length > 0 ? held : all
      return theirs.every(({ isLately }) => isLately) ? theirs.flatMap(({ givenBy }) => givenBy ?? []) : []
    })
    next = [...new Set(givers)].filter((person) => !found.has(person))
    for (const person of next) found.add(person)
  }
  return [...found]
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

/** The same of what is no request, and takes a second one: whether by none of the roles that may say it whoever does is somebody else than `by`. */
export function isNobodyElse({ by, of }: { readonly by: string; readonly of: readonly ApprovingRole[] }, { person, roles }: Pick<Answering, 'person' | 'roles'>, all: readonly Appointment[]): boolean {
  const appointed = decideAppointed({ requestedBy: by, gainers: [], rule: { anyOf: [{ of, count: 1 }], factor: 'any' }, saidYes: [], recused: [] }, { person, delegated: [] }, all)
  const may = roles.filter((role) => of.includes(role))
  return may.length > 0 && may.every((role) => isAppointed(appointed, person, role))
}
