/** Where providers tell us things unasked: that somebody signed out there, that their sessions are revoked. They have no cookie of ours; what they send is believed by its signature. */
import { TRPCError } from '@trpc/server'
import { sourceOf } from './asking'
import { forward } from './forward'
import { textUpTo } from './knock'
import { createCaller } from './procedure'
import { api } from './router'

const bytesMax = 20_000
type At = { params: Promise<{ provider: string }> }
/** Taken; heard before; not believed, in RFC 8935's words; or not now, and they may send it again. */
type Heard = 'taken' | 'replayed' | 'invalid_request' | 'invalid_key' | 'invalid_issuer' | 'invalid_audience' | 'too_many_tries' | 'unavailable'

/** OpenID Connect Back-Channel Logout 1.0. */
export async function answerLogout(request: Request, { params }: At): Promise<Response> {
  const { provider } = await params
  const tokens = isOfType(request, 'application/x-www-form-urlencoded') ? new URLSearchParams((await textUpTo(request, bytesMax)) ?? '').getAll('logout_token') : []
  const heard = tokens.length === 1 ? await hear(request, 'logOut', provider, tokens[0] ?? '') : 'invalid_request'
  return heard === 'taken' ? answered(200) : notNow(heard) ?? answered(400, { error: 'invalid_request' })
}

/** RFC 8935: one event, pushed. One that is sent again, because our answer was lost, is one that we have. */
export async function answerEvent(request: Request, { params }: At): Promise<Response> {
  const { provider } = await params
  const text = isOfType(request, 'application/secevent+jwt') ? await textUpTo(request, bytesMax) : null
  const heard = text === null ? 'invalid_request' : await hear(request, 'receiveEvent', provider, text.trim())
  if (heard === 'taken' || heard === 'replayed') return answered(202)
  return notNow(heard) ?? answered(400, { err: heard, description: described[heard] ?? '' }, { 'content-language': 'en' })
}
const described: Partial<Record<Heard, string>> = {
  invalid_request: 'This is no event of a kind that is received here.', invalid_key: 'The signature is not of a key of this issuer.',
  invalid_issuer: 'This issuer is not the one that is expected here.', invalid_audience: 'This event is for somebody else.',
}

async function hear(request: Request, action: 'logOut' | 'receiveEvent', provider: string, token: string): Promise<Heard> {
  const door = createCaller(api)({
    token: null, entering: null, actor: null, source: sourceOf(request.headers), inside: true, execute: forward, keep: () => undefined, stepUp: null, idempotencyKey: null,
  })
  try {
    const answer = await door.providers[action]({ provider, token })
    if (!answer.ok) return answer.refusal === 'provider_unavailable' ? 'unavailable' : answer.refusal
    return 'taken'
  } catch (thrown) {
    return thrown instanceof TRPCError && thrown.code === 'BAD_REQUEST' ? 'invalid_request' : 'unavailable'
  }
}

const isOfType = (request: Request, type: string) => (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() === type
const notNow = (heard: Heard) => (heard === 'unavailable' ? answered(503, null, { 'retry-after': '30' }) : heard === 'too_many_tries' ? answered(429, null, { 'retry-after': '60' }) : null)
const answered = (status: number, body: object | null = null, headers: Record<string, string> = {}) =>
  new Response(body && JSON.stringify(body), { status, headers: { 'cache-control': 'no-store', ...(body ? { 'content-type': 'application/json' } : {}), ...headers } })
