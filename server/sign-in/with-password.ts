import { z } from 'zod'
import { Email, Password } from '~/server/api/inputs'
import type { Gate } from '~/server/database/gate'
import type { Proving } from '~/server/database/proving'
import { passwordIsRight } from '~/server/identity/password'
import { factorKindsOf } from '~/server/identity/factor-kinds'

export const WithPassword = z.strictObject({ email: Email, password: Password })

/**
 * The first of two. Unknown and known accounts are counted alike, take as long, and are answered alike. Each try is counted before the slow look at the
 * password, in a transaction of its own, so that nobody gains by sending many at once and no connection waits for the hash.
 */
export async function withPassword(gate: Gate<'signIn.withPassword'>, { email, password }: z.infer<typeof WithPassword>) {
  const here = gate.source.address
  const pair = `${email} ${here}`
  // Always in this order, so that two sign-ins never wait for each other in a ring; and who is stopped at one count does not use up the next, which may be another's.
  const refused = await gate.step({}, async (at) => {
    if (!(await at.tries.begin('source', here))) return 'source_blocked' as const
    if ((await at.tries.begin('account_from_source', pair)) && (await at.tries.begin('account', email))) return null
    await failFrom(at, here)
    return 'too_many_tries' as const
  })
  if (refused) return gate.turnAway(refused, { reason: refused, username: email })

  const account = await gate.step({ email }, ({ rows }) => rows.localAccount.findUnique({ where: { email }, select: { personId: true, passwordHash: true } }))
  const person = account && (await gate.step({ person: account.personId }, ({ rows }) => rows.person.findUnique({ where: { id: account.personId }, select: { disabledAt: true } })))
  const right = await passwordIsRight(account?.passwordHash ?? null, password)
  if (!account || !right || !person || person.disabledAt !== null) {
    const reason = account === null ? 'no_such_account' : right ? 'person_disabled' : 'wrong_password'
    await gate.step({}, async (at) => {
      await failFrom(at, here)
      await at.tries.fail('account_from_source', pair)
      await at.tries.fail('account', email)
    })
    return gate.turnAway('not_accepted', { reason, username: email, ...(account ? { who: { person: account.personId, way: 'password' as const } } : {}) })
  }
  const kinds = await gate.step({ person: account.personId }, async (at) => {
    await at.tries.succeed('source', here, 'own')
    await at.tries.succeed('account_from_source', pair, 'all')
    await at.tries.succeed('account', email, 'own')
    return factorKindsOf(at, account.personId)
  })
  return gate.enterByPassword({ next: kinds.includes('passkey') || kinds.includes('code') ? 'factor' as const : 'enrol' as const, factors: kinds }, { person: account.personId, passwordHash: account.passwordHash })
}

/** The eleventh failure in a minute stops this source for a while, and somebody is told. */
async function failFrom({ tries, raise, now }: Proving, source: string): Promise<void> {
  if (await tries.fail('source', source)) await raise('sign_in.source_blocked', { source, at: now.toISOString() })
}
