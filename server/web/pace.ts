/**
 * How often the browser's door may be asked, counted before Next looks at anything: what a token asks together with what it asks at the machines' door, what comes in a session
 * for that session, and everything else for the address that it comes from. Whoever asks too much is told so here, and a flood as at the machines' door.
 */
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http'
import { BlockList } from 'node:net'
import { type RecordedActor, recordedActor, thresholdEntry } from '~/server/audit/entry'
import { Denied, DeniedAgain, ShutOut } from '~/server/authorization/denied'
import { denials } from '~/server/authorization/denied.refusals'
import { findToken, recordAccess } from '~/server/database/threshold'
import type { Source } from '~/server/identity/actor'
import { cookieOf, sessionCookie, tokenOf } from '~/server/identity/cookies'
import { bearerIn, findActor } from '~/server/identity/session'
import { hashToken, looksLikeToken } from '~/server/identity/token'
import { log } from '~/server/logs/log'
import { countAnswer } from '~/server/logs/metrics'
import { retryAfter } from '~/server/rates/floods'
import { rates } from '~/server/rates/rates'
import { Spent } from '~/server/rates/spent'
import { Turnstile } from '~/server/rates/turnstile'
import { networkOf } from '~/server/settings/addresses'
import { isBefore } from './source'

const kinds = ['client', 'page', 'stranger'] as const
type Kind = (typeof kinds)[number]
/** What is shown may be made up: whose second it is says who is found. */
type Shown = { readonly kind: Kind; readonly text: string }
type Asker = { readonly kind: Kind; readonly key: string; readonly mayFlood: boolean; readonly about: { resource: string; verb: string }; readonly who: () => Promise<Partial<RecordedActor>> }

/** Files that are everybody's, and cost nobody anything. */
const isFile = (path: string): boolean => path.startsWith('/_next/static/') || /^\/icon\.svg(\?|$)/.test(path)
/** JSON-RPC has no number for it; this is the one that is usual. */
const tooManyRequests = -32029

const headersOf = (headers: IncomingHttpHeaders) => ({ get: (name: string) => [headers[name] ?? null].flat().join(', ') || null })

function shownIn(headers: IncomingHttpHeaders, address: string): Shown {
  const token = bearerIn(headers.authorization)
  if (token !== '') return { kind: 'client', text: token }
  const cookie = cookieOf(headersOf(headers), sessionCookie)
  return cookie ? { kind: 'page', text: cookie } : { kind: 'stranger', text: networkOf(address) }
}

/** Whoever is in by a session is never shut out: it is their whole way here, also to what they would have to end. */
async function askerOf({ kind, text }: Shown, headers: IncomingHttpHeaders, source: Source, trusted: BlockList): Promise<Asker> {
  const stranger: Asker = { kind: 'stranger', key: networkOf(source.address), mayFlood: !isBefore(source.address, trusted), about: { resource: 'pages', verb: 'ask' }, who: async () => ({}) }
  if (kind === 'client') {
    const token = looksLikeToken(text) ? await findToken('web', hashToken(text), new Date()) : null
    if (!token) return stranger
    const { id, person } = token
    return { kind, key: id, mayFlood: true, about: { resource: 'tokens', verb: 'use' }, who: async () => ({ userId: person.id, username: person.email, sessionId: id, onBehalfOf: `token ${id}` }) }
  }
  const token = kind === 'page' ? await tokenOf(headersOf(headers)) : null
  if (!token) return stranger
  return { kind: 'page', key: hashToken(token).toString('base64url'), mayFlood: false, about: { resource: 'sessions', verb: 'use' }, who: async () => recordedActor(await findActor('web', token, source, new Date(), false), source) }
}

export class Pace {
  #turnstile = new Turnstile()
  #spent = Object.fromEntries(kinds.map((kind) => [kind, new Spent(() => rates('web')[kind].perSecond)])) as Record<Kind, Spent>

  constructor(readonly trustedProxies = new BlockList()) {}

  follow(server: Server): void { this.#turnstile.follow(server) }
  letsGo(request: IncomingMessage): boolean { return this.#turnstile.letsGo(request) }

  /** How they leave, who are let in; null for whoever was told to wait, or will be. Who cannot be counted is let in: whatever the database does not answer here it does not answer behind, either, where somebody is told so. */
  async enter(request: IncomingMessage, response: ServerResponse, source: Source): Promise<(() => void) | null> {
    const { headers, url = '' } = request
    if (isFile(url)) return () => undefined
    const shown = shownIn(headers, source.address)
    const say = (shutOut: Date | null) => tellToWait(request, response, source.reference, shutOut)
    const leave = this.#turnstile.enter({ spent: this.#spent[shown.kind], shown: shown.text, request, response, say })
    if (!leave) return null
    try {
      const asker = await askerOf(shown, headers, source, this.trustedProxies)
      const no = await taken(asker)
      if (!no) return leave
      this.#spent[shown.kind].note(shown.text, rates('web')[asker.kind].no(asker.key, asker.mayFlood))
      if (!(no instanceof DeniedAgain)) await note(asker, source)
      say(no instanceof ShutOut ? no.until : null)
      return null
    } catch (fault) {
      log.error('a question could not be counted', { reference: source.reference, fault: String(fault) })
      return leave
    }
  }
}

const taken = ({ kind, key, mayFlood }: Asker): Promise<Denied | null> => rates('web')[kind].take(key, mayFlood).then(() => null, (thrown: unknown) => {
  if (thrown instanceof Denied) return thrown
  throw thrown
})

async function note({ about, who }: Asker, source: Source): Promise<void> {
  try {
    await recordAccess('web', thresholdEntry({ ...about, actor: await who(), outcome: 'denied', reason: 'too_many_requests', source }))
  } catch (lost) {
    log.error('a refusal could not be recorded', { reference: source.reference, reason: 'too_many_requests', fault: String(lost) })
  }
}

/** A script is told in the shape of the door's own answers, a person in a sentence; and their browser, that it is to ask again by itself. Who is shut out is told until when. */
function tellToWait({ method, url = '', headers }: IncomingMessage, response: ServerResponse, reference: string, shutOut: Date | null): void {
  const refusal = shutOut ? 'shut_out_for_now' : 'too_many_requests'
  countAnswer('unknown', refusal, 0)
  const { says, fix } = denials[refusal]
  const over = shutOut ? ` It is over at ${shutOut.toISOString().slice(0, 19).replace('T', ' ')} UTC.` : ''
  const [after, again] = shutOut ? [retryAfter(shutOut), retryAfter(shutOut)] : ['1', '2']
  const isAsked = url.startsWith('/api/trpc/')
  const data = { code: 'TOO_MANY_REQUESTS', httpStatus: 429, refusal, reference, fields: [] }
  const body = isAsked ? JSON.stringify({ error: { message: `${says}${over}`, code: tooManyRequests, data } }) : `${says}${over} ${fix}\n`
  response.writeHead(429, { ...(headers['sec-fetch-dest'] === 'document' ? { refresh: again } : {}), 'retry-after': after, 'content-type': isAsked ? 'application/json' : 'text/plain; charset=utf-8', 'content-length': Buffer.byteLength(body) })
  response.end(method === 'HEAD' ? undefined : body)
}
