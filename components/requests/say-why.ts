import type { RequestShown } from './request'

const reasons: Readonly<Record<string, string>> = {
  many_devices: 'Many devices at once', developer_gpus: 'A developer’s GPUs', class_needs_approval: 'Its class is given by a yes', split_request: 'Many in a short while', beyond_most: 'Longer than anything may',
}
/** Why somebody is asked, at a glance. A reason without a word here is a rule's. */
export function sayWhy(request: RequestShown): string {
  if (request.kind === 'tenant.create') return 'Every new tenant'
  if (request.kind === 'role.elevate') return 'Longer than anybody may alone'
  if (request.kind === 'policy.except') return 'Less than everybody must meet'
  if (request.kind === 'quota.raise') return 'More than was given'
  if (request.kind === 'pair.allow') return 'Both tenants say yes'
  if (request.kind !== 'allocation.admit' && request.kind !== 'allocation.extend') return 'A rule'
  return reasons[request.payload.reason] ?? 'A rule'
}
