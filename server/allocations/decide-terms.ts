import type { Effects } from '~/server/admission/decide-effects'
import type { State, Wish } from '~/server/admission/facts'
import type { Json } from '~/server/shared/canonical'

/** What whoever says yes signs: all that would be theirs to regret. Nodes, queues and totals move all the time, and are shown, not signed. */
export type Terms = {
  readonly allocation: string; readonly tenant: string; readonly namespace: string; readonly name: string; readonly class: string; readonly pods: number
  readonly amounts: Readonly<Record<string, string>>; readonly devices: string; readonly models: readonly string[]; readonly region: string | null; readonly regions: readonly string[]; readonly isolation: number
  /** From when it begins: those that it is given, which may be fewer than were asked for. */
  readonly hours: number
  /** It may begin later than the yes, as soon as there is room. */
  readonly waits: boolean
  /** More than the place's own share: lent, and the first to go. */
  readonly burst: boolean
  readonly reserved: boolean
  /** Whose place it takes. */
  readonly victims: readonly { readonly tenant: string; readonly allocation: string }[]
  readonly policies: string
  readonly fits: 'every level'
}

export function decideTerms(allocation: string, wish: Wish, { isolationLevel }: Pick<State['tenant'], 'isolationLevel'>, { amounts, devices, regions, hours, burst, reserved, victims }: Effects, policies: string): Terms {
  return {
    allocation, tenant: wish.tenant, namespace: wish.namespace, name: wish.name, class: wish.class, pods: wish.pods, amounts, devices, models: [...wish.models].sort(), region: wish.region, regions: [...regions].sort(), isolation: isolationLevel,
    hours, waits: wish.waits, burst, reserved, victims: [...victims].sort((one, other) => (one.allocation < other.allocation ? -1 : 1)), policies, fits: 'every level',
  }
}

/** What of the terms is otherwise now, by name. */
export type Moved = { readonly term: string; readonly was: Json; readonly is: Json }
export function decideMoved(was: { readonly [name: string]: Json }, is: { readonly [name: string]: Json }): Moved[] {
  const same = (one: Json | undefined, other: Json | undefined) => sorted(one ?? null) === sorted(other ?? null)
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].sort().filter((term) => term !== 'version' && !same(was[term], is[term])).map((term) => ({ term, was: was[term] ?? null, is: is[term] ?? null }))
}
/** Row columns keep no order of names. */
function sorted(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(sorted).join(',')}]`
  return `{${Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, part]) => `${JSON.stringify(name)}:${sorted(part)}`).join(',')}}`
}
