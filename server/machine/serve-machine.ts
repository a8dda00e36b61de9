/**
 * The machine door: REST v1 in the engine's own process. It reads what was sent, calls the procedure that the browser's door calls, with whose token it was, and writes
 * what came of it. It decides nothing, and looks at no cookie.
 */
import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { BlockList } from 'node:net'
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { Uuid } from '~/server/api/inputs'
import { bodyBytesMax } from '~/server/api/knock'
import { createCaller, type Execute, noOf, type RequestContext } from '~/server/api/procedure'
import { api, commandOf } from '~/server/api/router'
import { Denied, ShutOut } from '~/server/authorization/denied'
import { makeListener } from '~/server/certificate/listener'
import type { Tls } from '~/server/certificate/pair'
import type { About, Answer } from '~/server/database/deed'
import { findToken, type FoundToken } from '~/server/database/threshold'
import { execute } from '~/server/engine/execute'
import type { Actor, Source } from '~/server/identity/actor'
import { asBearer, bearerIn, findBearer } from '~/server/identity/session'
import { log } from '~/server/logs/log'
import { countAnswer } from '~/server/logs/metrics'
import { rates } from '~/server/rates/rates'
import { Spent } from '~/server/rates/spent'
import { Turnstile } from '~/server/rates/turnstile'
import { networkOf } from '~/server/settings/addresses'
import type { Json } from '~/server/shared/canonical'
import { answerUnreadable } from '~/server/shared/unreadable'
import { answerHeaders } from '~/server/web/headers'
import { isBefore, sourceOf } from '~/server/web/source'
import { Flights } from './flights'
import type { MachineRefusal } from './machine.refusals'
import { openApi } from './openapi'
import { type Answered, answerProblem, ofDenial, ofMachine, ofRefusal, ofShutOut, type Problem, problemType } from './problem'
import { inputOf, namedHere, readBody } from './read-input'
import { reference, referenceCsp } from './reference'
import { fieldsInPath, type Route, routes } from './routes'

type Env = { Bindings: HttpBindings; Variables: { reference: string } }
type Asked = Context<Env>
type MachineDoor = { readonly trustedProxies: BlockList; readonly https: boolean; readonly tls: Tls | null }

/** Nothing here is shown in a page, or to one. */
const csp = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** Many who show one token at once have it looked up together; each of those lookups begins after they asked, so what was revoked before is nobody's. */
const lookups = new Flights<FoundToken | null>()
const findTogether: typeof findToken = (role, hash) => lookups.ask(`${role} ${hash.toString('hex')}`, () => findToken(role, hash, new Date()))

/** The engine is here: what is commanded is carried out where it is asked, by who was found to have asked it a moment ago. */
const inEngine: Execute = async (asked, input, { actor }, { stepUp, idempotencyKey }) => {
  const command = commandOf(asked.action)
  if (!command) throw new Denied('not_found')
  if (!actor) throw new Denied('not_signed_in')
  return execute(command, actor, { input, stepUp, idempotencyKey: idempotencyKey ?? randomUUID(), nonce: randomUUID() })
}
const doorOf = createCaller(api)
/** By the token that is shown, which may be made up; or where none is, by where it comes from. */
const spent = { client: new Spent(() => rates('engine').client.perSecond), stranger: new Spent(() => rates('engine').stranger.perSecond) }
type Shown = { readonly kind: keyof typeof spent; readonly text: string }
const shownBy = (token: string, address: () => string): Shown => (token === '' ? { kind: 'stranger', text: networkOf(address()) } : { kind: 'client', text: token })
/** Whatever a token asks is counted for it; what comes with none that is known, for its address. What is decided counts for its tenant where it is decided. */
const paceOf = ({ kind, text }: Shown, trusted: BlockList): RequestContext['pace'] => ({
  asker: async (actor, { address }) => {
    const [rate, key, mayFlood] = actor ? [rates('engine').client, actor.sessionId, true] as const : [rates('engine').stranger, networkOf(address), !isBefore(address, trusted)] as const
    await rate.take(key, mayFlood).catch((no: unknown) => {
      spent[kind].note(text, rate.no(key, mayFlood))
      throw no
    })
  },
  tenant: (tenant) => rates('engine').tenant.take(tenant),
})

