import { exact } from '~/components/ui/time'
import { quotaRefusals } from '~/server/quotas/quota.refusals'
import type { LinePreviewed, TogetherPreviewed } from '~/server/quotas/preview-together'
import { formatAmount } from './amount'
import type { DraftLine } from './draft'

type Said = Pick<DraftLine, 'namespace' | 'resource' | 'from' | 'to'> & { readonly lowers?: DraftLine['lowers'] }
/** "training: cpu 24 cores → 16 cores", "… as it is freed", "… from 2026-12-01 09:00:00 UTC, as it is freed"; and where it stays what it is, that. */
export function sayLine({ namespace, resource, from, to, lowers = null }: Said): string {
  if (from === to && lowers === null) return `${namespace}: ${resource} stays ${formatAmount(resource, from)}`
  return `${namespace}: ${resource} ${formatAmount(resource, from)} → ${formatAmount(resource, to)}${lowers === null ? '' : lowers.at === null ? ' as it is freed' : ` from ${exact(lowers.at)}, as it is freed`}`
}
/** What was done, as it was meant. */
export const sayChanged = ({ lowers, ...line }: Omit<Said, 'lowers'> & { readonly lowers: { readonly to: string; readonly at: string | null } | null }): string => sayLine({ ...line, to: lowers?.to ?? line.to, lowers })
/** What of a line happens at once, and what of it later. */
export function sayFollows({ resource, from, to, atOnce, used, held }: LinePreviewed, lowers: DraftLine['lowers']): string {
  if (lowers?.at) return `${formatAmount(resource, from ?? to)} until then.`
  if (lowers && atOnce !== null && atOnce !== to) return `${formatAmount(resource, atOnce)} at once. Nothing new takes more than ${formatAmount(resource, to)}, and what ends goes back to the tenant.`
  const left = BigInt(to) - BigInt(used) - BigInt(held)
  return `${formatAmount(resource, `${left > 0n ? left : 0n}`)} would be free there.`
}
export const sayDeed = (tenant: string, lines: readonly DraftLine[]): string => `Change ${lines.length === 1 ? '1 quota' : `${lines.length} quotas`} of ${tenant}. ${lines.map(sayLine).join('; ')}.`

export const sayLeft = ({ resource, before, after }: TogetherPreviewed['left'][number]): string =>
  before === after ? `${resource}: ${formatAmount(resource, before)} left to give, as before.` : `${resource}: ${formatAmount(resource, before)} left to give → ${BigInt(after) < 0n ? `${formatAmount(resource, `${-BigInt(after)}`)} too little` : formatAmount(resource, after)}.`

/** What is wrong with a line, with the nearest amount that would pass. What somebody else did meanwhile is shown beside what was typed. */
export function sayWrong({ resource, refusal, least, most }: LinePreviewed): string | null {
  if (refusal === null || refusal === 'changed_meanwhile') return null
  const { says, fix } = quotaRefusals[refusal]
  return `${says} ${refusal === 'below_current_use' ? `At least ${formatAmount(resource, least)}.` : refusal === 'above_tenant_share' ? `At most ${formatAmount(resource, most)}.` : fix}`
}

/** Who of those that wait there would have room by it, who would have it no more, and what is in the way of the others. */
export function sayWaiting(waiting: TogetherPreviewed['waiting']): string[] {
  const named = (those: readonly { name: string }[]) => (those.length <= 3 ? those.map(({ name }) => name).join(', ') : `${those.slice(0, 2).map(({ name }) => name).join(', ')} and ${those.length - 2} others`)
  const [begin, lose, wait] = [(waiting ?? []).filter(({ hadRoom, hasRoom }) => hasRoom && !hadRoom), (waiting ?? []).filter(({ hadRoom, hasRoom }) => hadRoom && !hasRoom), (waiting ?? []).filter(({ hadRoom, hasRoom }) => !hasRoom && !hadRoom)]
  const inTheWay = [...new Set(wait.flatMap(({ lacks }) => lacks.map(({ level, resource }) => `${resource} of the ${level}`)))]
  return [
    ...(begin.length > 0 ? [`Room for ${named(begin)}, waiting: a turn when the organisation and a node have it, too.`] : []),
    ...(lose.length > 0 ? [`No room any more for ${named(lose)}, waiting.`] : []),
    ...(wait.length > 0 ? [`${named(wait)} would go on waiting${inTheWay.length > 0 ? ` for ${inTheWay.join(' and ')}` : ': others come first'}.`] : []),
  ]
}
