/**
 * How often the browser's door may be asked, counted before Next looks at anything: what a token asks together with what it asks at the machines' door, what comes in a session
 * for that session, and everything else for the address that it comes from. Whoever asks too much is told so here, and a flood as at the machines' door.
 */
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http'
import { type RecordedActor, recordedActor, thresholdEntry } from '~/server/audit/entry'
import { Denied, DeniedAgain } from '~/server/authorization/denied'
import { denials } from '~/server/authorization/denied.refusals'
import { findToken, recordAccess } from '~/server/database/threshold'
import type { Source } from '~/server/identity/actor'
import { cookieOf, sessionCookie, tokenOf } from '~/server/identity/cookies'
import { bearerIn, findActor } from '~/server/identity/session'
import { hashToken, looksLikeToken } from '~/server/identity/token'
import { log } from '~/server/logs/log'
import { countAnswer } from '~/server/logs/metrics'
import { rates } from '~/server/rates/rates'
import { Spent } from '~/server/rates/spent'
import { Turnstile } from '~/server/rates/turnstile'
import { networkOf } from '~/server/settings/addresses'

const kinds = ['client', 'page', 'stranger'] as const
type Kind = (typeof kinds)[number]
/** What is shown may be made up: whose second it is says who is found. */
type Shown = { readonly kind: Kind; readonly text: string }
type Asker = { readonly kind: Kind; readonly key: string; readonly about: { resource: string; verb: string }; readonly who: () => Promise<Partial<RecordedActor>> }

/** Files that are everybody's, and cost nobody anything. */
const isFile = (path: string): boolean => path.startsWith('/_next/static/') || /^\/icon\.svg(\?|$)/.test(path)
/** JSON-RPC has no number for it; this is the one that is usual. */
const tooManyRequests = -32029
const says = denials.too_many_requests

const headersOf = (headers: IncomingHttpHeaders) => ({ get: (name: string) => [headers[name] ?? null].flat().join(', ') || null })

function shownIn(headers: IncomingHttpHeaders, address: string): Shown {
  const token = bearerIn(headers.authorization)
  if (token !== '') return { kind: 'client', text: token }
  const cookie = cookieOf(headersOf(headers), sessionCookie)
  return cookie ? { kind: 'page', text: cookie } : { kind: 'stranger', text: networkOf(address) }
}

async function askerOf({ kind, text }: Shown, headers: IncomingHttpHeaders, source: Source): Promise<Asker> {
  const stranger: Asker = { kind: 'stranger', key: networkOf(source.address), about: { resource: 'pages', verb: 'ask' }, who: async () => ({}) }
  if (kind === 'client') {
    const token = looksLikeToken(text) ? await findToken('web', hashToken(text), new Date()) : null
    if (!token) return stranger
    const { id, person } = token
    return { kind, key: id, about: { resource: 'tokens', verb: 'use' }, who: async () => ({ userId: person.id, username: person.email, sessionId: id, onBehalfOf: `token ${id}` }) }
  }
  const token = kind === 'page' ? await tokenOf(headersOf(headers)) : null
  if (!token) return stranger
  return { kind: 'page', key: hashToken(token).toString('base64url'), about: { resource: 'sessions', verb: 'use' }, who: async () => recordedActor(await findActor('web', token, source, new Date(), false), source) }
}

export class Pace {
  #turnstile = new Turnstile()
  #spent = Object.fromEntries(kinds.map((kind) => [kind, new Spent(() => rates('web')[kind].perSecond)])) as Record<Kind, Spent>

  follow(server: Server): void { this.#turnstile.follow(server) }
  letsGo(request: IncomingMessage): boolean { return this.#turnstile.letsGo(request) }

  /** How they leave, who are let in; null for whoever was told to wait, or will be. Who cannot be counted is let in: whatever the database does not answer here it does not answer behind, either, where somebody is told so. */
  async enter(request: IncomingMessage, response: ServerResponse, source: Source): Promise<(() => void) | null> {
    const { headers, url = '' } = request
    if (isFile(url)) return () => undefined
    const shown = shownIn(headers, source.address)
    const say = () => tellToWait(request, response, source.reference)
    const leave = this.#turnstile.enter({ spent: this.#spent[shown.kind], shown: shown.text, request, response, say })
    if (!leave) return null
    try {
      const asker = await askerOf(shown, headers, source)
      const no = await taken(asker)
      if (!no) return leave
      this.#spent[shown.kind].note(shown.text, rates('web')[asker.kind].spentUntil(asker.key))
      if (!(no instanceof DeniedAgain)) await note(asker, source)
    } catch (fault) {
      log.error('a question could not be counted', { reference: source.reference, fault: String(fault) })
      return leave
    }
    say()
    return null
  }
}

const taken = ({ kind, key }: Asker): Promise<Denied | null> => rates('web')[kind].take(key).then(() => null, (thrown: unknown) => {
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

/** A script is told in the shape of the door's own answers, a person in a sentence; and their browser, that it is to ask again by itself. */
function tellToWait({ method, url = '', headers }: IncomingMessage, response: ServerResponse, reference: string): void {
  countAnswer('unknown', 'too_many_requests', 0)
  const isAsked = url.startsWith('/api/trpc/')
  const data = { code: 'TOO_MANY_REQUESTS', httpStatus: 429, refusal: 'too_many_requests', reference, fields: [] }
  const body = isAsked ? JSON.stringify({ error: { message: says.says, code: tooManyRequests, data } }) : `${says.says} ${says.fix}\n`
  const again = headers['sec-fetch-dest'] === 'document' ? { refresh: '2' } : {}
  response.writeHead(429, { ...again, 'retry-after': '1', 'content-type': isAsked ? 'application/json' : 'text/plain; charset=utf-8', 'content-length': Buffer.byteLength(body) })
  response.end(method === 'HEAD' ? undefined : body)
}
