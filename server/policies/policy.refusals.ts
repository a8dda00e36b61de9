import type { PolicyRefusal } from './decide-policy'

export const policyRefusals = {
  tenant_frozen: { says: 'The tenant is frozen: nothing in it can be changed.', fix: 'Ask a platform admin to thaw it.' },
  changed_meanwhile: { says: 'Somebody changed this policy meanwhile.', fix: 'Look at what it is now, then change it again.' },
  no_change: { says: 'That is what the policy is.', fix: 'Nothing to do.' },
} as const satisfies Record<PolicyRefusal, { says: string; fix: string }>
