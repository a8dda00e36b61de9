import type { Came, Trial } from '~/server/policies/decide-trial'

const verdicts = { admit: 'admitted', hold: 'held', refuse: 'refused' } as const
export const sayCame = ({ verdict, reason, byRule }: Came): string => `${verdicts[verdict]}${byRule ? ', by rule' : ''}${reason === null ? '' : ` (${reason})`}`

/** "Of the last 412 wishes 143 would have come out otherwise, 132 of them in training." */
export function sayTrial({ looked, unread, flips, namespaces }: Trial): string {
  if (looked === 0) return unread === 0 ? 'Nothing has been asked for yet.' : 'Nothing of what was asked for can be read by this version.'
  const flipped = flips.reduce((sum, { times }) => sum + times, 0)
  const most = namespaces[0]
  const where = flipped > 1 && most !== undefined && namespaces.length > 1 ? `, ${most.flipped === flipped ? 'all' : most.flipped} of them in ${most.namespace}` : ''
  const left = unread === 0 ? '' : ` ${unread} more were decided by a version that this one cannot read.`
  return `${flipped === 0 ? `None of the last ${looked} wishes would have come out otherwise` : `Of the last ${looked} wishes ${flipped} would have come out otherwise`}${where}.${left}`
}
