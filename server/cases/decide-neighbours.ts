/**
 * Whose use of a shared node goes with the loss of somebody else's work there: beyond what it was charged it began to use more of the node, and from then on another's work did less than it
 * did before. That one is the cause of the other is not measured, so it is a hint for people.
 */
import { slotMs } from '~/server/clusters/slot'
import { idleMost } from './decide-use'

/** What a tenant uses beyond what it is charged, in thousandths of the node: of what it takes the most of. Null where any of it is not known. */
export type Over = number | null
/** Somebody's work, and how much of what it has it uses, in thousandths; null where that is not known. */
export type Work = { readonly tenant: string; readonly work: string; readonly use: number | null }
/** A node at the beginning of a slot. Whoever is not named ran nothing there. */
export type NodeLook = { readonly at: number; readonly over: ReadonlyMap<string, Over>; readonly works: readonly Work[] }
type Slowed = { readonly tenant: string; readonly work: string; readonly was: number; readonly is: number }
export type Noise = { readonly tenant: string; readonly since: number; readonly over: number; readonly slowed: readonly Slowed[] }

/** From a tenth of a node on, in so many slots one after another; and so many before it in which it was not so, by which it is known what is normal. */
export const [overFrom, loudSlots, quietSlots] = [100, 3, 6]
/** By so many of a hundred of its own normal, where that is no trifle. What uses next to nothing has stopped, and was not slowed. */
export const [lostPercent, normalFrom] = [30, 200]

/** Looks of one node, in the order of their moments. */
export function noisyOn(looks: readonly NodeLook[], now: number): Noise[] {
  const known = unbroken(looks, now)
  const tenants = [...new Set(known.at(-1)?.over.keys())].sort()
  return tenants.flatMap((tenant) => {
    const over = known.map((look) => overOf(look, tenant))
    const quiet = over.findLastIndex((one) => one === null || one < overFrom)
    const [before, loud] = [known.slice(0, quiet + 1).slice(-quietSlots), known.slice(quiet + 1)]
    const [first] = loud
    if (!first || loud.length < loudSlots || before.length < quietSlots || before.some((look) => !isQuiet(overOf(look, tenant)))) return []
    const slowed = (known.at(-1)?.works ?? []).filter((one) => one.tenant !== tenant).flatMap((one) => slowedBy(one, before, loud))
    return slowed.length === 0 ? [] : [{ tenant, since: first.at, over: over.at(-1) ?? 0, slowed }]
  })
}

/** The last of them that follow each other without a slot missing, up to that of now. */
function unbroken(looks: readonly NodeLook[], now: number): readonly NodeLook[] {
  const last = looks.at(-1)
  if (!last || now < last.at || now - last.at >= slotMs) return []
  const gap = looks.findLastIndex(({ at }, n) => n + 1 < looks.length && (looks[n + 1]?.at ?? 0) - at !== slotMs)
  return looks.slice(gap + 1)
}

const overOf = ({ over }: NodeLook, tenant: string): Over => over.get(tenant) ?? (over.has(tenant) ? null : 0)
const isQuiet = (over: Over) => over !== null && over < overFrom
const useIn = ({ works }: NodeLook, { tenant, work }: Work) => works.find((one) => one.tenant === tenant && one.work === work)?.use ?? null
const isLess = (use: number, normal: number) => (normal - use) * 100 >= normal * lostPercent

/** One slot in which it was not heard, and nothing is known of it. What was now and then as low before is as it always is. */
function slowedBy(one: Work, before: readonly NodeLook[], loud: readonly NodeLook[]): Slowed[] {
  const [then, since] = [before.map((look) => useIn(look, one)), loud.map((look) => useIn(look, one))]
  if ([...then, ...since].includes(null)) return []
  const [was, is] = [then.map(Number), since.map(Number)]
  const normal = Math.round(was.reduce((sum, use) => sum + use, 0) / was.length)
  if (normal < normalFrom || was.some((use) => isLess(use, normal)) || !is.every((use) => use > idleMost && isLess(use, normal))) return []
  return [{ tenant: one.tenant, work: one.work, was: normal, is: Math.round(is.reduce((sum, use) => sum + use, 0) / is.length) }]
}
