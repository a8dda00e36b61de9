import { viewOf } from '~/components/ui/view'

/** What the address of the record says: what is searched, whether what belongs together stands together, and which record is open, by tenant, stream and number. */
export const auditView = viewOf({ filters: { query: { longest: 400 }, group: ['reference'] }, panel: { record: { longest: 120 } } })

export type RecordNamed = { tenant: string; stream: 'deed' | 'access'; sequence: string }
export const recordName = ({ tenant, stream, sequence }: RecordNamed): string => `${tenant}.${stream}.${sequence}`
export function recordNamed(text: string | null): RecordNamed | null {
  const [, tenant = '', stream, sequence = ''] = /^([a-z][a-z0-9-]{0,62})\.(deed|access)\.([1-9][0-9]{0,17})$/.exec(text ?? '') ?? []
  return stream === 'deed' || stream === 'access' ? { tenant, stream, sequence } : null
}

/** What is looked for again and again, as addresses. */
export const savedViews: readonly { says: string; query: string }[] = [
  { says: 'Denials today', query: 'outcome:denied since:24h' },
  { says: 'Quotas changed', query: 'resource:quotas verb:change verb:raise' },
  { says: 'Approvals', query: 'resource:requests verb:approve verb:approveInTenant verb:approveTogether verb:approveTogetherInTenant' },
  { says: 'Break-glass', query: 'resource:breakGlass' },
  { says: 'Preemptions', query: 'resource:allocations verb:preempt verb:reclaim' },
  { says: 'Administrative access', query: 'reason:admin_access' },
  { says: 'Device classes', query: 'reason:class_not_approved' },
  { says: 'Claims too large', query: 'reason:parameters_too_large' },
  { says: 'Roles', query: 'resource:members resource:roles resource:staff since:90d' },
  { says: 'What staff did', query: 'role:platform_admin since:90d' },
]
export const ranges = [{ says: '1 hour', since: '1h' }, { says: '24 hours', since: '24h' }, { says: '7 days', since: '7d' }, { says: '30 days', since: '30d' }, { says: '90 days', since: '90d' }, { says: '1 year', since: '365d' }] as const