/** As it comes, and no further than its bound. */
async function bytesOf(request: IncomingMessage): Promise<Buffer | 'too_large' | 'too_slow'> {
  const parts: Buffer[] = []
  let length = 0
  try {
    for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += part.length
      if (length > bodyBytesMax) return 'too_large'
      parts.push(part)
    }
  } catch (thrown) {
    // Whoever hangs up before they have sent it all, or is hung up on because that takes too long, is no fault of ours that somebody need look at.
    if (request.complete) throw thrown
    return 'too_slow'
  }
  return Buffer.concat(parts)
}

/** The body, if there is one, not read yet; or why it is none. Taken from the connection itself: a stream of the web's kind around each costs more than all that is done with it. */
async function bodyOf(request: IncomingMessage): Promise<{ bytes: Buffer | undefined } | { no: Answered }> {
  if (request.method !== 'POST') return { bytes: undefined }
  const bytes = Number(request.headers['content-length'] ?? 0) > bodyBytesMax ? 'too_large' : await bytesOf(request)
  if (typeof bytes === 'string') return { no: ofMachine(bytes, { connection: 'close' }) }
  if (bytes.length === 0) return { bytes: undefined }
  const type = request.headers['content-type'] ?? ''
  if (!/^application\/json(;\s*charset=utf-8)?$/i.test(type) || request.headers['content-encoding'] !== undefined) return { no: ofMachine('not_json') }
  return { bytes }
}

/** The range that says most about JSON decides; whoever says nothing takes anything. */
function takesJson(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '') return true
  const ranges = new Map(accept.toLowerCase().split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim())
    return [type, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))] as const
  }))
  return ['application/json', 'application/*', '*/*'].map((range) => ranges.get(range)).find((takes) => takes !== undefined) ?? false
}

/** The key by which a repeat is known. What changes nothing needs none. */
function keyOf(route: Route, request: IncomingMessage): string | null {
  if (!route.changes) return null
  const key = Uuid.safeParse(request.headers['idempotency-key'])
  if (!key.success) throw new Denied('bad_input', [{ field: 'Idempotency-Key', says: 'is a UUID, another one for each thing that is to be done once' }])
  return key.data
}

const shownIn = ({ headers }: IncomingMessage): string => bearerIn(headers.authorization)

type Read = { readonly input: Record<string, unknown>; readonly idempotencyKey: string | null; readonly unread: Denied | null }
/** What is asked, put together; or what of it cannot be, and then only whereabouts it was asked. */
function readAs(route: Route, context: Asked, bytes: Buffer | undefined): Read {
  const path = whereOf(route, context)
  try {
    const input = inputOf(route, { path, query: new URL(context.req.url).searchParams, body: bytes && readBody(bytes) })
    return { input, idempotencyKey: keyOf(route, context.env.incoming), unread: null }
  } catch (thrown) {
    if (!(thrown instanceof Denied)) throw thrown
    return { input: path, idempotencyKey: null, unread: thrown }
  }
}
const whereOf = ({ path }: Route, context: Asked): Record<string, string> => Object.fromEntries(fieldsInPath(path).map((name) => [name, context.req.param(name) ?? '']))

async function carryOut(route: Route, context: Asked, source: Source, trusted: BlockList): Promise<Response> {
  const request = context.env.incoming
  const taken = await bodyOf(request)
  if ('no' in taken) return answerProblem(taken.no, source.reference)
  const shown = shownIn(request)
  const actor: Actor | null = shown === '' ? null : await findBearer('web', shown, source, new Date(), findTogether)
  // Who, before what: of what nobody sent nothing is read.
  const { input, idempotencyKey, unread } = actor ? readAs(route, context, taken.bytes) : { input: whereOf(route, context), idempotencyKey: null, unread: null }
  const door = doorOf({ token: asBearer(request.headers.authorization ?? '').slice(0, 128), entering: null, actor, source, stepUp: null, idempotencyKey, execute: inEngine, keep: () => undefined, pace: paceOf(shownBy(shown, () => source.address), trusted), unread })
  // What is wrong with how something was said is told in the words in which it was found.
  const answer = await route.call(door)(input as never).catch((thrown: unknown) => { throw unread && isOf(thrown, unread) ? unread : thrown })
  return answerOf(route, context, answer)
}
const isOf = (thrown: unknown, unread: Denied): boolean => thrown instanceof Error && thrown.cause === unread

