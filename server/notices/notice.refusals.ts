export type NoticeRefusal = 'not_found'

export const noticeRefusals = {
  not_found: { says: 'There is no such notice of yours.', fix: 'Nothing to do.' },
} as const satisfies Record<NoticeRefusal, { says: string; fix: string }>
