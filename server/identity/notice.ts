/** What a person must be told, wherever they are signed in. */
export const noticeKinds = [
  'factor_added', 'factor_removed', 'factor_failed', 'password_changed', 'password_reset', 'recovery_codes_made', 'recovery_code_used', 'sessions_ended', 'account_disabled', 'account_enabled', 'allocation_preempted',
] as const
export type NoticeKind = (typeof noticeKinds)[number]
