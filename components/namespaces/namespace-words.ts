import type { Level } from '~/server/admission/pod-security/decide-level'
import type { Environment } from '~/server/namespaces/decide-attributes'
import type { StateOfNamespace } from '~/server/namespaces/namespace'

export const environmentWords: Record<Environment, string> = { production: 'Production', staging: 'Staging', test: 'Test', development: 'Development' }
export const stateWords: Record<StateOfNamespace, string> = { open: 'Open', frozen: 'Frozen', closing: 'Being deleted', deleted: 'Deleted' }
export const podSecurityWords: Record<Level, string> = { privileged: 'Privileged: nothing is asked', baseline: 'Baseline', restricted: 'Restricted', hardened: 'Hardened: beyond Restricted' }
