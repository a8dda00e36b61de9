/** Before the door: what a request must look like for anybody to ask who sent it. Counted before anything is split, parsed or looked up. */
import { denials } from '~/server/authorization/denied.refusals'
import { bearerIn } from '~/server/identity/session'

export const bodyBytesMax = 64 * 1024
const urlMax = 8 * 1024
export const depthMax = 12
/** JSON-RPC's number for it. */
const invalidRequest = -32600

/** In the shape of the door's own answers, so that whoever asked can read it. */
function shut(status: number, refusal: keyof typeof denials): Response {
  const data = { code: 'BAD_REQUEST', httpStatus: status, refusal, reference: '', fields: [] }
  return Response.json({ error: { message: denials[refusal].says, code: invalidRequest, data } }, { status, headers: { 'cache-control': 'no-store' } })
}

/**
 * Same origin, or nobody's page at all. A browser says where a call comes from; what says nothing may read and not change, unless it shows a machine's token,
 * which no page of another origin can make a browser send.
 */
export function comesFromUs(headers: Headers, ours: string, changes: boolean): boolean {
  const site = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  if (origin !== null && origin !== ours) return false
  if (site !== null) return site === 'same-origin' || (site === 'none' && !changes)
  return origin !== null || !changes || bearerIn(headers.get('authorization') ?? '') !== ''
}

/** How deep brackets nest outside strings, without parsing: a parser is what deep nesting attacks. */
export function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (inString) {
      if (character === '\\') at++
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{' || character === '[') deepest = Math.max(deepest, ++depth)
    else if (character === '}' || character === ']') depth--
  }
  return deepest
}

/** The request, its body read and bounded; or the answer that ends it here. */
export async function knock(request: Request, ours: string): Promise<Request | Response> {
  const { pathname, search } = new URL(request.url)
  const changes = request.method === 'POST'
  if (request.method !== 'GET' && !changes) return shut(405, 'bad_input')
  if (!comesFromUs(request.headers, ours, changes)) return shut(403, 'forbidden')
  // One call a request: a step-up is for one deed, and limits count calls.
  if (pathname.length + search.length > urlMax || /,|%2c/i.test(pathname) || /[?&]batch=/.test(search)) return shut(400, 'bad_input')
  if (!changes) return depthOf(new URLSearchParams(search).get('input') ?? '') > depthMax ? shut(400, 'bad_input') : request
  if (!/^application\/json(;\s*charset=utf-8)?$/i.test(request.headers.get('content-type') ?? '')) return shut(415, 'bad_input')
  const body = await textUpTo(request, bodyBytesMax)
  if (body === null) return shut(413, 'bad_input')
  if (depthOf(body) > depthMax) return shut(400, 'bad_input')
  return new Request(request.url, { method: 'POST', headers: request.headers, body })
}

export async function textUpTo(request: Request, bytesMax: number): Promise<string | null> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    length += part.length
    if (length > bytesMax) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
