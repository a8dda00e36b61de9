/**
 * What listens to the network: in the clear where a proxy in front ends TLS or nobody else can reach it, and else by TLS 1.3 alone. A certificate is renewed by whoever keeps it,
 * in its files, and from then on shown to whoever comes new: who is connected stays so.
 */
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { log } from '~/server/logs/log'
import { followAnswers } from '~/server/shared/end-listener'
import { type Pair, readPair, type Tls } from './pair'

const lookEveryMs = 60_000
/** Whoever connects and does not say which keys they would speak by. */
const handshakeMs = 10_000

const contextOf = ({ certificate, key }: Pair) => ({ cert: certificate, key: key.reveal(), minVersion: 'TLSv1.3' as const })

export function makeListener(options: ServerOptions, tls: Tls | null, answer: RequestListener, everyMs = lookEveryMs): Server {
  if (tls === null) return followAnswers(createServer(options, answer))
  const server = createSecureServer({ ...options, ...contextOf(tls.pair), ALPNProtocols: ['http/1.1'], handshakeTimeout: handshakeMs }, answer)
  // To what is no TLS nothing can be said that would be understood.
  server.removeAllListeners('tlsClientError').on('tlsClientError', (_fault, socket) => { socket.destroy() })
  followFiles(tls, everyMs, (pair) => server.setSecureContext(contextOf(pair)))
  return followAnswers(server)
}

/** What cannot be served is said once, and what is served goes on. Two files are not written at one moment: what does not fit yet may fit at the next look. */
function followFiles({ served, pair: first }: Tls, everyMs: number, show: (pair: Pair) => void): void {
  let [shown, told] = [first, '']
  const look = () => {
    const read = readPair(served)
    if ('problem' in read) {
      if (read.problem !== told) log.error('the certificate is not renewed', { problem: read.problem, until: shown.until.toISOString() })
      told = read.problem
      return
    }
    told = ''
    if (read.pair.name === shown.name) return
    shown = read.pair
    show(shown)
    log.info('the certificate is renewed', { name: shown.name, until: shown.until.toISOString() })
  }
  setInterval(look, everyMs).unref()
}
