import type { PriorityReason } from './decide-priority'

export const priorityRefusals = {
  class_unknown: { says: 'There is no such priority class.', fix: 'Choose one of those allowed to the tenant.' },
  class_not_allowed: { says: 'The priority class is not allowed to the tenant.', fix: 'Choose one that is, or have a tenant admin ask the platform for it.' },
  above_normal: { says: 'The priority class is above what a developer may ask for.', fix: 'Ask for the normal class, or have an admin ask in your place.' },
  nothing_reserved: { says: 'Nothing is reserved for this namespace in that class.', fix: 'Choose another class, or have a tenant admin reserve some.' },
  developer_gpus: { says: 'A developer’s GPUs need a yes.', fix: 'Wait for a tenant admin, or stay within an approved resource profile.' },
  class_needs_approval: { says: 'The priority class needs a yes.', fix: 'Wait for it, or ask for the normal class.' },
  many_devices: { says: 'So many devices at once need a yes.', fix: 'Wait for it, or ask for fewer.' },
  split_request: { says: 'Together with what was given lately, so many devices need a yes.', fix: 'Wait for it, or until the window is over.' },
} as const satisfies Record<PriorityReason, { says: string; fix: string }>
