/** What every answer says to the browser, and what no question may say to us. */
import type { IncomingHttpHeaders } from 'node:http'

/** `dev` loosens what the tools of development need: evaluated source maps, injected styles, a socket for reloading. */
export function contentSecurityPolicy(nonce: string, dev = false): string {
  return [
    `default-src 'self'`,
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' ${dev ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    `img-src 'self' data:`,
    `connect-src 'self'${dev ? ' ws:' : ''}`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    ...(dev ? [] : [`require-trusted-types-for 'script'`, 'trusted-types default']),
  ].join('; ')
}

/** Ours and the camera's names: a browser warns of features it does not know, so only those that all of them do. */
const permissions = ['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'payment', 'usb'].map((feature) => `${feature}=()`).join(', ')

export function answerHeaders(csp: string, https: boolean): Record<string, string> {
  return {
    'content-security-policy': csp,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': permissions,
    ...(https ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  }
}

/** Only a file whose name changes with its content may be kept: everything else may be somebody's, and is gone with the tab. */
export const mayBeKept = (path: string, status: number): boolean => path.startsWith('/_next/static/') && (status === 200 || status === 304)

/** Headers by which Next's layers talk to one another, or by which a proxy talks to us: from a stranger they are lies. */
const internal = /^(x-(middleware|nextjs|next|invoke|now|matched|vercel|prerender|rewrite|action-forwarded|bailiwick|forwarded|real-ip|original|http-method|method)\b|next-resume|forwarded$|content-security-policy|proxy$)/

export function withoutInternal(headers: IncomingHttpHeaders): void {
  for (const name of Object.keys(headers)) if (internal.test(name)) delete headers[name]
}
