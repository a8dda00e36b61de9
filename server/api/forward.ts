/** How the web process has a command carried out: it sends it, with the person's own session, to the engine. Generic: a new command needs nothing here. */
import { randomUUID } from 'node:crypto'
import { Denied, type Denial } from '~/server/authorization/denied'
import { bytesMax, wrap } from '~/server/engine/envelope'
import { secretKey } from '~/server/keys/secret'
import { type Carried, DeniedByEngine, type Execute, FaultInEngine } from './procedure'

const engine = () => process.env.ENGINE_URL ?? ''
type Wire = Carried | { denied: Denial; about: { field: string; says: string }[] } | { fault: string | null }

/** Where nobody listened nothing was changed. Whatever else came instead of an answer, what was sent may have been done: that it was not is not said. */
const nobodyListened: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])
const wasUnsent = (thrown: unknown): boolean => thrown instanceof Error && nobodyListened.has((thrown.cause as { code?: unknown } | undefined)?.code)

export const forward: Execute = async (command, input, { token, entering, source }, { stepUp, idempotencyKey }) => {
  const { body, authorization } = wrap(secretKey('ENGINE_KEY_FILE'), {
    action: command.action, input, issuedAt: Date.now(), nonce: randomUUID(), idempotencyKey: idempotencyKey ?? randomUUID(), session: token ?? '', entering, stepUp, source,
  })
  if (body.length > bytesMax) throw new Denied('bad_input')
  const sent = await fetch(`${engine()}/command`, {
    method: 'POST', body: new Uint8Array(body), headers: { authorization, 'content-type': 'application/json' }, redirect: 'error', signal: AbortSignal.timeout(20_000),
  }).catch((thrown: unknown) => wasUnsent(thrown))
  if (sent === true) throw new Denied('engine_unavailable')
  const answered = (sent === false ? null : await sent.json().catch(() => null)) as Wire | null
  if (!answered) throw new Denied('unanswered')
  if ('denied' in answered) throw new DeniedByEngine(answered.denied, answered.about)
  if ('fault' in answered) throw new FaultInEngine()
  return answered
}

/** An engine that is busy for a moment is not gone. */
const patienceMs = 3_000
/** Whether commands can be carried out now. Pages say so before anybody tries. */
export const engineAnswers = (): Promise<boolean> =>
  fetch(`${engine()}/ready`, { signal: AbortSignal.timeout(patienceMs) }).then((response) => response.ok, () => false)
