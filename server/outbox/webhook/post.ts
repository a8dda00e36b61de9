/**
 * One request to an address that somebody else chose. Its name is resolved once, every address that it has is checked, and the connection is made to one of those: what the name resolves to a moment later
 * is asked by nobody. No redirect is followed, no proxy of this process's environment is used, and of what is answered to a POST the number alone is read.
 */
import { request as requestInTheClear } from 'node:http'
import { type Agent, request as requestByTls } from 'node:https'
import { isIP } from 'node:net'
import { bareHost, decideTarget, usualPorts } from './decide-target'
import { type Address, findAddress, type Resolve, resolveByTheSystem } from './find-address'

export type { Resolve }
type Posted = { readonly status: number } | { readonly failed: 'address_refused' | 'not_resolved' | 'timed_out' | 'no_connection' }
/** A try, with its name and its TLS, is over by then. */
const postMs = 10_000

/** `inside` is what an operator named as their own; the rest is as it is unless a test says otherwise. */
export type How = { readonly inside: readonly string[]; readonly resolve?: Resolve; readonly waitMs?: number; readonly ports?: readonly string[]; readonly agent?: Agent | false }
type Sent = { readonly headers: Readonly<Record<string, string>>; readonly body: string }
/** `bytesMost` of what is answered are read; null is for its number alone. */
type Asked = { readonly method: 'GET' | 'POST'; readonly headers: Readonly<Record<string, string | number>>; readonly body: Buffer; readonly bytesMost: number | null }
type Answered = { readonly status: number; readonly text: string | null } | Extract<Posted, { failed: unknown }>

export async function post(address: string, { headers, body }: Sent, how: How): Promise<Posted> {
  const bytes = Buffer.from(body)
  const answered = await ask(address, { method: 'POST', headers: { ...headers, 'content-type': 'application/json', 'content-length': bytes.length }, body: bytes, bytesMost: null }, how)
  return 'failed' in answered ? answered : { status: answered.status }
}
/** What is there, by the same rules; null where it is no answer of 200, or longer than that. */
export async function get(address: string, bytesMost: number, how: How): Promise<string | null> {
  const answered = await ask(address, { method: 'GET', headers: { accept: 'application/json' }, body: Buffer.alloc(0), bytesMost }, how)
  return 'failed' in answered || answered.status !== 200 ? null : answered.text
}

async function ask(address: string, asked: Asked, { inside, resolve = resolveByTheSystem, waitMs = postMs, ports = usualPorts, agent = false }: How): Promise<Answered> {
  const target = decideTarget(address, inside, ports)
  if (!target.ok) return { failed: 'address_refused' }
  const signal = AbortSignal.timeout(waitMs)
  const found = await findAddress(target, resolve, signal)
  return 'failed' in found ? found : send(target.url, found, asked, signal, agent)
}

function send(url: URL, { address, family }: Address, { method, headers, body, bytesMost }: Asked, signal: AbortSignal, agent: Agent | false): Promise<Answered> {
  const isTls = url.protocol === 'https:'
  return new Promise((done) => {
    const request = (isTls ? requestByTls : requestInTheClear)({
      host: address, family, port: Number(url.port || (isTls ? 443 : 80)), path: `${url.pathname}${url.search}`, method, agent, signal, maxHeaderSize: 16_384,
      // The certificate is that of the name, wherever it was found.
      ...(isTls && !isIP(bareHost(url)) ? { servername: url.hostname } : {}),
      headers: { ...headers, host: url.host, 'user-agent': 'Bailiwick', connection: 'close' },
    })
    request.on('response', (response) => {
      const status = response.statusCode ?? 0
      const end = (text: string | null) => {
        done(status >= 100 && status <= 599 ? { status, text } : { failed: 'no_connection' })
        response.destroy()
      }
      response.on('error', () => end(null))
      if (bytesMost === null) return end(null)
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => {
        parts.push(part)
        if (parts.reduce((sum, { length }) => sum + length, 0) > bytesMost) end(null)
      })
      response.on('end', () => end(Buffer.concat(parts).toString('utf8')))
    })
    // Why, is in the other side's words, or in those of a name server that somebody else chose: it is no matter of ours.
    request.on('error', () => done({ failed: signal.aborted ? 'timed_out' : 'no_connection' }))
    // Who wants to speak another protocol (101) is left without an error and without an answer: a try that never ended would keep everybody else's waiting.
    request.on('close', () => done({ failed: 'no_connection' }))
    request.end(body)
  })
}
