/** Questions that are refused before Next sees them: each with the status and one sentence. The order is the precedence. */
import { IncomingMessage } from 'node:http'

export type Refused = { status: number; says: string; allow?: string }

const urlMax = 4096
export const bodyMax = 65_536
const methods = ['GET', 'HEAD', 'POST']

export function refusal(request: Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders'>, publicUrl: string): Refused | null {
  const { method = '', url = '', headers } = request
  if (headers.host !== new URL(publicUrl).host || hosts(request.rawHeaders) !== 1) return { status: 421, says: `Nothing answers under this name: open ${publicUrl}` }
  if (!methods.includes(method)) return { status: 405, says: 'This method is not used here.', allow: methods.join(', ') }
  if (url.length > urlMax) return { status: 414, says: `An address may have ${urlMax} characters.` }
  if (!isPlainPath(url)) return { status: 400, says: `This address is malformed. The console begins at ${publicUrl}` }
  if (method === 'POST' && !url.startsWith('/api/')) return { status: 405, says: 'A page is only read.', allow: 'GET, HEAD' }
  if (!routerStateIsWhole(headers['next-router-state-tree'])) return { status: 400, says: 'A header is malformed.' }
  if (Number(headers['content-length'] ?? 0) > bodyMax) return tooLarge
  return null
}
export const tooLarge: Refused = { status: 413, says: `A request may carry ${bodyMax} bytes.` }

const hosts = (rawHeaders: readonly string[]) => rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length

function isPlainPath(url: string): boolean {
  const [path = '', query = ''] = url.split(/\?(.*)/s)
  const hasControl = (text: string) => [...text].some((mark) => mark < ' ' || mark === '\u007f')
  try {
    const decoded = decodeURIComponent(path)
    decodeURIComponent(query)
    return path.startsWith('/') && !path.startsWith('//') && !decoded.includes('\\') && !hasControl(decoded) && !/(^|\/)\.\.?(\/|$)/.test(decoded)
  } catch {
    return false
  }
}

/** Next answers 500 to a router state it cannot parse. */
function routerStateIsWhole(state: string | string[] | undefined): boolean {
  if (state === undefined) return true
  try {
    return Array.isArray(JSON.parse(decodeURIComponent(String(state))))
  } catch {
    return false
  }
}

/**
 * The same question with its body already here, for a body that did not say its length; null if it grew too large. It is another object because
 * what reads next refuses a stream that somebody has read from.
 */
export async function withWholeBody(request: IncomingMessage): Promise<IncomingMessage | null> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    bytes += part.length
    if (bytes > bodyMax) return null
    parts.push(part)
  }
  const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = request
  const whole = Object.assign(new IncomingMessage(request.socket), { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor, complete: true })
  whole.push(Buffer.concat(parts))
  whole.push(null)
  return whole
}
