import type { FigureName } from '~/server/security/security'

/** `of` is one of them and `ofMany` are several; `limit` is what a signal is raised for. */
export const figureWords = {
  sign_in: { title: 'Sign-ins refused', of: 'refused sign-in', ofMany: 'refused sign-ins', limit: 'more than ten failures from one place within a minute' },
  denied: { title: 'Told no', of: 'no', ofMany: 'noes', limit: 'more than fifty noes to one person within a minute' },
  over_quota: { title: 'Above a quota', of: 'wish above a quota', ofMany: 'wishes above a quota', limit: 'any of a tenant, once an hour' },
  asked: { title: 'Allocations asked for', of: 'allocation asked for', ofMany: 'allocations asked for', limit: 'ten times as much as a tenant usually asks for' },
  preempted: { title: 'Pushed aside', of: 'allocation pushed aside', ofMany: 'allocations pushed aside', limit: 'more than a hundred of one tenant within an hour' },
  node: { title: 'Reports of nodes that cannot be', of: 'report that cannot be', ofMany: 'reports that cannot be', limit: 'each of them' },
} as const satisfies Record<FigureName, { title: string; of: string; ofMany: string; limit: string }>
