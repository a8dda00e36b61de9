import { denials } from '~/server/authorization/denied.refusals'
import { quotaRefusals } from '~/server/quotas/quota.refusals'

type Standing = { may: true } | { may: false; because: string; roles: readonly string[] }
const words: Record<string, string> = {
  platform_admin: 'a platform admin', tenant_admin: 'a tenant admin', namespace_admin: 'a namespace admin', developer: 'a developer', approver: 'an approver', auditor: 'an auditor',
  service_account: 'a service account',
}
export const roleWord = (role: string): string => (words[role] ?? role).replace(/^an? /, '')

/** "a tenant admin or an auditor" */
export function whoMay(roles: readonly string[]): string {
  const said = roles.map((role) => words[role] ?? role)
  return said.length < 2 ? (said[0] ?? 'nobody') : `${said.slice(0, -1).join(', ')} or ${said.at(-1)}`
}

/** The first reason for which it cannot be done now: whose it is, then what state the tenant is in, then who would carry it out. Null if it can. */
export function whyNot(deed: string, { standing, tenantIsFrozen = false, engineAnswers }: { standing: Standing; tenantIsFrozen?: boolean; engineAnswers: boolean }): string | null {
  if (!standing.may && (standing.because === 'not_elevated' || standing.because === 'powers_lapsed')) return `${denials[standing.because].says} ${denials[standing.because].fix}`
  if (!standing.may) return `Only ${whoMay(standing.roles)} can ${deed}.`
  if (tenantIsFrozen) return `${quotaRefusals.tenant_frozen.says} ${quotaRefusals.tenant_frozen.fix}`
  if (!engineAnswers) return `${denials.engine_unavailable.says.replace(', so nothing was changed', '')} ${denials.engine_unavailable.fix}`
  return null
}
