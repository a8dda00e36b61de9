import type { Cost, Range } from '~/server/prices/decide-cost'
import { many } from '~/server/shared/many'
import { resourceWord } from './amounts'

const grouped = (amount: string) => amount.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')
export const sayRange = ({ from, to }: Range) => (from === to ? grouped(from) : `${grouped(from)} to ${grouped(to)}`)
const units: Readonly<Record<string, string>> = { cpu: 'core', memory: 'GiB' }

/** What it costs a day and in all; how that was reckoned, on demand. */
export function CostShown({ cost }: { cost: Cost | null }) {
  if (cost === null) return <>—, no prices are set</>
  const { currency, lines, isolation: { level, factor }, hours, perDay, total, unpriced } = cost
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1">
      <p className="text-strong tabular-nums">{currency} {sayRange(perDay)} a day{total !== null && <>, {sayRange(total)} in all</>}</p>
      {unpriced.length > 0 && <p>Without {unpriced.map(resourceWord).join(', ')}: no price is set.</p>}
      <details>
        <summary className="quiet-motion -ml-2 inline-flex min-h-6 list-none items-center rounded-control px-2 text-accent hover:bg-hover">How it is reckoned</summary>
        <ul className="grid gap-0.5 tabular-nums">
          {lines.map(({ resource, count, price, perHour }) => <li key={resource}>{resourceWord(resource)}: {count} at {sayRange(price)} an hour{units[resource] && ` a ${units[resource]}`}, {sayRange(perHour)} an hour</li>)}
          {level > 1 && <li>Isolation level {level}: × {factor}</li>}
          <li>A day: × 24{hours !== null && <>. In all: × {many(hours, 'hour')}, rounded once</>}</li>
        </ul>
      </details>
    </div>
  )
}
