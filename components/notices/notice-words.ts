import type { NoticeShown } from '~/server/notices/list-notices'

export type NoticeWords = { says: string; fix: string }
const text = (value: string | null | undefined) => value ?? ''
const from = ({ source }: NoticeShown['body']) => (source ? `, from ${source}` : '')
const kinds: Readonly<Record<string, string>> = { passkey: 'passkey', code: 'code generator', totp: 'code generator' }
const factor = ({ kind, label }: NoticeShown['body']) => `${kinds[text(kind)] ?? 'second factor'}${label ? ` “${label}”` : ''}`

const ifNotYou = 'If that was not you, change your password and end your other sessions.'
/** What happened to somebody's account, where from, and what to do if they did not do it. */
export const noticeWords: Record<NoticeShown['kind'], (body: NoticeShown['body']) => NoticeWords> = {
  factor_added: (body) => ({ says: `A ${factor(body)} was added to your second factors${from(body)}.`, fix: 'If that was not you, remove it, change your password and end your other sessions.' }),
  factor_removed: (body) => ({ says: `The ${factor(body)} was removed from your second factors${from(body)}.`, fix: ifNotYou }),
  factor_failed: (body) => ({ says: `Somebody knew your password and did not pass your second factor${from(body)}.`, fix: 'If that was not you, change your password.' }),
  password_changed: (body) => ({ says: `Your password was changed${from(body)}.`, fix: 'If that was not you, ask an admin for a link to set a new one, now.' }),
  password_reset: (body) => ({ says: `An admin made a link to set a new password for you${from(body)}.`, fix: 'If you did not ask for one, tell your security team.' }),
  recovery_codes_made: (body) => ({ says: `New recovery codes were made${from(body)}; the earlier ones do not work any more.`, fix: ifNotYou }),
  recovery_code_used: (body) => ({ says: `One of your recovery codes was used to come in${from(body)}.`, fix: `Add a new second factor if you lost yours. ${ifNotYou}` }),
  sessions_ended: (body) => ({ says: `An admin ended all your sessions${from(body)}.`, fix: 'If you do not know why, ask them.' }),
  account_disabled: () => ({ says: 'Your account was disabled by an admin.', fix: 'If you do not know why, ask them.' }),
  account_enabled: () => ({ says: 'Your account was enabled again by an admin.', fix: 'Nothing to do.' }),
  allocation_preempted: ({ label }) => ({ says: `${label ? `The allocation ${label}` : 'An allocation of yours'} lost its place: what it had was lent, and whoever it belongs to needs it.`, fix: 'If it may wait it begins again by itself; otherwise ask for it again.' }),
}
