import type { RequestState } from './decide-request'
import { type ApprovingRole, type RequestLevel, rolesIn, type Rule } from './decide-rule'

/** When whoever could decide is told: when it is asked, when half of its time is over, and a day before all of it is. */
export const marks = ['opened', 'half', 'day'] as const
export type Mark = (typeof marks)[number]
const dayMs = 24 * 3_600_000

export type TellingState = { readonly state: RequestState; readonly isAsked: boolean; readonly requestedAt: Date; readonly deadline: Date; readonly told: readonly string[] }

/** `due` are the marks that have passed and were not told of; `tell` is the last of them, so that nobody is told of several at once. While a question waits for its answer the clock stands. */
export function decideTelling({ state, isAsked, requestedAt, deadline, told }: TellingState, now: Date): { due: Mark[]; tell: Mark | null } {
  if (state !== 'open' || isAsked) return { due: [], tell: null }
  const [from, to] = [requestedAt.getTime(), deadline.getTime()]
  const at: Record<Mark, number> = { opened: from, half: from + (to - from) / 2, day: to - dayMs }
  const due = marks.filter((mark) => !told.includes(mark) && now.getTime() >= at[mark] && (mark !== 'day' || at.day > from))
  return { due, tell: due.at(-1) ?? null }
}

/** What a tenant has not decided a day before its time is over, approvers of the platform are asked about, too: no fewer must say yes, and more may. Null if they are asked already. */
export function decideAskingAbove(level: RequestLevel, rule: Rule): { rule: Rule; askedRoles: ApprovingRole[] } | null {
  if (level !== 'tenant' || rolesIn(rule).includes('approver')) return null
  const anyOf = rule.anyOf.flatMap((quorum) => [quorum, { of: [...quorum.of, 'approver' as const], count: quorum.count }])
  const wider = { ...rule, anyOf }
  return { rule: wider, askedRoles: rolesIn(wider) }
}
