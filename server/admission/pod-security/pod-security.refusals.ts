import type { PodSecurityReason } from './decide-pod-security'

export const podSecurityRefusals = {
  pod_unreadable: { says: 'A pod cannot be read, so nothing is known of what it may do.', fix: 'Write it as Kubernetes has it.' },
  below_baseline: { says: 'A pod could reach the node or others on it.', fix: 'Change what is named, or ask the platform for an exception with an end.' },
  below_restricted: { says: 'A pod is not hardened as this namespace asks.', fix: 'Change what is named, or ask the platform for an exception with an end.' },
  below_hardened: { says: 'A pod is not as hard as this namespace asks, which is more than the standards do.', fix: 'Change what is named, or ask the platform for an exception with an end.' },
  production_node: { says: 'A pod of a namespace that is not production chooses production nodes.', fix: 'Leave out what is named, or run it in a production namespace.' },
} as const satisfies Record<PodSecurityReason, { says: string; fix: string }>
