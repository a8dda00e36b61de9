import { BarsFigure } from '~/components/charts/bars-figure'
import { prepareBars } from '~/components/charts/prepare-bars'
import { prepareSteps, type Step } from '~/components/charts/prepare-steps'
import { StepsFigure } from '~/components/charts/steps-figure'
import { QuotaHistory } from '~/components/quotas/quota-history'

const now = '2026-11-21T12:00:00.000Z'
const day = (month: number, date: number) => new Date(Date.UTC(2026, month - 1, date, 9)).toISOString()
const version = (number: number, cores: number, from: string, to: string | null, setBy: string) => ({ version: String(number), limit: String(cores * 1000), from, to, setBy })
const history = [
  version(5, 16, day(9, 14), null, 'Ada Aurora'), version(4, 8, day(7, 1), day(9, 14), 'Ada Aurora'), version(3, 12, day(5, 20), day(7, 1), 'Lin Aurora'),
  version(2, 8, day(3, 3), day(5, 20), 'Ada Aurora'), version(1, 4, day(1, 10), day(3, 3), 'Pia Platform'),
]
const steps = (...values: [value: number, from: string, to: string | null][]): Step[] => values.map(([value, from, to]) => ({ value, from, to, says: value === 1 ? '1 core' : `${value} cores` }))
const series = [
  { name: 'training', steps: steps([4, day(1, 10), day(3, 3)], [9, day(3, 3), day(6, 1)], [14, day(7, 1), null]) }, { name: 'serving', steps: steps([6, day(2, 1), day(8, 1)], [3, day(8, 1), null]) },
  { name: 'evaluation', steps: steps([2, day(1, 10), day(10, 1)], [5, day(10, 1), null]) }, { name: 'notebooks', steps: steps([1, day(4, 1), null]) },
  { name: 'batch', steps: steps([11, day(5, 1), day(9, 1)], [12, day(9, 1), null]) }, { name: 'sweeps', steps: steps([7, day(1, 10), day(11, 1)]) },
]
const levels = [['Soft', 12], ['Medium', 7], ['Hard', 3], ['Hardware', 0]] as const

export function ChartsShown() {
  const many = prepareSteps({ title: 'Limits of cpu', unit: 'cores', series, now })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 xl:grid-cols-2">
      <QuotaHistory namespace="training" resource="cpu" versions={history} now={now} />
      <StepsFigure shown={many} file="limits of cpu" numbers={{ columns: ['From', ...series.map(({ name }) => name)], rows: many.moments.map(({ when, says }) => [when, ...says.map((word) => word ?? '')]) }} />
      <BarsFigure of="Isolation" file="tenants by isolation" shown={prepareBars({ title: 'Tenants by isolation', unit: '', bars: levels.map(([name, value]) => ({ name, value, says: String(value) })), sum: String })} />
      <QuotaHistory namespace="serving" resource="nvidia.com/gpu" versions={[]} now={now} />
    </div>
  )
}
