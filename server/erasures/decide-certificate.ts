export type CertificateFacts = {
  /** Whether it is one at all; whether the key that was told, or else the one that it names, vouches for it. */
  readonly read: boolean; readonly signed: boolean; readonly told: boolean
  /** Whether both checkpoints are that key's, the later has the deed, and it goes on from the earlier. */
  readonly checkpoints: boolean; readonly included: boolean; readonly consistent: boolean
}
export type CertificateReason = 'not_a_certificate' | 'not_signed' | 'checkpoint_not_signed' | 'deed_not_in_log' | 'log_rewritten' | 'key_not_told'
export type CertificateVerdict = 'valid' | 'by_its_own_key' | 'invalid'

/** Order is precedence. Without a key that somebody was told elsewhere it is only whole by the one that it names. */
export function decideCertificate({ read, signed, told, checkpoints, included, consistent }: CertificateFacts): { verdict: CertificateVerdict; reason: CertificateReason | null } {
  const wrong = !read ? 'not_a_certificate' : !signed ? 'not_signed' : !checkpoints ? 'checkpoint_not_signed' : !included ? 'deed_not_in_log' : !consistent ? 'log_rewritten' : null
  if (wrong !== null) return { verdict: 'invalid', reason: wrong }
  return told ? { verdict: 'valid', reason: null } : { verdict: 'by_its_own_key', reason: 'key_not_told' }
}
