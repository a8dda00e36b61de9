import type { Numbers } from '~/components/charts/figure'
import { prepareSteps, type StepsShown } from '~/components/charts/prepare-steps'
import { exact } from '~/components/ui/time'
import { formatAmount, unitOf } from './amount'

/** One version of a limit: an amount in the smallest unit, from when until when it held (null: it holds), and who set it. */
export type LimitVersion = { version: string; limit: string; from: string; to: string | null; setBy: string | null }

/** What a limit was over time. Words and table are exact; only the drawing rounds. */
export function prepareHistory(resource: string, versions: readonly LimitVersion[], now: string): { shown: StepsShown; numbers: Numbers } {
  const { word, size } = unitOf(resource)
  const steps = versions.map(({ limit, from, to }) => ({ from, to, value: Number(limit) / Number(size), says: formatAmount(resource, limit) }))
  const newestFirst = [...versions].sort((a, b) => Date.parse(b.from) - Date.parse(a.from))
  return {
    shown: prepareSteps({ title: `History of ${resource}`, unit: word, series: [{ name: resource, steps }], now }),
    numbers: {
      columns: ['Version', 'Limit', 'From', 'To', 'Set by'],
      rows: newestFirst.map(({ version, limit, from, to, setBy }) => [version, formatAmount(resource, limit), exact(from), to === null ? '' : exact(to), setBy ?? '']),
    },
  }
}
