import { denials } from '~/server/authorization/denied.refusals'
import type { No } from './answer'

/** One thing somebody means to do. Its key stays the same until it was answered, so that sending it twice does it once. `doubted` since it may have been done and nobody said so. */
export type Submission = { readonly key: string; readonly asked: string; readonly doubted: boolean }

/** The same wish keeps its key; another wish, or a wish that was answered, gets a new one. */
export function submissionOf(earlier: Submission | null, input: unknown, newKey: () => string): Submission {
  const asked = JSON.stringify(input)
  return earlier?.asked === asked ? earlier : { key: newKey(), asked, doubted: false }
}

const unknown: ReadonlySet<string> = new Set(['unreachable', 'unanswered', 'fault'])
/** Nobody answered: what the page shows may be what is, and may not. */
export const isOpen = ({ reason }: No<string>): boolean => unknown.has(reason) || reason === 'engine_unavailable'
const spent: ReadonlySet<string> = new Set(['replayed', 'idempotency_key_reused'])

/**
 * What a no leaves of it, and what is told of it. Only what the command itself answered is over: whom the door turned away for another reason may have been heard the time
 * before, and sends the same again once they are let in. That nothing is changed now says nothing of that time either.
 */
export function afterNo<R extends string>(sent: Submission, { no, answered }: { no: No<R>; answered: boolean }): { left: Submission | null; no: No<R> } {
  if (answered || spent.has(no.reason)) return { left: null, no }
  if (unknown.has(no.reason)) return { left: { ...sent, doubted: true }, no }
  return { left: sent, no: sent.doubted && no.reason === 'engine_unavailable' ? { reason: 'unanswered', ...denials.unanswered, fields: [] } : no }
}

/** What stays typed once it is done: nothing, unless somebody typed on while it was sent, and means another thing by it than what was done. */
export const stillTyped = <W>(typed: W | null, input: (wish: W) => unknown, done: unknown): W | null =>
  typed !== null && JSON.stringify(input(typed)) !== JSON.stringify(done) ? typed : null
