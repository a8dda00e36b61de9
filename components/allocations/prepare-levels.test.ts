import { expect, test } from 'vitest'
import type { Line } from '~/server/admission/facts'
import { prepareLevels } from './prepare-levels'

const gpu = 'nvidia.com/gpu'
const figures = (hard: string, used: string, held = '0') => ({ nominal: hard, hard, used, held, unexplained: '0' })
const line = (fits: readonly object[], requested: Record<string, string> = { [gpu]: '8' }): Line[] => [{ check: 'quota', outcome: 'passes', reason: null, says: null, warnings: [], saw: { requested, fits } as unknown as Line['saw'] }]

test('each level from the narrowest up says what it holds before and after, the devices first, and above the reader only whether it fits', () => {
  expect(prepareLevels(line([
    { account: 'organisation', level: 'organisation', resource: gpu, fits: true, figures: null }, { account: 't', level: 'tenant', resource: gpu, fits: true, figures: figures('100', '10', '2') },
    { account: 'n', level: 'namespace', resource: 'cpu', fits: true, figures: figures('4000', '1000') }, { account: 'n', level: 'namespace', resource: gpu, fits: true, figures: figures('16', '8') },
    { account: 'n', level: 'namespace', resource: 'memory', fits: true, figures: figures('4', '1') },
  ], { [gpu]: '8', cpu: '500', memory: '0' }))).toEqual([
    { resource: gpu, levels: [
      { level: 'Namespace', fits: true, figures: { says: '8 → 16 of 16', taken: 50, added: 50, tone: 'notice' } }, { level: 'Tenant', fits: true, figures: { says: '12 → 20 of 100', taken: 12, added: 8, tone: 'usual' } },
      { level: 'Organisation', fits: true, figures: null },
    ] },
    { resource: 'cpu', levels: [{ level: 'Namespace', fits: true, figures: { says: '1 → 1.5 of 4 cores', taken: 25, added: 12.5, tone: 'usual' } }] },
  ])
})
test('what does not fit goes to the end of its bar and no further, and a ceiling of nothing is full', () => {
  const [shown] = prepareLevels(line([{ account: 'n', level: 'namespace', resource: gpu, fits: false, figures: figures('4', '2') }, { account: 't', level: 'tenant', resource: gpu, fits: false, figures: figures('0', '0') }]))
  expect(shown?.levels.map((level) => level.figures)).toEqual([{ says: '2 → 10 of 4', taken: 50, added: 50, tone: 'danger' }, { says: '0 → 8 of 0', taken: 100, added: 0, tone: 'danger' }])
})
test('where quota was not asked, or by another version, there is nothing to show', () => {
  expect([prepareLevels([]), prepareLevels([{ ...(line([])[0] as Line), saw: null }])]).toEqual([[], []])
})
