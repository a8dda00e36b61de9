import { figureOf, formatAmount } from './amount'

export type Amounts = { resource: string; limit: string; used: string; held: string }
type MeterShown = { says: string; state: 'usual' | 'notice' | 'danger'; remark: string | null; taken: number; promised: number }

/** The words come first; the bar repeats them. Near its limit from four fifths on, full when nothing is free. */
export function prepareMeter({ resource, ...amounts }: Amounts): MeterShown {
  const [limit, used, held] = [BigInt(amounts.limit), BigInt(amounts.used), BigInt(amounts.held)]
  const free = limit - used - held < 0n ? 0n : limit - used - held
  const figure = (amount: bigint) => figureOf(resource, amount.toString())
  const says = `${figure(used)} used, ${figure(held)} held, ${figure(free)} free of ${formatAmount(resource, amounts.limit)}`
  const share = (amount: bigint) => (limit === 0n ? 0 : Number((amount * 10_000n) / limit) / 100)
  const state = limit === 0n ? 'usual' : free === 0n ? 'danger' : (used + held) * 5n >= limit * 4n ? 'notice' : 'usual'
  return {
    says, state, remark: { usual: null, notice: 'Near its limit', danger: 'Full' }[state],
    taken: Math.min(100, share(used)), promised: Math.max(0, Math.min(100 - share(used), share(held))),
  }
}
