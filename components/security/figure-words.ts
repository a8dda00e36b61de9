import type { FigureName } from '~/server/security/security'

/** `of` is one of them and `ofMany` are several; `raised` is when a signal of them is raised, after “A signal is raised”. */
export const figureWords = {
  sign_in: { title: 'Sign-ins refused', of: 'refused sign-in', ofMany: 'refused sign-ins', raised: 'when there are more than ten from one place within a minute' },
  denied: { title: 'Told no', of: 'no', ofMany: 'noes', raised: 'when one person is told more than fifty within a minute' },
  over_quota: { title: 'Above a quota', of: 'wish above a quota', ofMany: 'wishes above a quota', raised: 'once an hour for each tenant, while the engine watches' },
  asked: { title: 'Allocations asked for', of: 'allocation asked for', ofMany: 'allocations asked for', raised: 'when a tenant asks for ten times as much as it usually does' },
  preempted: { title: 'Pushed aside', of: 'allocation pushed aside', ofMany: 'allocations pushed aside', raised: 'when more than a hundred of one tenant are within an hour' },
  node: { title: 'Reports of nodes that cannot be', of: 'report that cannot be', ofMany: 'reports that cannot be', raised: 'for each of them' },
} as const satisfies Record<FigureName, { title: string; of: string; ofMany: string; raised: string }>
