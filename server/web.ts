/**
 * The web process: Next behind a server that says who is asking, refuses what no browser sends, and puts the same headers on every answer.
 * Next's own middleware is not used: it runs inside what it would guard.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import next from 'next'
import { makeListener } from '~/server/certificate/listener'
import { endWatching } from '~/server/api/watchers-here'
import { endWhereRefused } from '~/server/database/end-where-refused'
import { otherSchema } from '~/server/database/refuse-schema'
import { log, nameProcess } from '~/server/logs/log'
import { answerWithMetrics } from '~/server/logs/metrics'
import { logWhatIsSaid } from '~/server/logs/said'
import { isLoopback } from '~/server/settings/addresses'
import { readWebSettings, settingsOrExit } from '~/server/settings/settings'
import { boundConnections } from '~/server/shared/connections'
import { endListener } from '~/server/shared/end-listener'
import { answerUnreadable } from '~/server/shared/unreadable'
import { type Refused, refusal, tooLarge, withWholeBody } from '~/server/web/gate'
import { answerHeaders, contentSecurityPolicy, mayBeKept, withoutInternal } from '~/server/web/headers'
import { Pace } from '~/server/web/pace'
import { sourceOf } from '~/server/web/source'

nameProcess('web')
const settings = settingsOrExit(readWebSettings)
await endWhereRefused([() => otherSchema('web')])
const at = new URL(settings.publicUrl)
const https = at.protocol === 'https:'
// next-auth knows its own address by this name only.
process.env.NEXTAUTH_URL = settings.publicUrl
// Whether this is the demo has a default that only the settings know.
process.env.DEMO = settings.demo ? '1' : '0'

const lingerMs = 500

const pace = new Pace(settings.trustedProxies)
const server = makeListener(
  { maxHeaderSize: 16_384, headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000, connectionsCheckingInterval: 5_000 }, settings.tls,
  (request, response) => {
    if (pace.letsGo(request)) return
    answer(request, response).catch((thrown: unknown) => {
      log.error('an answer failed', { reference: request.headers['x-bailiwick-reference'], error: thrown })
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  },
)
server.setTimeout(120_000)
boundConnections(server)
pace.follow(server)
// What is not HTTP gets one line and no echo of itself.
answerUnreadable(server, (code) => {
  const status = { HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large', ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout' }[code] ?? '400 Bad Request'
  return `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`
})

// Whoever develops reads it as Next says it.
if (!settings.dev) logWhatIsSaid(console)
// Next listens for upgrades on the server it is given; in production nothing is upgraded, so it is given one that never listens.
const app = next({ dev: settings.dev, hostname: at.hostname, port: settings.port, httpServer: settings.dev ? server : createServer() })
await app.prepare()
const page = app.getRequestHandler()

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? ''
  const nonce = randomBytes(16).toString('base64')
  const reference = randomUUID()
  const csp = contentSecurityPolicy(nonce, settings.dev)
  const source = sourceOf(request.socket.remoteAddress, asText(request.headers['x-forwarded-for']), settings.trustedProxies)
  response.setHeaders(new Map(Object.entries({ ...answerHeaders(csp, https), 'x-bailiwick-reference': reference })))
  let leave: (() => void) | null = null
  // Who listens is not under way: they are told bit by bit, for as long as they stay.
  keepOnlyWhatMayBeKept(path, response, () => leave?.())

  const refused = refusal(request, settings.publicUrl)
  if (refused) {
    refuse(request, response, refused)
    return
  }
  leave = await pace.enter(request, response, { address: source, userAgent: (request.headers['user-agent'] ?? '').slice(0, 256), reference })
  if (!leave) return
  // A window that nothing answered asks so whether anybody does (Next's useOffline), and nobody sees what would be read for it: so nothing is, and no record says that somebody looked.
  if (request.method === 'HEAD') {
    response.writeHead(204)
    response.end()
    return
  }
  const question = request.headers['transfer-encoding'] === undefined ? request : await withWholeBody(request)
  if (!question) {
    refuse(request, response, tooLarge)
    return
  }

  withoutInternal(question.headers)
  Object.assign(question.headers, {
    'x-bailiwick-source': source, 'x-bailiwick-reference': reference, 'x-bailiwick-asked': path,
    'x-forwarded-for': source, 'x-forwarded-host': at.host, 'x-forwarded-port': at.port || (https ? '443' : '80'), 'x-forwarded-proto': https ? 'https' : 'http',
    // Next reads the nonce here and puts it on every script it writes.
    'content-security-policy': csp,
  })
  await page(question, response)
}

const asText = (header: string | string[] | undefined) => (Array.isArray(header) ? header.join(',') : header)

/** Decided when the head is written, because Next sets its own word late. */
function keepOnlyWhatMayBeKept(path: string, response: ServerResponse, whenStream: () => void): void {
  const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse
  response.writeHead = (...head: unknown[]) => {
    // What is told bit by bit is not held back to be made smaller, here or by a proxy.
    const isStream = String(response.getHeader('content-type')).startsWith('text/event-stream')
    if (isStream) whenStream()
    if (!mayBeKept(path, Number(head[0]))) response.setHeader('cache-control', isStream ? 'no-store, no-transform' : 'no-store')
    return writeHead(...head)
  }
}

/** Reads on for a moment before it hangs up: a client that is still sending would otherwise see a reset and not the reason. */
function refuse(request: IncomingMessage, response: ServerResponse, { status, says, allow }: Refused): void {
  const body = `${says}\n`
  response.writeHead(status, {
    connection: 'close', 'content-type': 'text/plain; charset=utf-8', 'content-length': Buffer.byteLength(body), ...(allow ? { allow } : {}),
  })
  if (request.method !== 'HEAD') response.write(body)
  const hangUp = () => response.end()
  if (request.complete) hangUp()
  else request.resume().once('end', hangUp)
  setTimeout(hangUp, lingerMs).unref()
}

/** What this machine alone is told: that people are answered, and what is counted. */
const own = createServer((request, response) => {
  const isLocal = isLoopback((request.headers.host ?? '').replace(/:\d+$/, ''))
  const route = isLocal ? `${request.method} ${request.url}` : null
  if (route === 'GET /health') return void response.writeHead(server.listening ? 200 : 503).end(server.listening ? 'ok\n' : 'begins or ends\n')
  return route === 'GET /metrics' ? void answerWithMetrics(response) : void response.writeHead(404).end()
})

const listen = (what: Server, port: number, host: string) =>
  new Promise<void>((listening, failed) => {
    what.once('error', failed).listen(port, host, listening)
  })
await listen(own, settings.metricsPort, '127.0.0.1')
await listen(server, settings.port, settings.host)
log.info('ready', { publicUrl: settings.publicUrl, host: settings.host, port: settings.port })

let stopping = false
function stop(): void {
  if (stopping) return
  stopping = true
  own.close()
  own.closeAllConnections()
  void endListener(server).then(() => {
    log.info('stopped')
    process.exit(0)
  })
  endWatching()
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
