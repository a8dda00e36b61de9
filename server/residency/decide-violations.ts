import type { ResidencyReason } from '~/server/admission/residency/decide-residency'
import { grouped } from '~/server/shared/grouped'
import type { Stay } from './decide-stays'

/** Work that is where it may not be: one for each piece of work, however many of its pods are. */
export type Breach = { readonly work: string; readonly namespace: string | null; readonly allocation: string | null; readonly regions: readonly string[]; readonly nodes: readonly string[]; readonly reason: ResidencyReason; readonly policy: string | null }
/** One that was begun, as it stands. */
export type OpenViolation = Breach & { readonly id: string; readonly contained: boolean }
export const endings = ['over', 'moved', 'allowed', 'unknown', 'contained'] as const
export type Ending = (typeof endings)[number]
export type ViolationStep =
  | { readonly step: 'begin'; readonly breach: Breach }
  | { readonly step: 'update'; readonly id: string; readonly breach: Breach }
  | { readonly step: 'resolve'; readonly id: string; readonly because: Ending }

const sorted = (words: readonly (string | null)[]) => [...new Set(words.filter((word) => word !== null))].sort()

/** What is prohibited, folded by the work that it is about. The reason is that of the first node by name, so that it is always the same. */
export function breachesIn(stays: readonly Stay[]): Breach[] {
  const byWork = grouped(stays.filter(({ state }) => state === 'prohibited'), ({ work }) => work)
  return [...byWork].sort(([one], [other]) => (one < other ? -1 : 1)).map(([work, all]) => {
    const [first] = [...all].sort((one, other) => (one.node < other.node ? -1 : 1)) as [Stay]
    return { work, namespace: first.namespace, allocation: first.allocation, regions: sorted(all.map(({ region }) => region)), nodes: sorted(all.map(({ node }) => node)), reason: first.reason as ResidencyReason, policy: first.policy }
  })
}

const same = (one: Breach, other: Breach) => one.reason === other.reason && one.policy === other.policy && one.regions.join() === other.regions.join() && one.nodes.join() === other.nodes.join()

/** What is to be said of violations, by what stays now and what was open. One that is over is resolved with why: its work is gone, because it was contained or by itself; or it moved, became allowed, or nobody knows any more. */
export function decideViolations(stays: readonly Stay[], open: readonly OpenViolation[]): ViolationStep[] {
  const now = breachesIn(stays)
  const steps: ViolationStep[] = now.flatMap((breach): ViolationStep[] => {
    const known = open.find(({ work }) => work === breach.work)
    if (!known) return [{ step: 'begin', breach }]
    return same(known, breach) ? [] : [{ step: 'update', id: known.id, breach }]
  })
  const over = open.filter(({ work }) => !now.some((breach) => breach.work === work))
  return [...steps, ...over.map(({ id, work, nodes, contained }): ViolationStep => ({ step: 'resolve', id, because: endingOf(stays.filter((stay) => stay.work === work), nodes, contained) }))]
}
function endingOf(stays: readonly Stay[], nodes: readonly string[], contained: boolean): Ending {
  if (stays.length === 0) return contained ? 'contained' : 'over'
  if (stays.some(({ state }) => state === 'unknown')) return 'unknown'
  return stays.some(({ node }) => nodes.includes(node)) ? 'allowed' : 'moved'
}
