import type { CertificateReason } from './decide-certificate'

export const certificateRefusals = {
  not_a_certificate: { says: 'This is no certificate of erasure.', fix: 'Download it again.' },
  not_signed: { says: 'The key does not vouch for it: it was altered, or is of another log.', fix: 'Ask whoever gave it to you for the one that they have.' },
  checkpoint_not_signed: { says: 'A checkpoint in it is not signed by that log.', fix: 'Ask whoever runs the log.' },
  deed_not_in_log: { says: 'The deed that it is about is not in the log that it names.', fix: 'Ask whoever runs the log.' },
  log_rewritten: { says: 'The log with the erasure does not begin with the log of before.', fix: 'Compare it with a checkpoint that somebody kept.' },
  key_not_told: { says: 'It is whole, by the key that it names itself.', fix: 'Give the key that you were told with --log.' },
} as const satisfies Record<CertificateReason, { says: string; fix: string }>
