/**
 * One POST to an address that somebody else chose. Its name is resolved once, every address that it has is checked, and the connection is made to one of those: what the name resolves to a moment later
 * is asked by nobody. No redirect is followed, no proxy of this process's environment is used, and what is answered is read for its number alone.
 */
import { request as requestInTheClear } from 'node:http'
import { type Agent, request as requestByTls } from 'node:https'
import { isIP } from 'node:net'
import { bareHost, decideTarget, usualPorts } from './decide-target'
import { type Address, findAddress, type Resolve, resolveByTheSystem } from './find-address'

export type { Resolve }
export type Posted = { readonly status: number } | { readonly failed: 'address_refused' | 'not_resolved' | 'timed_out' | 'no_connection' }
/** A try, with its name and its TLS, is over by then. */
export const postMs = 10_000

/** `inside` is what an operator named as their own; the rest is as it is unless a test says otherwise. */
export type How = { readonly inside: readonly string[]; readonly resolve?: Resolve; readonly waitMs?: number; readonly ports?: readonly string[]; readonly agent?: Agent | false }
type Sent = { readonly headers: Readonly<Record<string, string>>; readonly body: string }

export async function post(address: string, sent: Sent, { inside, resolve = resolveByTheSystem, waitMs = postMs, ports = usualPorts, agent = false }: How): Promise<Posted> {
  const target = decideTarget(address, inside, ports)
  if (!target.ok) return { failed: 'address_refused' }
  const signal = AbortSignal.timeout(waitMs)
  const found = await findAddress(target, resolve, signal)
  return 'failed' in found ? found : send(target.url, found, sent, signal, agent)
}

function send(url: URL, { address, family }: Address, { headers, body }: Sent, signal: AbortSignal, agent: Agent | false): Promise<Posted> {
  const isTls = url.protocol === 'https:'
  const bytes = Buffer.from(body)
  return new Promise((done) => {
    const request = (isTls ? requestByTls : requestInTheClear)({
      host: address, family, port: Number(url.port || (isTls ? 443 : 80)), path: `${url.pathname}${url.search}`, method: 'POST', agent, signal, maxHeaderSize: 16_384,
      // The certificate is that of the name, wherever it was found.
      ...(isTls && !isIP(bareHost(url)) ? { servername: url.hostname } : {}),
      headers: { ...headers, host: url.host, 'content-type': 'application/json', 'content-length': bytes.length, 'user-agent': 'Bailiwick', connection: 'close' },
    })
    request.on('response', (response) => {
      const status = response.statusCode ?? 0
      done(status >= 100 && status <= 599 ? { status } : { failed: 'no_connection' })
      response.on('error', () => undefined)
      response.destroy()
    })
    // Why, is in the other side's words, or in those of a name server that somebody else chose: it is no matter of ours.
    request.on('error', () => done({ failed: signal.aborted ? 'timed_out' : 'no_connection' }))
    request.end(bytes)
  })
}
