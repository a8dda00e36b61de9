import type { ClaimsReason } from './decide-claims'

export const claimsRefusals = {
  claim_unreadable: { says: 'A device claim cannot be read, so nothing is known of what it asks for.', fix: 'Write it as resource.k8s.io v1, v1beta2 or v1beta1 has it, each thing once.' },
  admin_access: { says: 'A device claim asks for administrative access.', fix: 'Leave it out; what the platform team needs it for has a template of theirs.' },
  class_not_approved: { says: 'A device claim names a device class that is not approved.', fix: 'Use an approved one.' },
  driver_not_allowed: { says: 'A device claim has parameters for a driver that takes none here.', fix: 'Leave them out, or use a driver that is allowed.' },
  parameters_too_large: { says: 'The parameters of a device claim are larger than Kubernetes takes.', fix: 'Make them smaller than ten kibibytes.' },
  parameters_too_deep: { says: 'The parameters of a device claim nest too deep.', fix: 'Write them flatter.' },
  too_many_devices: { says: 'One device claim can come to more devices than one may.', fix: 'Ask for a count of devices instead of all, or use several claims.' },
} as const satisfies Record<ClaimsReason, { says: string; fix: string }>
