import { expect, test } from 'vitest'
import { prepareSteps, type Step } from './prepare-steps'

const now = '2026-11-21T12:00:00.000Z'
const step = (from: string, to: string | null, value: number): Step => ({ from: `2026-${from}T00:00:00.000Z`, to: to && `2026-${to}T00:00:00.000Z`, value, says: `${value} cores` })
const prepare = (...steps: Step[]) => prepareSteps({ title: 'Limit of cpu', unit: 'cores', series: [{ name: 'cpu', steps }], now })
const at = (day: string) => Date.parse(`2026-${day}T00:00:00.000Z`)

test('a change is two corners at one time; what still holds is drawn apart and begins where the finished line ends', () => {
  const shown = prepare(step('03-03', null, 8), step('01-01', '03-03', 4))
  expect(shown.corners).toEqual([
    { at: at('01-01'), values: [4] },
    { at: at('03-03'), values: [4] },
    { at: at('03-03'), values: [8] },
    { at: Date.parse(now), values: [8] },
  ])
  expect(shown).toMatchObject({ title: 'Limit of cpu, in cores', from: at('01-01'), to: Date.parse(now), top: 8, sentence: 'Raised from 4 cores to 8 cores on 3 March.' })
  expect(shown.amounts.map(({ says }) => says)).toEqual(['0', '2', '4', '6', '8'])
  expect(shown.moments.map(({ when, says }) => [when, ...says])).toEqual([['2026-01-01 00:00:00 UTC', '4 cores'], ['2026-03-03 00:00:00 UTC', '8 cores']])
})
test('where nothing is known there is a gap, and no zero', () => {
  const shown = prepare(step('01-01', '02-01', 4), step('03-01', '04-01', 6))
  expect(shown.corners.map(({ values }) => values[0])).toEqual([4, 4, null, null, 6, 6])
  expect(shown.moments.map(({ says }) => says[0])).toEqual(['4 cores', null, '6 cores'])
})
test.each<[string, Step[], string]>([
  ['nothing', [], 'Nothing is known yet.'],
  ['one', [step('11-12', null, 16)], '16 cores since 12 November.'],
  ['higher', [step('01-01', '03-03', 4), step('03-03', null, 8)], 'Raised from 4 cores to 8 cores on 3 March.'],
  ['lower', [step('01-01', '03-03', 8), step('03-03', null, 4)], 'Lowered from 8 cores to 4 cores on 3 March.'],
  ['the same', [step('01-01', '03-03', 8), step('03-03', null, 8)], 'Set again to 8 cores on 3 March.'],
  ['ended', [step('01-01', '03-03', 8)], 'Unknown since 3 March. It was 8 cores.'],
  ['after a gap', [step('01-01', '02-01', 8), step('03-03', null, 4)], 'Known again since 3 March: 4 cores.'],
])('%s is said in a sentence', (_, steps, says) => expect(prepare(...steps).sentence).toBe(says))

test('lines are listed by their last value and keep the colour of their place', () => {
  const shown = prepareSteps({ title: 'Limits', unit: '', now, series: [{ name: 'cpu', steps: [step('01-01', null, 4)] }, { name: 'gpu', steps: [step('02-01', null, 9)] }] })
  expect(shown.lines).toEqual([{ name: 'gpu', colour: 1, last: '9 cores' }, { name: 'cpu', colour: 0, last: '4 cores' }])
  expect(shown.corners[0]).toEqual({ at: at('01-01'), values: [4, null] })
  expect(shown.sentence).toBe('cpu: 4 cores since 1 January. gpu: 9 cores since 1 February.')
  expect(shown.title).toBe('Limits')
})
test('of more changes than can be seen apart the newest are drawn, and it says so', () => {
  const days = Array.from({ length: 301 }, (_, day) => new Date(Date.UTC(2026, 0, 1) + day * 86_400_000).toISOString())
  const steps = days.slice(0, -1).map((from, day): Step => ({ from, to: days[day + 1] ?? null, value: day, says: `${day}` }))
  const shown = prepare(...steps)
  expect(shown.corners.length).toBeLessThanOrEqual(400)
  expect(shown.from).toBe(Date.parse(days[101] ?? ''))
  expect(shown.sentence).toMatch(/The newest 200 of 301 changes are drawn\.$/)
})
