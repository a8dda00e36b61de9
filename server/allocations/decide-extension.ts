import type { Policy } from '~/server/admission/facts'
import { decidePriority, profileFor } from '~/server/admission/priority/decide-priority'
import { decideRule, type RequestLevel, type Rule } from '~/server/requests/decide-rule'

/** What goes on, and until when: by whom it is asked, and what it holds. */
export type Extension = {
  readonly now: string; readonly from: string | null; readonly endsAt: string; readonly burst: boolean; readonly namespace: string; readonly class: string; readonly devices: string; readonly models: readonly string[]
  readonly roles: readonly string[]; readonly hasShare: boolean
}
export type Asks = { readonly level: RequestLevel; readonly rule: Rule; readonly reason: string; readonly says: string }
type Obeyed = Pick<Policy, 'admission' | 'priority' | 'allowedClasses' | 'profiles' | 'approvals'>

const hourMs = 3_600_000
export const hoursBetween = (from: string, to: string): number => Math.max(0, Math.ceil((Date.parse(to) - Date.parse(from)) / hourMs))

/**
 * Whose yes it needs to go on, if anybody's: that of whoever would be asked if it were asked for anew until then. Nothing new is given, so what was given lately does not count.
 * Past what anything may last nobody goes by themselves, and a tenant does not decide it either.
 */
export function decideExtension({ now, from, endsAt, burst, namespace, class: of, devices, models, roles, hasShare }: Extension, { admission, priority, allowedClasses, profiles, approvals }: Obeyed): Asks | null {
  if (from !== null && endsAt <= from) return null
  const wish = { class: of, devices: BigInt(devices), models, hours: hoursBetween(now, endsAt), roles, recent: { person: 0n, namespace: 0n }, hasShare, now }
  const found = decidePriority(priority, allowedClasses, { ...wish, profile: profileFor(profiles, namespace, wish) })
  const most = Math.min(admission.hoursMax, burst ? admission.burstHours : Number.POSITIVE_INFINITY)
  const isBeyond = Date.parse(endsAt) > Date.parse(now) + most * hourMs
  if (found.outcome === 'passes' && !isBeyond) return null
  const level = isBeyond || found.approver === null ? 'platform' : found.approver
  const beyond = { reason: 'beyond_most', says: `From now it would last longer than ${most} hours, and nobody takes that by themselves.` }
  const { reason, says } = isBeyond || found.outcome === 'passes' ? beyond : found
  return { level, rule: decideRule(approvals.rules, { kind: 'allocation.extend', level, devices: BigInt(devices) }), reason, says }
}
