/** What happened to one's account or what one had: shown on every page, wherever one is signed in, until one says that one knows. */
export const standingKinds = [
  'factor_added', 'factor_removed', 'factor_failed', 'password_changed', 'password_reset', 'recovery_codes_made', 'recovery_code_used', 'sessions_ended', 'account_disabled', 'account_enabled', 'member_reset', 'allocation_preempted', 'allocation_shrunk', 'allocation_unused', 'break_glass_asked', 'break_glass_opened', 'break_glass_over', 'delegation_began', 'delegation_ended', 'access_ended', 'erasure_asked', 'erasure_signed', 'erasure_taken_back', 'approvals_lowered', 'admin_changed',
] as const
/** What waits, was decided or ends: shown in the inbox. */
export const inboxKinds = ['request_waits', 'request_decided', 'request_question', 'request_terms_changed', 'lease_ends', 'allocation_expired', 'wait_over', 'pair_decided', 'pair_ended', 'pair_ends', 'review_waits', 'review_closed', 'review_spared', 'access_ends', 'limit_lowered', 'over_quota', 'case_moved', 'case_answered'] as const
/** What is written by mail: what is in the inbox, and what became of somebody's work, for whoever is not there sees no page. */
export const mailedKinds = [...inboxKinds, 'allocation_preempted', 'allocation_shrunk', 'allocation_unused'] as const
/** What a person must be told. */
export const noticeKinds = [...standingKinds, ...inboxKinds] as const
export type InboxKind = (typeof inboxKinds)[number]
export type MailedKind = (typeof mailedKinds)[number]
export type NoticeKind = (typeof noticeKinds)[number]
export type NoticeBody = { readonly [name: string]: string | null }

export const stands = (kind: NoticeKind): boolean => (standingKinds as readonly string[]).includes(kind)
/** Somebody else waits until this is answered: whoever wants to, hears of it at once. */
const urgent: readonly NoticeKind[] = ['request_waits', 'request_question', 'request_terms_changed']
export const waitsForThem = (kind: NoticeKind): boolean => urgent.includes(kind)
