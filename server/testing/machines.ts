/** The machine door over HTTP, as a script would ask it, and tokens to ask it with. */
import type { AddressInfo } from 'node:net'
import { randomUUID } from 'node:crypto'
import type { Action } from '~/server/authorization/actions'
import { fieldsInPath, type Route } from '~/server/machine/routes'
import { serveMachine } from '~/server/machine/serve-machine'
import { readProxies } from '~/server/settings/addresses'
import { doorFor, type Person, shown } from './world'

export type Made = { secret: string; token: string }
export async function tokenFor(person: Person, actions: readonly Action[], days = 1): Promise<Made> {
  const wish = { title: 'Script', actions: [...actions], days }
  const made = await (await doorFor(person, { stepUp: await shown(person, 'tokens.make', wish) })).tokens.make(wish)
  if (!made.ok) throw new Error(made.refusal)
  return made.value
}

export type Sent = { method?: string; path: string; secret?: string | null; key?: string | null; body?: unknown; text?: string; headers?: Record<string, string> }
export type Told = { status: number; headers: Headers; body: Record<string, unknown>; text: string }
export async function openMachine() {
  const server = serveMachine({ trustedProxies: readProxies('').proxies, https: false, tls: null })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  async function ask({ method = 'GET', path, secret = null, key = null, body, text, headers = {} }: Sent): Promise<Told> {
    const sent = text ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method, ...(sent === undefined ? {} : { body: sent }),
      headers: { ...(secret === null ? {} : { authorization: `Bearer ${secret}` }), ...(key === null ? {} : { 'idempotency-key': key }), ...(sent === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    })
    const read = await response.text()
    return { status: response.status, headers: response.headers, text: read, body: (/json/.test(response.headers.get('content-type') ?? '') && read ? JSON.parse(read) : {}) as Record<string, unknown> }
  }
  return { port, ask, close: () => new Promise((closed) => { server.close(closed); server.closeAllConnections() }) }
}

/** An action's input as this route takes it: what stands in the address, what after the question mark, and what in the body. */
export function sentBy(route: Route, input: Readonly<Record<string, unknown>>): Sent {
  const inPath = fieldsInPath(route.path)
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])))
  const query = new URLSearchParams(route.query.flatMap(({ name, field }) => (input[field] === undefined || input[field] === null ? [] : [[name, String(input[field])]])))
  const body = Object.fromEntries(Object.entries(input).filter(([field]) => !inPath.includes(field)))
  return { method: route.method, path: `${path}${query.size ? `?${query}` : ''}`, ...(route.method === 'POST' && Object.keys(body).length > 0 ? { body } : {}), ...(route.changes ? { key: randomUUID() } : {}) }
}