/** A page says where the next begins; what was made, where it stands; everything else is as the procedure answers it. */
function answerOf(route: Route, context: Asked, answer: unknown): Response {
  const { pathname, searchParams } = new URL(context.req.url)
  if (route.query.some(({ field }) => field === 'after')) {
    const { rows, next } = answer as { rows: unknown[]; next: string | null }
    if (next === null) return Response.json({ rows, next })
    searchParams.set('cursor', next)
    return Response.json({ rows, next }, { headers: { link: `<${pathname}?${searchParams}>; rel="next"` } })
  }
  if (route.method === 'GET') return Response.json(answer)
  const decided = answer as Answer<Json, string> & { about?: About }
  if (!decided.ok) return answerProblem(ofRefusal(route, decided.refusal, decided.about ?? []), context.get('reference'))
  const made = route.made?.(decided.value as never) ?? null
  return made === null ? Response.json(decided.value) : Response.json(decided.value, { status: 201, headers: { location: `${pathname}/${made}` } })
}

function noFor(route: Route, thrown: unknown, context: Asked): Answered {
  const reference = context.get('reference')
  if (thrown instanceof Error && thrown.cause instanceof ShutOut) return ofShutOut(thrown.cause.until)
  if (thrown instanceof Denied) return ofDenial(thrown.reason, thrown.about)
  const no = noOf(thrown)
  if (no) return ofDenial(no.denial, no.about.map(({ field, says }) => ({ field: namedHere(route, field), says })), route.action)
  // A fault behind the procedure was logged where it happened, under this reference.
  log.error('the machine door answers a fault', { reference, action: route.action, fault: String(thrown) })
  return ofMachine('fault')
}

const saidAlways = (https: boolean) => ({ ...answerHeaders(csp, https), 'cache-control': 'no-store' })

