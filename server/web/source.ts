import { type BlockList, isIP } from 'node:net'
import { familyOf, isLoopback, plainAddress } from '~/server/settings/addresses'

/** A longer chain was not written by proxies. */
const hopsMax = 32

const hopAddress = (hop: string) => (isIP(hop) ? plainAddress(hop) : plainAddress(hop.replace(/:\d{1,5}$/, '')))

/**
 * Who is asking, by address. Each trusted proxy appends the peer it saw, so the chain is believed from the right, and only as far as a trusted one vouches:
 * the right-most address that is no trusted proxy. What stands further left was written by whoever is asking.
 */
export function sourceOf(peer: string | undefined, forwardedFor: string | undefined, trusted: BlockList): string {
  const isTrusted = (address: string) => trusted.check(address, familyOf(address))
  let source = plainAddress(peer ?? '') ?? 'unknown'
  if (source === 'unknown') return source
  const hops = (forwardedFor ?? '').split(',').slice(-hopsMax).reverse()
  for (const hop of hops) {
    if (!isTrusted(source)) return source
    const address = hopAddress(hop.trim())
    if (!address) return source
    source = address
  }
  return source
}

/** What stands before this console on its own machine, or is trusted to say for whom it asks and does not: all sorts of people may be behind it, and none of them is shut out for another. */
export const isBefore = (address: string, trusted: BlockList): boolean => isIP(address) === 0 || isLoopback(address) || trusted.check(address, familyOf(address))
