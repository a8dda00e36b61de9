/** The demo's people before the door: what they do is decided, carried out and recorded as anybody's deed is. */
import { randomUUID } from 'node:crypto'
import { commandOf } from '~/server/api/router'
import { needsStepUp, type WriteAction } from '~/server/authorization/actions'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { inScope } from '~/server/database/scope'
import { openSession } from '~/server/database/open-session'
import { execute, parseInput } from '~/server/engine/execute'
import type { Actor } from '~/server/identity/actor'
import { findActor } from '~/server/identity/session'
import { stepUpMs } from '~/server/identity/step-up'
import { hashToken, makeToken } from '~/server/identity/token'
import { digestOf, type Json } from '~/server/shared/canonical'
import { loading } from './owner'

type Session = { actor: Actor; factorId: string }
const source = { address: '127.0.0.1', userAgent: 'Bailiwick’s demo loader', reference: randomUUID() }
const elevatedMs = 3_600_000
const sessions = new Map<string, Session>()

async function enter(email: string): Promise<Session> {
  const known = sessions.get(email)
  if (known) return known
  const { id: personId } = await loading((sql) => sql.person.findFirstOrThrow({ where: { email, account: { isNot: null } }, select: { id: true } }))
  const { token } = await inScope('engine', { person: personId }, async (sql) => {
    const now = new Date()
    const elevation = await sql.elevation.create({ data: { personId, reason: 'Loading the demo.', beganAt: now, until: new Date(now.getTime() + elevatedMs) }, select: { id: true } })
    return openSession(sql, { person: personId, methods: ['password', 'code'], source, now, elevation: elevation.id })
  })
  const actor = await findActor('engine', token, source)
  if (!actor) throw new Error(`${email} cannot sign in`)
  const { id: factorId } = await inScope('engine', { person: personId }, (sql) => sql.factor.findFirstOrThrow({ where: { personId }, select: { id: true } }))
  const entered = { actor, factorId }
  sessions.set(email, entered)
  return entered
}

/**
 * Nobody is here to read a code generator, so the row that a right code would have made is written as the engine writes it. That is for the demo alone,
 * whose second factors are public, and for this loader alone, which was given the engine's own login: spending the factor is the deed's, as ever.
 */
async function shownFactor({ actor: { personId, sessionId }, factorId }: Session, action: WriteAction, input: Json): Promise<string> {
  if (process.env.DEMO !== '1') throw new Error('a second factor is shown by a person, everywhere but in the demo')
  const token = makeToken()
  const data = { tokenHash: new Uint8Array(hashToken(token)), sessionId, factorId, action, inputDigest: digestOf(input), expiresAt: new Date(Date.now() + stepUpMs) }
  await inScope('engine', { person: personId }, (sql) => sql.stepUp.create({ data, select: { id: true } }))
  return token
}

export const actorOf = async (email: string): Promise<Actor> => (await enter(email)).actor

export async function act(email: string, action: WriteAction, wish: Json): Promise<{ [key: string]: Json }> {
  const session = await enter(email)
  const command = commandOf(action)
  if (!command) throw new Error(`${action} is no command`)
  const input = parseInput(command, wish)
  const stepUp = needsStepUp(action) ? await shownFactor(session, action, input) : null
  const { answer } = await execute(command, session.actor, { input, stepUp, idempotencyKey: randomUUID(), nonce: randomUUID() })
  if (!answer.ok) throw new Error(`${email} was refused ${action} of ${JSON.stringify(wish)}: ${answer.refusal}`)
  return answer.value as { [key: string]: Json }
}

/** The sessions were nobody's browsers, and neither were those of a load that was killed: their owners do not find them in their lists. */
export async function leave(): Promise<void> {
  const people = await loading((sql) => sql.person.findMany({ select: { id: true } }))
  for (const { id } of people) await inScope('engine', { person: id }, (sql) => sql.session.deleteMany({ where: { userAgent: source.userAgent } }))
  await closeLanes()
  await closeDatabase()
}
