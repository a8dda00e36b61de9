/** Network addresses as settings write them. No name is ever resolved here: a setting that means an address is an address. */
import { BlockList, isIP } from 'node:net'

/** `::ffff:10.0.0.1` is 10.0.0.1, `fe80::1%eth0` is fe80::1; null for what is no address. */
export function plainAddress(text: string): string | null {
  const bare = text.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1] ?? bare
  return isIP(mapped) ? mapped.toLowerCase() : null
}

/** Whoever has an IPv6 address has as many as they like of those that begin with the same 64 bits: where askers are told apart, these are one. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [first = [], last = []] = address.split('::').map((part) => part.split(':').filter(Boolean))
  // The last two may be written as an IPv4 address.
  const many = first.length + last.length + (address.includes('.') ? 1 : 0)
  const groups = address.includes('::') ? [...first, ...Array<string>(8 - many).fill('0'), ...last] : first
  return `${groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

export const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

export function isLoopback(host: string): boolean {
  const address = plainAddress(host)
  return host === 'localhost' || address === '::1' || (address !== null && /^127\./.test(address))
}

/** A prefix shorter than this would trust a large part of the internet, which is to trust nobody's word about the source. */
const prefixMin = 8

/** The proxies of a comma-separated list, or the entries that are none. */
export function readProxies(list: string): { proxies: BlockList; wrong: string[] } {
  const proxies = new BlockList()
  const wrong = list.split(',').map((entry) => entry.trim()).filter((entry) => entry !== '' && !add(proxies, entry))
  return { proxies, wrong }
}

function add(proxies: BlockList, entry: string): boolean {
  const [, host = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? []
  const address = plainAddress(host)
  if (!address) return false
  if (prefix === undefined) proxies.addAddress(address, familyOf(address))
  else if (Number(prefix) < prefixMin || Number(prefix) > (isIP(address) === 6 ? 128 : 32)) return false
  else proxies.addSubnet(address, Number(prefix), familyOf(address))
  return true
}
