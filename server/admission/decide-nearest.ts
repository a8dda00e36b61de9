import { decide } from './decide'
import type { Policy, State, Verdict, Wish } from './facts'

/** One thing to change, and what would then become of the wish. */
export type Nearest =
  | { readonly change: 'fewer_pods'; readonly pods: number; readonly verdict: Verdict }
  | { readonly change: 'fewer_devices'; readonly resource: string; readonly amount: string; readonly verdict: Verdict }
  | { readonly change: 'shorter'; readonly hours: number; readonly verdict: Verdict }
  | { readonly change: 'other_class'; readonly class: string; readonly verdict: Verdict }
  | { readonly change: 'other_region'; readonly region: string | null; readonly verdict: Verdict }
  | { readonly change: 'later'; readonly verdict: Verdict }

const rank: Record<Verdict, number> = { refuse: 0, hold: 1, admit: 2 }
const devicesMost = 10_000

/**
 * The smallest change of each kind that gets further, by the decider itself: what is refused admitted or held, what is held admitted. Of what would only be held the most
 * that would be admitted is told besides. Nothing is searched for that the decider does not answer, so whatever this says is true of the facts it was asked about.
 */
export function decideNearest(state: State, wish: Wish, policy: Policy, now: string): Nearest[] {
  const own = decide(state, wish, policy, now)
  if (own.verdict === 'admit') return []
  const verdictOf = (part: Partial<Wish>): Verdict => decide(state, { ...wish, ...part }, policy, now).verdict
  const gets = (part: Partial<Wish>): Verdict | null => {
    const verdict = verdictOf(part)
    return rank[verdict] > rank[own.verdict] ? verdict : null
  }
  const found: Nearest[] = []
  const fewer = (upTo: number, part: (count: number) => Partial<Wish>) => {
    const counts = [most(upTo, (count) => gets(part(count)) !== null), most(upTo, (count) => verdictOf(part(count)) === 'admit')]
    return [...new Set(counts)].filter((count) => count > 0).map((count) => ({ count, verdict: verdictOf(part(count)) }))
  }
  for (const { count: pods, verdict } of fewer(wish.pods - 1, (count) => ({ pods: count }))) found.push({ change: 'fewer_pods', pods, verdict })
  for (const resource of Object.keys(wish.each).filter((name) => name.endsWith('/gpu')).sort()) {
    const asked = Number(wish.each[resource])
    if (!Number.isSafeInteger(asked) || asked > devicesMost) continue
    for (const { count, verdict } of fewer(asked - 1, (count) => ({ each: { ...wish.each, [resource]: String(count) } }))) found.push({ change: 'fewer_devices', resource, amount: String(count), verdict })
  }
  const hours = most(Math.min(policy.admission.hoursMax, (wish.hours ?? policy.admission.hoursMax) - 1), (count) => gets({ hours: count }) !== null)
  if (hours > 0) found.push({ change: 'shorter', hours, verdict: verdictOf({ hours }) })
  for (const name of [policy.priority.normal, ...policy.allowedClasses].filter((name) => name !== wish.class)) {
    const verdict = gets({ class: name })
    if (verdict) found.push({ change: 'other_class', class: name, verdict })
  }
  if (wish.region !== null) {
    const region = [null, ...state.regions.map(({ region: name }) => name)].find((name) => name !== wish.region && gets({ region: name }) !== null)
    if (region !== undefined) found.push({ change: 'other_region', region, verdict: verdictOf({ region }) })
  }
  // Whether even an empty fleet would take what no node has room for is not known here.
  const later = wish.waits || own.reason === 'no_node_fits' ? null : gets({ waits: true })
  if (later) found.push({ change: 'later', verdict: later })
  return found
}

/** The most of them that does, where less always does when more does; nought if one does not. */
function most(upTo: number, does: (count: number) => boolean): number {
  if (upTo < 1 || !does(1)) return 0
  let [low, high] = [1, upTo]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (does(middle)) low = middle
    else high = middle - 1
  }
  return low
}
