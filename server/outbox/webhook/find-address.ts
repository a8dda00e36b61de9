import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { bareHost, isPublicAddress, type Target } from './decide-target'

export type Address = { readonly address: string; readonly family: number }
export type Resolve = (host: string) => Promise<readonly Address[]>
export const resolveByTheSystem: Resolve = (host) => lookup(host, { all: true, verbatim: true })

/** Which address to connect to. A name is resolved once, and every address that it has is checked: what it resolves to a moment later is asked by nobody. */
export async function findAddress({ url, isInside }: Extract<Target, { ok: true }>, resolve: Resolve, signal: AbortSignal): Promise<Address | { readonly failed: 'address_refused' | 'not_resolved' | 'timed_out' }> {
  const host = bareHost(url)
  const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await Promise.race([resolve(host).catch(() => []), stopped(signal)])
  if (found === null) return { failed: 'timed_out' }
  const [first] = found
  if (!first) return { failed: 'not_resolved' }
  // One that is not public among them is reason enough: which of them is connected to is no matter of luck.
  if (!isInside && !found.every((one) => isPublicAddress(one.address))) return { failed: 'address_refused' }
  return first
}
const stopped = (signal: AbortSignal) => new Promise<null>((done) => { signal.addEventListener('abort', () => done(null), { once: true }) })
