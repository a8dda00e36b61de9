import { z } from 'zod'

const saysWhat = ['allocations.create', 'allocations.amend', 'requests.offer', 'requests.offerInTenant']
/** What is asked for, as it was written last, so that it can be asked for again. */
const OfAsked = z.object({ each: z.record(z.string(), z.string()), models: z.array(z.string()), region: z.string().nullable(), hours: z.int().nullable(), labels: z.record(z.string(), z.string()), waits: z.boolean() })
export type AskedFor = z.infer<typeof OfAsked>

/** Of the decisions on an allocation, in order; null where an earlier version wrote it otherwise. */
export function askedOf(decisions: readonly { readonly action: string; readonly verdict: string; readonly facts: string }[]): { readonly asked: AskedFor | null; readonly purpose: string } {
  const last = decisions.findLast(({ action, verdict }) => verdict !== 'refuse' && saysWhat.includes(action)) ?? decisions[0]
  const wish = (JSON.parse(last?.facts ?? '{}') as { wish?: { purpose: string } }).wish
  return { asked: OfAsked.safeParse(wish).data ?? null, purpose: wish?.purpose ?? '' }
}
