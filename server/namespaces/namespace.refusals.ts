import type { NamespaceRefusal } from './decide-new-namespace'

export const namespaceRefusals = {
  tenant_frozen: { says: 'The tenant is frozen: nothing in it can be changed.', fix: 'Ask a platform admin to thaw it.' },
  name_taken: { says: 'This tenant has a namespace of that name.', fix: 'Choose another name.' },
} as const satisfies Record<NamespaceRefusal, { says: string; fix: string }>
