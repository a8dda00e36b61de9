import { z } from 'zod'
import { Password } from '~/server/api/inputs'
import type { SelfWriter } from '~/server/database/deed'
import { endEntering } from '~/server/identity/opened'
import { hashPassword, passwordIsRight } from '~/server/identity/password'
import { contextOf } from './context'
import { decidePassword } from './decide-password'

export const ChangePassword = z.strictObject({ current: Password, password: Password })

/** The other sessions stay: whoever changes it may end them in the same place. Whoever is half in by the old one is not. */
export async function changePassword(tx: SelfWriter<'passwords.change'>, { current, password }: z.infer<typeof ChangePassword>) {
  const account = await tx.rows.localAccount.findUnique({ where: { personId: tx.personId }, select: { passwordHash: true } })
  if (!account) return tx.refuse('no_password')
  if (!(await tx.tries.begin('password', tx.personId))) return tx.refuseAndKeep('too_many_tries')
  if (!(await passwordIsRight(account.passwordHash, current))) {
    await tx.tries.fail('password', tx.personId)
    return tx.refuseAndKeep('wrong_password')
  }
  await tx.tries.succeed('password', tx.personId, 'all')
  if (current === password) return tx.refuse('same_password')
  const { name, email, bindings } = tx.actor
  const refusal = decidePassword(password, contextOf({ name, email, tenants: bindings.flatMap(({ tenant }) => (tenant === null ? [] : [tenant])) }))
  if (refusal) return tx.refuse(refusal)
  // In the place of the one that was compared: whoever set another meanwhile, by a link because somebody has this one, is not overruled.
  const { count } = await tx.rows.localAccount.updateMany({ where: { personId: tx.personId, passwordHash: account.passwordHash }, data: { passwordHash: await hashPassword(password), changedAt: tx.now } })
  if (count !== 1) return tx.refuse('wrong_password')
  await endEntering(tx, { personId: tx.personId }, 'password_changed')
  await tx.tell(tx.personId, 'password_changed', { source: tx.actor.source.address })
  return tx.record({ before: null, after: null }, {})
}
