/** The demo's people before the door: what they do is decided, carried out and recorded as anybody's deed is. */
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { randomUUID } from 'node:crypto'
import { commandOf } from '~/server/api/router'
import { needsStepUp, type WriteAction } from '~/server/authorization/actions'
import { assert, demoCredentialId } from '~/server/demo/authenticator'
import { demoKey } from '~/server/demo/demo'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { inScope } from '~/server/database/scope'
import { openSession } from '~/server/database/open-session'
import { execute, parseInput } from '~/server/engine/execute'
import type { Actor } from '~/server/identity/actor'
import { findActor } from '~/server/identity/session'
import { site } from '~/server/identity/passkey'
import type { Json } from '~/server/shared/canonical'
import { loading } from './owner'

type Session = { actor: Actor }
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
  const entered = { actor }
  sessions.set(email, entered)
  return entered
}

async function carryOut({ actor }: Session, action: WriteAction, input: Json, stepUp: string | null = null): Promise<Json> {
  const command = commandOf(action)
  if (!command) throw new Error(`${action} is no command`)
  const { answer } = await execute(command, actor, { input, stepUp, idempotencyKey: randomUUID(), nonce: randomUUID() })
  if (!answer.ok) throw new Error(`${actor.email} was refused ${action} of ${JSON.stringify(input)}: ${answer.refusal}`)
  return answer.value as Json
}

/** The demo's passkeys are public, so what its people sign is signed here as their browsers would, and can be checked by anybody. */
async function shownFactor(session: Session, action: WriteAction, input: Json): Promise<string> {
  const { options } = (await carryOut(session, 'identity.challenge', { action, input })) as unknown as { options: PublicKeyCredentialRequestOptionsJSON }
  const assertion = await assert(options, { key: demoKey(), credentialId: await demoCredentialId(session.actor.email), origin: site().origin })
  const { token } = (await carryOut(session, 'identity.beginStepUp', { action, input, proof: { assertion: assertion as unknown as Json } })) as { token: string }
  return token
}

export const actorOf = async (email: string): Promise<Actor> => (await enter(email)).actor

export async function act(email: string, action: WriteAction, wish: Json): Promise<{ [key: string]: Json }> {
  const session = await enter(email)
  const command = commandOf(action)
  if (!command) throw new Error(`${action} is no command`)
  const input = parseInput(command, wish)
  return (await carryOut(session, action, input, needsStepUp(action) ? await shownFactor(session, action, input) : null)) as { [key: string]: Json }
}

/** The sessions were nobody's browsers, and neither were those of a load that was killed: their owners do not find them in their lists. */
export async function leave(): Promise<void> {
  const people = await loading((sql) => sql.person.findMany({ select: { id: true } }))
  for (const { id } of people) await inScope('engine', { person: id }, (sql) => sql.session.deleteMany({ where: { userAgent: source.userAgent } }))
  await closeLanes()
  await closeDatabase()
}
