/** What stands open in somebody's name beside their sessions. */
import type { WriteRows } from '~/server/database/rows'

type Ending = { readonly rows: WriteRows; readonly now: Date }

/**
 * Sign-ins that wait for their second step: they were begun with what was somebody's password until now. Before anything else of theirs is ended, because whoever is adding a factor
 * to one of them at this moment is waited for.
 */
export const endEntering = ({ rows, now }: Ending, person: string) => rows.signIn.updateMany({ where: { personId: person, outcome: 'waits' }, data: { outcome: 'denied', endedAt: now, reason: 'password_changed' } })

/** All tokens of some people's that still work, ended by whoever may: felt at their next call, and nothing makes them work again. */
export const endTokensOf = async ({ rows, now }: Ending, people: readonly string[]): Promise<number> =>
  (await rows.token.updateMany({ where: { personId: { in: [...people] }, endedAt: null, expiresAt: { gt: now } }, data: { endedAt: now } })).count
