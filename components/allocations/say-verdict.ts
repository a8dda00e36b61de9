import type { Tone } from '~/components/ui/badge'
import { yesesOf } from './say-rule'
import type { Previewed } from './use-preview'

type Answer = Pick<Previewed, 'verdict' | 'rule'>
/** What would happen, in as few words as there are for it. */
export function sayVerdict({ verdict, rule }: Answer): string {
  if (verdict !== 'hold') return verdict === 'admit' ? 'Starts at once' : 'Cannot'
  if (rule === null) return 'Waits for room'
  return yesesOf(rule) === 1 ? 'Needs 1 approval' : `Needs ${yesesOf(rule)} approvals`
}
export const verdictTone = ({ verdict, rule }: Answer): Tone => (verdict === 'admit' ? 'ok' : verdict === 'refuse' ? 'danger' : rule === null ? 'info' : 'notice')
