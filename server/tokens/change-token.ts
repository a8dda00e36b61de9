import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { Title, Uuid } from '~/server/api/inputs'
import { type Action, isAction } from '~/server/authorization/actions'
import type { SelfWriter } from '~/server/database/deed'
import { hashToken, makeToken, sealToken } from '~/server/identity/token'
import { secretKey } from '~/server/keys/secret'
import { decideToken, longestDays } from './decide-token'

const ActionName = z.string().max(64).refine((name): name is Action => isAction(name), 'is not an action')
export const MakeToken = z.strictObject({ title: Title, actions: z.array(ActionName).min(1).max(200), days: z.int().min(1).max(longestDays) })
export const RevokeToken = z.strictObject({ token: Uuid })

const dayMs = 24 * 3_600_000
const nothing = { before: null, after: null }

/** Shown once; what is kept is its hash, sealed, so that a row written by hand is nobody's token. */
export async function makeTokenFor(tx: SelfWriter<'tokens.make'>, { title, actions: given, days }: z.infer<typeof MakeToken>) {
  // One at a time of each person's: whoever counts them counts the one that was just made.
  await tx.holdPerson(tx.personId)
  await tx.holdSession()
  const actions = [...new Set(given)].sort() as Action[]
  const open = await tx.rows.token.count({ where: { personId: tx.personId, endedAt: null, expiresAt: { gt: tx.now } } })
  const decision = decideToken(actions, tx.actor.bindings, open)
  if (!decision.ok) return tx.refuse(decision.refusal)
  const secret = makeToken()
  const row = { id: randomUUID(), personId: tx.personId, tokenHash: hashToken(secret), actions, expiresAt: new Date(tx.now.getTime() + days * dayMs) }
  await tx.rows.token.create({
    data: { ...row, title, tokenHash: new Uint8Array(row.tokenHash), seal: new Uint8Array(sealToken(secretKey('SESSION_SIGN_KEY_FILE'), row)), madeAt: tx.now }, select: { id: true },
  })
  return tx.record(nothing, { token: row.id, secret, expiresAt: row.expiresAt.toISOString() })
}

/** Felt at its next call. */
export async function revokeToken(tx: SelfWriter<'tokens.revoke'>, { token }: z.infer<typeof RevokeToken>) {
  const { count } = await tx.rows.token.updateMany({ where: { id: token, personId: tx.personId, endedAt: null }, data: { endedAt: tx.now } })
  return count === 1 ? tx.record(nothing, { token }) : tx.refuse('not_found')
}
