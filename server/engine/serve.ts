/** The engine's HTTP side: commands, health, readiness, metrics. Plain Node, on loopback. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { commandOf, declaredAs } from '~/server/api/router'
import type { Carried, Threshold } from '~/server/api/procedure'
import { accessEntry, thresholdEntry } from '~/server/audit/entry'
import type { WriteAction } from '~/server/authorization/actions'
import { type Denial, Denied, DeniedAgain } from '~/server/authorization/denied'
import { clockOff, clockOffMost } from '~/server/database/clock-off'
import { hadRoomLately, takesWrites } from '~/server/database/takes-writes'
import { recordAccess } from '~/server/database/threshold'
import type { Actor, Source } from '~/server/identity/actor'
import { findCommanding } from '~/server/identity/session'
import { secretKey } from '~/server/keys/secret'
import { log } from '~/server/logs/log'
import { rates } from '~/server/rates/rates'
import { answerWithMetrics, countAnswer, sayBehind } from '~/server/logs/metrics'
import { followAnswers } from '~/server/shared/end-listener'
import { type Behind, howFarBehind } from './behind'
import { bytesMax, type Envelope, unwrap } from './envelope'
import { cross } from './cross'
import { execute } from './execute'

const status: Partial<Record<Denial, number>> = { not_signed_in: 401, not_found: 404, bad_input: 400, altered: 400, expired: 400, replayed: 409, idempotency_key_reused: 409, grounds_changed: 409, too_many_requests: 429, shut_out_for_now: 429 }

function answer(response: ServerResponse, code: number, body: unknown): void {
  const { req: request } = response
  // What was not read to its end would be taken for the next request on the same connection.
  const unread = !request.complete
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', ...(unread ? { connection: 'close' } : {}) }
  response.writeHead(code, headers).end(JSON.stringify(body), () => { if (unread) request.destroy() })
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += part.length
    if (length > bytesMax) throw new Denied('bad_input')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

async function command(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const began = performance.now()
  let envelope: Envelope | null = null
  let actor: Actor | null = null
  try {
    envelope = unwrap(secretKey('ENGINE_KEY_FILE'), await bodyOf(request), request.headers.authorization, new Date())
    const carried = await carryOut(envelope, (found) => { actor = found })
    countAnswer(envelope.action, carried.answer.ok ? 'done' : 'refused', (performance.now() - began) / 1000)
    answer(response, 200, carried)
  } catch (thrown) {
    const reason = thrown instanceof Denied ? thrown.reason : null
    countAnswer(envelope && declaredAs(envelope.action) ? envelope.action : 'unknown', reason ?? 'fault', (performance.now() - began) / 1000)
    if (reason === null) log.error('fault', { reference: envelope?.source.reference, action: envelope?.action, fault: String(thrown instanceof Error ? thrown.stack : thrown) })
    const isRecorded = thrown instanceof DeniedAgain || (await recordRefusal(envelope, actor, reason))
    if (thrown instanceof Denied && isRecorded) answer(response, status[thrown.reason] ?? 403, { denied: thrown.reason, about: thrown.about })
    else answer(response, 500, { fault: envelope?.source.reference ?? null })
  }
}

async function carryOut({ action, input, source, session, entering, stepUp, idempotencyKey, nonce }: Envelope, known: (actor: Actor) => void): Promise<Carried> {
  const declared = declaredAs(action)
  const command = commandOf(action)
  if (declared && !command) return cross(declared as Threshold, { input, source, session: session || null, entering, nonce })
  // Of what is decided together its batch asks.
  const actor = await findCommanding(session, source, command !== undefined && !('decider' in command))
  if (!actor) throw new Denied('not_signed_in')
  known(actor)
  if (!command) throw new Denied('not_found')
  if ('decider' in command) await rates('engine').client.take(actor.sessionId)
  return execute(command, actor, { input, stepUp, idempotencyKey, nonce })
}

/** False where it could not be written: as at the door, that no is told as a fault. To be asked for a second factor is no refusal; to show one that is not accepted is. */
async function recordRefusal(envelope: Envelope | null, actor: Actor | null, reason: Denial | null): Promise<boolean> {
  if (reason === 'step_up_required' && !envelope?.stepUp) return true
  const outcome = reason === null ? 'fault' : 'denied'
  const source: Source = envelope?.source ?? { address: 'unknown', userAgent: 'unknown', reference: crypto.randomUUID() }
  const declared = envelope ? commandOf(envelope.action) : undefined
  const entry = actor && declared
    ? accessEntry({ actor, action: declared.action as WriteAction, asked: envelope?.input, outcome, reason })
    : thresholdEntry({ verb: 'command', resource: 'engine', outcome, reason, source })
  return recordAccess('engine', entry).then(() => true, (lost: unknown) => {
    log.error('a refusal could not be recorded', { reference: source.reference, reason, fault: String(lost) })
    return false
  })
}

/** Whoever asks asks again soon: they are not kept waiting for a database that is silent. */
const readyMs = 4_000
const silent = 'the database does not answer'
const sayClock = (off: number): string | null => (off > clockOffMost ? `the clock is ${Math.round(off)} seconds off the database’s` : null)
async function whyNot(): Promise<string | null> {
  if (!(await takesWrites())) return 'the database can only be read'
  if (!(await hadRoomLately())) return 'the disk of the database is full'
  return sayClock(await clockOff())
}
/** Why nothing can be done now; null is that it can. */
const notReady = (): Promise<string | null> => Promise.race([
  whyNot().catch(() => silent),
  setTimeout(readyMs, silent, { ref: false }),
])

const behindOrNull = (): Promise<Behind | null> => Promise.race([howFarBehind().catch(() => null), setTimeout(readyMs, null, { ref: false })])

export function serveEngine(): Server {
  const server = createServer((request, response) => {
    const route = `${request.method} ${request.url}`
    if (route === 'GET /health') return void response.end('ok\n')
    if (route === 'GET /metrics') return void behindOrNull().then(sayBehind).then(() => answerWithMetrics(response))
    if (route === 'GET /ready') return void notReady().then((because) => (because === null ? response.end('ready\n') : response.writeHead(503).end(`${because}\n`)))
    if (route === 'POST /command') {
      // Whatever goes wrong besides ends this answer and nothing else.
      return void command(request, response).catch((fault: unknown) => {
        log.error('a command was not answered', { fault: String(fault instanceof Error ? fault.stack : fault) })
        response.destroy()
      })
    }
    response.writeHead(404).end()
  })
  server.requestTimeout = 10_000
  server.headersTimeout = 5_000
  return followAnswers(server)
}
