import { decideTarget, type Target, usualPorts } from '~/server/outbox/webhook/decide-target'
import type { Way } from './feed'

/** Syslog's own port by TLS (RFC 5425), and the one of https, by which many are reached. The empty one is that. */
const syslogPorts = ['', '6514'] as const
const syslogUrl = /^(tls|tcp):\/\/(\[[0-9a-f:.]{2,45}\]|[^\s/:@?#[\]\\]{1,253})(?::([0-9]{1,5}))?\/?$/i
const usualPort = { tls: '6514', tcp: '601' } as const

/** Where a feed may go: by the rules of webhooks, whichever way. Syslog is `tls://host:port`; `tcp` is in the clear, so it is for what an operator said is theirs. */
export function decideAddress(way: Way, text: string, inside: readonly string[]): Target {
  if (way === 'webhook') return decideTarget(text, inside, usualPorts)
  const [, scheme, host, port] = syslogUrl.exec(text) ?? []
  if (!scheme || !host) return { ok: false, refusal: 'not_an_address' }
  const isTls = scheme.toLowerCase() === 'tls'
  return decideTarget(`${isTls ? 'https' : 'http'}://${host}:${port ?? usualPort[isTls ? 'tls' : 'tcp']}/`, inside, syslogPorts)
}
