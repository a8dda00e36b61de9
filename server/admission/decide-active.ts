import type { State } from './facts'
import type { Found } from './found'

/** Whether anything new may be asked for in a tenant: not while it is frozen, nor while its requests are suspended. What was read of the tenant is in what is kept. */
export function decideActive({ id, frozen, suspendedUntil }: State['tenant'], now: string): Found {
  const saw = { tenant: id, frozen, ...(suspendedUntil === undefined ? {} : { suspendedUntil }) }
  if (frozen) return { outcome: 'refuses', reason: 'tenant_frozen', says: 'This tenant is frozen: what it has stays, and nothing is added.', saw }
  if (suspendedUntil === undefined || Date.parse(now) >= Date.parse(suspendedUntil)) return { outcome: 'passes', saw }
  return { outcome: 'refuses', reason: 'requests_suspended', says: `New requests of this tenant are suspended until ${suspendedUntil}: what it has stays, and nothing is added.`, saw }
}
