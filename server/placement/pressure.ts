/**
 * The price of a GPU, as a share of it. Those who may go only to some markets will ask for a known share of all the work that still fits into the fleet, and only these markets can serve them:
 * the share they ask for, times all that is free, by what is free to them. Who may go anywhere presses everywhere alike, and is left out. The price of a market is the sum of who presses on it.
 */
import type { Market } from './fleet'
import { gpuMilliOf, mayBuy, type Typical } from './typical'

type Pressure = (market: number) => number

export function pressure(typical: readonly Typical[], markets: readonly Market[]): Pressure {
  const asked = typical.reduce((sum, { shape, share }) => sum + share * gpuMilliOf(shape), 0)
  const bound = new Map<string, { open: readonly number[]; share: number }>()
  for (const each of typical) {
    const open = [...markets.keys()].filter((at) => markets[at] && mayBuy(each, markets[at]))
    if (open.length === 0 || open.length === markets.length || each.shape.gpus === 0) continue
    const known = bound.get(open.join()) ?? { open, share: 0 }
    bound.set(open.join(), { open, share: known.share + (each.share * gpuMilliOf(each.shape)) / asked })
  }
  const groups = [...bound.values()]
  const groupsOf = markets.map((_, market) => groups.filter(({ open }) => open.includes(market)))
  const free = (open: readonly number[]) => open.reduce((sum, market) => sum + (markets[market]?.gpuMilliFree ?? 0), 0)
  return (market) => {
    const here = groupsOf[market] ?? []
    if (here.length === 0 || !markets[market]?.gpuMilliFree) return 0
    const all = markets.reduce((sum, { gpuMilliFree }) => sum + gpuMilliFree, 0)
    return here.reduce((sum, { open, share }) => sum + (share * all) / free(open), 0)
  }
}
