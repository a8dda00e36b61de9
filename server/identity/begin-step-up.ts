import { verify } from 'otplib'
import { z } from 'zod'
import { AnyInput } from '~/server/api/inputs'
import { type Action, isAction, needsStepUp, type StepUpAction } from '~/server/authorization/actions'
import type { SelfWriter } from '~/server/database/deed'
import { open } from '~/server/keys/seal'
import { codeTries, decideCodeTry } from './decide-code-try'
import { factorPlace } from './factor-place'
import { stepUpMs } from './step-up'
import { hashToken, makeToken } from './token'

export const BeginStepUp = z.strictObject({
  action: z.string().max(64).refine((name): name is Action => isAction(name) && needsStepUp(name), 'is not an action that needs a second factor'),
  input: AnyInput,
  code: z.string().regex(/^[0-9]{6}$/, 'is six digits'),
})

/**
 * Trades a one-time code for a token that is good for this deed, once, for two minutes. A wrong code is counted before it is judged, and the count stays:
 * however many arrive at once, no more are judged than may be tried.
 */
export async function beginStepUp(tx: SelfWriter<'identity.beginStepUp'>, wish: z.infer<typeof BeginStepUp>) {
  const inputDigest = tx.intend(wish.action as StepUpAction, wish.input)
  const factor = await tx.rows.factor.findFirst({ where: { personId: tx.personId, kind: 'totp' }, select: { id: true } })
  if (!factor) return tx.refuse('no_factor')
  // The row stays locked until the end, so that the next code of this person waits and sees what became of this one.
  await tx.rows.factor.updateMany({ where: { id: factor.id }, data: { tries: { increment: 1 } } })
  const { secret, lastStep, tries, triesSince } = await tx.rows.factor.findUniqueOrThrow({ where: { id: factor.id } })
  const counted = decideCodeTry({ tries: tries - 1, since: triesSince }, tx.now)
  await tx.rows.factor.updateMany({ where: { id: factor.id }, data: { tries: counted.tries, triesSince: counted.since } })
  if (!counted.mayTry) return tx.refuseAndKeep('too_many_tries')

  const plain = open(await tx.platformKey(), factorPlace(factor.id), secret).toString()
  const shown = await verify({ secret: plain, token: wish.code, epoch: Math.floor(tx.now.getTime() / 1000), epochTolerance: codeTries.toleranceSeconds, afterTimeStep: Number(lastStep) })
  if (!shown.valid || !('timeStep' in shown)) return tx.refuseAndKeep('code_not_accepted')
  await tx.rows.factor.updateMany({ where: { id: factor.id }, data: { lastStep: BigInt(shown.timeStep), tries: 0, triesSince: null } })

  const token = makeToken()
  const expiresAt = new Date(tx.now.getTime() + stepUpMs)
  await tx.rows.stepUp.create({
    data: { tokenHash: new Uint8Array(hashToken(token)), sessionId: tx.sessionId, factorId: factor.id, action: wish.action, inputDigest, expiresAt },
    select: { id: true },
  })
  return tx.record({ before: null, after: null }, { token, expiresAt: expiresAt.toISOString() })
}
