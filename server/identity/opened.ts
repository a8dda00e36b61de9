/** What stands open in somebody's name beside their sessions. */
import type { Proving } from '~/server/database/proving'
import type { WriteRows } from '~/server/database/rows'

type Ending = { readonly rows: WriteRows; readonly now: Date }

/**
 * Sign-ins that wait for their second step: they were begun with what was somebody's password until now, or before they were kept out. Before anything else of theirs is ended, because whoever is adding a
 * factor to one of them at this moment is waited for.
 */
export const endEntering = ({ rows, now }: Ending, person: string, reason: 'password_changed' | 'person_disabled') => rows.signIn.updateMany({ where: { personId: person, outcome: 'waits' }, data: { outcome: 'denied', endedAt: now, reason } })

/** All tokens of some people's that still work, ended by whoever may: felt at their next call, and nothing makes them work again. One that is just being made is waited for. */
export async function endTokensOf({ rows, now, holdPeople }: Ending & Pick<Proving, 'holdPeople'>, people: readonly string[]): Promise<number> {
  await holdPeople(people)
  return (await rows.token.updateMany({ where: { personId: { in: [...people] }, endedAt: null, expiresAt: { gt: now } }, data: { endedAt: now } })).count
}
