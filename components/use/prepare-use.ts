import type { Numbers } from '~/components/charts/figure'
import { prepareSteps, type Series, type Step, type StepsShown } from '~/components/charts/prepare-steps'
import { exact } from '~/components/ui/time'
import { figure } from '~/server/shared/figure'
import { decideKnown } from '~/server/use/decide-known'
import type { UseRead } from '~/server/use/read-use'

export type Prepared = { shown: StepsShown; numbers: Numbers }
type Sums = UseRead['over'][number]
type Resource = { title: string; unit: string; size: number; charged: (sums: Sums) => string; measured: (sums: Sums) => string; used: (sums: Sums) => string }
export const resources = {
  gpu: { title: 'GPUs', unit: '', size: 1000, charged: (sums) => sums.gpuCharged, measured: (sums) => sums.gpuMeasured, used: (sums) => sums.gpuUsed },
  cpu: { title: 'CPU', unit: 'cores', size: 1000, charged: (sums) => sums.cpuCharged, measured: (sums) => sums.cpuMeasured, used: (sums) => sums.cpuUsed },
  memory: { title: 'Memory', unit: 'GiB', size: 2 ** 30, charged: (sums) => sums.memoryCharged, measured: (sums) => sums.memoryMeasured, used: (sums) => sums.memoryUsed },
} as const satisfies Record<string, Resource>

export const share = (part: bigint, whole: bigint): string => (whole === 0n ? '—' : `${figure(Number((part * 1000n) / whole) / 10, 1)} %`)
const sum = (amounts: readonly bigint[]) => amounts.reduce((all, one) => all + one, 0n)

/** Of a bucket what there was on average, while somebody looked; where nobody did there is a gap, and never a nought. */
function stepsOf({ buckets }: UseRead, size: number, amountAt: (at: number) => bigint | null): Step[] {
  return buckets.flatMap(({ from, to, slots }, at) => {
    const amount = slots === 0 ? null : amountAt(at)
    if (amount === null) return []
    const value = Number(amount) / slots / size
    return [{ from, to: at === buckets.length - 1 ? null : to, value, says: figure(value, 1) }]
  })
}
const sayStep = (steps: readonly Step[]) => {
  const at = new Map(steps.map(({ from, says }) => [from, says]))
  return (from: string) => at.get(from) ?? '—'
}

/** What was charged and what of it was used. It says of how much it knows. */
export function prepareUse(read: UseRead, of: keyof typeof resources): Prepared {
  const { title, unit, size, charged, measured, used }: Resource = resources[of]
  const { buckets } = read
  const at = buckets.map((_, place) => read.over.filter((line) => line.at === place))
  const total = (place: number, figure: (sums: Sums) => string) => sum((at[place] ?? []).map((line) => BigInt(figure(line))))
  const chargedSteps = stepsOf(read, size, (place) => total(place, charged))
  const usedSteps = stepsOf(read, size, (place) => decideKnown({ charged: total(place, charged), measured: total(place, measured), used: total(place, used) }))
  const series: Series[] = [{ name: 'Charged', steps: chargedSteps }, { name: 'Metered', steps: usedSteps }]
  const shown = prepareSteps({ title, unit, series, now: buckets.at(-1)?.to ?? new Date(0).toISOString() })
  const all = (figure: (sums: Sums) => string) => sum(read.over.map((line) => BigInt(figure(line))))
  const [sayCharged, sayUsed] = [sayStep(chargedSteps), sayStep(usedSteps)]
  return {
    shown: { ...shown, sentence: sentenceOf(read, { title, unit, size }, all(charged), { measured: all(measured), used: all(used) }, chargedSteps) },
    numbers: {
      columns: ['From', `Charged, ${unit || title}`, `Metered, ${unit || title}`, 'Of it measured'],
      rows: buckets.map(({ from }, place) => [exact(from), sayCharged(from), sayUsed(from), (buckets[place]?.slots ?? 0) === 0 ? '—' : share(total(place, measured), total(place, charged))]).reverse(),
    },
  }
}

function sentenceOf({ buckets }: UseRead, { title, unit, size }: Pick<Resource, 'title' | 'unit' | 'size'>, charged: bigint, known: { measured: bigint; used: bigint }, steps: readonly Step[]): string {
  const slots = buckets.reduce((many, bucket) => many + bucket.slots, 0)
  if (slots === 0) return 'Nobody looked in this time: what was charged is not known.'
  const word = unit === '' ? title : unit
  const most = steps.reduce((highest, { value }) => Math.max(highest, value), 0)
  const gaps = buckets.filter((bucket) => bucket.slots === 0).length
  const mean = figure(Number(charged) / slots / size, 1)
  const begins = charged === 0n ? 'Nothing was charged.' : `${mean} ${mean === '1' ? `${word.replace(/s$/, '')} was` : `${word} were`} charged on average, ${figure(most, 1)} at most.`
  const metered = charged === 0n ? '' : known.measured === 0n ? ' None of it was measured.' : ` Of what was charged ${share(known.measured, charged)} was measured, and of that ${share(known.used, known.measured)} was used.`
  return `${begins}${metered}${gaps > 0 ? ` Where there is a gap nobody looked.` : ''}`
}

/** What was charged of GPUs, of each of the first and of all others together. */
export function prepareParts(read: UseRead, title: string, nameOf: (key: string | null) => string): Prepared {
  const keys = [...new Set([...read.parts.map(({ key }) => key), ...read.over.map(({ key }) => key)])].filter((key) => read.over.some((line) => line.key === key))
  const series = keys.map((key) => {
    const own = new Map(read.over.filter((line) => line.key === key).map((line) => [line.at, BigInt(line.gpuCharged)]))
    return { name: nameOf(key), steps: stepsOf(read, 1000, (place) => own.get(place) ?? 0n) }
  })
  const shown = prepareSteps({ title, unit: '', series, now: read.buckets.at(-1)?.to ?? new Date(0).toISOString() })
  const [first] = [...read.parts].filter(({ key }) => key !== null)
  const all = sum(read.over.map(({ gpuCharged }) => BigInt(gpuCharged)))
  const says = series.map(({ steps }) => sayStep(steps))
  return {
    shown: { ...shown, sentence: !first || all === 0n ? 'No GPU was charged.' : `Most: ${nameOf(first.key)}, ${share(BigInt(first.sums.gpuCharged), all)} of all.` },
    numbers: { columns: ['From', ...series.map(({ name }) => name)], rows: read.buckets.map(({ from }) => [exact(from), ...says.map((say) => say(from))]).reverse() },
  }
}
