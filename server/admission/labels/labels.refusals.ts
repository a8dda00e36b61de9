import type { LabelsReason } from './decide-labels'

export const labelsRefusals = {
  label_missing: { says: 'A label that every allocation needs is missing.', fix: 'Add the label.' },
  label_contradicts: { says: 'A label is not what it is in this namespace.', fix: 'Leave the label out: the namespace gives it.' },
  label_malformed: { says: 'The value of a label is not as it must be.', fix: 'Correct the value of the label.' },
  name_malformed: { says: 'The name is not as names are here.', fix: 'Write it as the policy of labels asks.' },
} as const satisfies Record<LabelsReason, { says: string; fix: string }>
