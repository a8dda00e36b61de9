/** What stands open in somebody's name beside their sessions. */
import type { Proving } from '~/server/database/proving'
import type { WriteRows } from '~/server/database/rows'

type Ending = { readonly rows: WriteRows; readonly now: Date }

/**
 * Sign-ins that wait for their second step: they were begun with what was somebody's password until now, before they were kept out, or by a provider that takes them back. Before anything else of theirs is
 * ended, because whoever is adding a factor to one of them at this moment is waited for. What began after this deed did ends as it began: no end lies before a beginning, and whoever comes in again and
 * again keeps nobody from ending it.
 */
export async function endEntering({ rows, now }: Ending, which: { personId: string } | { provider: string }, reason: 'password_changed' | 'person_disabled' | 'ended_by_provider'): Promise<void> {
  const waiting = { ...which, outcome: 'waits' }
  const end = (some: object, endedAt: Date) => rows.signIn.updateMany({ where: { ...waiting, ...some }, data: { outcome: 'denied', endedAt, reason } })
  await end({ at: { lte: now } }, now)
  for (const { id, at } of await rows.signIn.findMany({ where: waiting, select: { id: true, at: true } })) await end({ id }, at)
}

/** All tokens of some people's that still work, ended by whoever may: felt at their next call, and nothing makes them work again. One that is just being made is waited for, and ends as it was made. */
export async function endTokensOf({ rows, now, holdPeople }: Ending & Pick<Proving, 'holdPeople'>, people: readonly string[]): Promise<number> {
  await holdPeople(people)
  const working = { personId: { in: [...people] }, endedAt: null, expiresAt: { gt: now } }
  const { count } = await rows.token.updateMany({ where: { ...working, madeAt: { lte: now } }, data: { endedAt: now } })
  const later = await rows.token.findMany({ where: working, select: { id: true, madeAt: true } })
  for (const { id, madeAt } of later) await rows.token.updateMany({ where: { id }, data: { endedAt: madeAt } })
  return count + later.length
}

/** Recovery codes that are worth something, worth nothing from the moment that is answered: no earlier than they were made. */
export async function endRecoveryCodes({ rows, now }: Ending, person: string): Promise<Date> {
  const open = { personId: person, usedAt: null, replacedAt: null }
  const newest = await rows.recoveryCode.findFirst({ where: open, orderBy: { madeAt: 'desc' }, select: { madeAt: true } })
  const at = newest !== null && newest.madeAt > now ? newest.madeAt : now
  await rows.recoveryCode.updateMany({ where: open, data: { replacedAt: at } })
  return at
}