function machineDoor({ trustedProxies, https }: Omit<MachineDoor, 'tls'>): Hono<Env> {
  const door = new Hono<Env>()
  const said = Object.entries(saidAlways(https))
  const sourceFor = (context: Asked): Source => {
    const { incoming } = context.env
    return { address: addressOf(incoming, trustedProxies), userAgent: (context.req.header('user-agent') ?? '').slice(0, 256), reference: context.get('reference') }
  }
  door.use(async (context, next) => {
    context.set('reference', randomUUID())
    await next()
    const { headers } = context.res
    for (const [name, value] of said) if (!headers.has(name)) headers.set(name, value)
    headers.set('x-bailiwick-reference', context.get('reference'))
  })
  for (const path of new Set(routes.map((route) => route.path))) {
    const here = routes.filter((route) => route.path === path)
    const address = path.replace(/\{(\w+)\}/g, ':$1')
    const allow = [...here.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(', ')
    for (const route of here) {
      door.on(route.method, address, async (context) => {
        if (!takesJson(context.req.header('accept'))) return answerProblem(ofMachine('not_acceptable'), context.get('reference'))
        return carryOut(route, context, sourceFor(context), trustedProxies).catch((thrown: unknown) => answerProblem(noFor(route, thrown, context), context.get('reference')))
      })
    }
    // Who may ask from which origin is nobody's question here: no browser is answered across origins.
    door.on('OPTIONS', address, () => new Response(null, { status: 204, headers: { allow } }))
    door.all(address, (context) => answerProblem(ofMachine('method_not_allowed', { allow }), context.get('reference')))
  }
  const document = JSON.stringify(openApi())
  const page = reference()
  published(door, '/v1/openapi.json', async () => new Response(document, { headers: { 'content-type': 'application/json' } }))
  published(door, '/v1', async () => new Response(await page, { headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': referenceCsp } }))
  door.notFound((context) => answerProblem(ofDenial('not_found'), context.get('reference')))
  door.onError((thrown, context) => {
    log.error('fault', { reference: context.get('reference'), fault: String(thrown.stack ?? thrown) })
    return answerProblem(ofMachine('fault'), context.get('reference'))
  })
  return door
}

/** What anybody may read: it says what can be asked, and nothing of anybody. */
function published(door: Hono<Env>, address: string, answer: () => Promise<Response>): void {
  const allow = 'GET, HEAD, OPTIONS'
  door.get(address, answer)
  door.on('OPTIONS', address, () => new Response(null, { status: 204, headers: { allow } }))
  door.all(address, (context) => answerProblem(ofMachine('method_not_allowed', { allow }), context.get('reference')))
}

const headerOf = ({ headers }: IncomingMessage, name: string): string | undefined => {
  const value = headers[name]
  return Array.isArray(value) ? value.join(',') : value
}

const addressOf = (request: IncomingMessage, trusted: BlockList): string => sourceOf(request.socket.remoteAddress, headerOf(request, 'x-forwarded-for'), trusted)

/** A listener of its own: what is open to machines of others is not where the web process sends its commands. */
export function serveMachine(settings: MachineDoor): Server {
  const said = saidAlways(settings.https)
  const answer = getRequestListener(machineDoor(settings).fetch, { errorHandler: (thrown) => answerUnread(thrown, said) })
  const toSpent = ofDenial('too_many_requests')
  const turnstile = new Turnstile()
  const server = makeListener({ maxHeaderSize: 16_384, headersTimeout: 5_000, requestTimeout: 10_000, keepAliveTimeout: 65_000, connectionsCheckingInterval: 5_000, requireHostHeader: false }, settings.tls, (request, response) => {
    if (turnstile.letsGo(request)) return
    const say = (shutOut: Date | null) => {
      const reference = randomUUID()
      const { status, problem, headers } = shutOut ? ofShutOut(shutOut) : toSpent
      countAnswer('unknown', problem.code, 0)
      response.writeHead(status, { ...said, ...headers, 'content-type': problemType, 'x-bailiwick-reference': reference }).end(JSON.stringify({ ...problem, reference } satisfies Problem))
    }
    const { kind, text } = shownBy(shownIn(request), () => addressOf(request, settings.trustedProxies))
    if (turnstile.enter({ spent: spent[kind], shown: text, request, response, say })) void answer(request, response)
  })
  turnstile.follow(server)
  // Of what else somebody expects nothing is done, and nothing need be.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  answerUnreadable(server, (code) => unreadAnswer(unread[code] ?? 'not_http', said))
  return server
}
const unread: Readonly<Record<string, MachineRefusal>> = { HPE_HEADER_OVERFLOW: 'headers_too_large', ERR_HTTP_REQUEST_TIMEOUT: 'too_slow' }

/** What Node could read and no door be asked with, such as an address without a host. */
function answerUnread(thrown: unknown, said: Readonly<Record<string, string>>): Response {
  const reference = randomUUID()
  if (!(thrown instanceof RequestError)) log.error('fault', { reference, fault: String(thrown) })
  const { headers, ...of } = ofMachine(thrown instanceof RequestError ? 'not_http' : 'fault')
  return answerProblem({ ...of, headers: { ...said, ...headers, 'x-bailiwick-reference': reference } }, reference)
}
/** To what Node could not read there is nothing to answer with but the connection. */
function unreadAnswer(refusal: MachineRefusal, said: Readonly<Record<string, string>>): string {
  const { status, problem } = ofMachine(refusal)
  const reference = randomUUID()
  const body = JSON.stringify({ ...problem, reference } satisfies Problem)
  const headers = { ...said, connection: 'close', 'content-type': problemType, 'content-length': Buffer.byteLength(body), 'x-bailiwick-reference': reference }
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
}
