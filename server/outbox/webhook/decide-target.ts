import ipaddr from 'ipaddr.js'

export type TargetRefusal = 'not_an_address' | 'not_https' | 'not_its_port' | 'has_password' | 'not_public'
export type Target = { readonly ok: true; readonly url: URL; readonly isInside: boolean } | { readonly ok: false; readonly refusal: TargetRefusal }

const longest = 2_048
/** The empty one is https’s own. */
export const usualPorts = ['', '443', '8443'] as const
/** Every address on the internet that is anybody’s begins like this, in six. */
const everybodys = ipaddr.IPv6.parseCIDR('2000::/3')

/** One that could be anybody’s on the internet: not this machine, not this network, not a way around either, and none that is kept for something else. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return false
  const address = ipaddr.parse(text)
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(everybodys))
}

/**
 * Where a webhook may go: https, on the ports that are usual for it, to what has a name on the internet. What an operator said is their own (`inside`, as host:port) may be anywhere and in the clear.
 * A name is resolved when it is told, not here; what it resolves to is asked the same question.
 */
export function decideTarget(text: string, inside: readonly string[], ports: readonly string[] = usualPorts): Target {
  if (text.length > longest || !URL.canParse(text)) return { ok: false, refusal: 'not_an_address' }
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { ok: false, refusal: 'not_https' }
  if (url.username !== '' || url.password !== '') return { ok: false, refusal: 'has_password' }
  if (url.hash !== '') return { ok: false, refusal: 'not_an_address' }
  if (inside.includes(`${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`)) return { ok: true, url, isInside: true }
  if (url.protocol !== 'https:') return { ok: false, refusal: 'not_https' }
  if (!ports.includes(url.port)) return { ok: false, refusal: 'not_its_port' }
  const host = bareHost(url)
  const isAddress = ipaddr.isValid(host)
  if (isAddress ? !isPublicAddress(host) : !/\.[^.]+$/.test(host)) return { ok: false, refusal: 'not_public' }
  return { ok: true, url, isInside: false }
}
/** Without the brackets that an address of six has in an URL. */
export const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')
