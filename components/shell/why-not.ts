import type { TenantStanding } from '~/components/tenants/tenant-state'
import type { Missing, Reason } from '~/components/ui/reason'
import { denials } from '~/server/authorization/denied.refusals'
import { quotaRefusals } from '~/server/quotas/quota.refusals'
import { tenantRefusals } from '~/server/tenants/tenant.refusals'
import { paths } from './paths'

/** Who lacks a permission: why, what it is called, which roles have it, and up to three here who hold one. */
type Lacking = { may: false; because: string; permission: string; roles: readonly string[]; people?: readonly string[] }
type Standing = { may: true } | Lacking
const words: Record<string, string> = {
  platform_admin: 'a platform admin', tenant_admin: 'a tenant admin', namespace_admin: 'a namespace admin', developer: 'a developer', approver: 'an approver', auditor: 'an auditor',
  service_account: 'a service account',
}
export const roleWord = (role: string): string => (words[role] ?? role).replace(/^an? /, '')

const either = (said: readonly string[]): string => (said.length < 2 ? (said[0] ?? 'nobody') : `${said.slice(0, -1).join(', ')} or ${said.at(-1)}`)
/** "a tenant admin or an auditor" */
export const whoMay = (roles: readonly string[]): string => either(roles.map((role) => words[role] ?? role))
/** "Ask Ada Aurora or Bo Borealis." */
export const askWhom = (people: readonly string[] = []): string | null => (people.length ? `Ask ${either(people)}.` : null)

/** What somebody lacks for a deed, with all that there is to know of it. */
export function missingFor(deed: string, { permission, roles, people = [] }: Lacking): Missing {
  const [who, ask] = [whoMay(roles), askWhom(people)]
  const says = [`Only ${who} can ${deed}.`, ask, `The permission is ${permission}.`].filter((part) => part !== null).join(' ')
  return { says, permission, who: `${who.charAt(0).toUpperCase()}${who.slice(1)}`, ask, href: paths.permission(permission) }
}

/** The first reason for which it cannot be done now: whose it is, then what state the tenant is in, then who would carry it out. Null if it can. */
export function whyNot(deed: string, { standing, inTenant = null, engineAnswers }: { standing: Standing; inTenant?: Pick<TenantStanding, 'frozenAt' | 'erasedAt'> | null; engineAnswers: boolean }): Reason | null {
  if (!standing.may && (standing.because === 'not_elevated' || standing.because === 'powers_lapsed')) return `${denials[standing.because].says} ${denials[standing.because].fix}`
  if (!standing.may) return missingFor(deed, standing)
  if (inTenant?.erasedAt) return `${tenantRefusals.erased.says} ${tenantRefusals.erased.fix}`
  if (inTenant?.frozenAt) return `${quotaRefusals.tenant_frozen.says} ${quotaRefusals.tenant_frozen.fix}`
  if (!engineAnswers) return `${denials.engine_unavailable.says.replace(', so nothing was changed', '')} ${denials.engine_unavailable.fix}`
  return null
}
