import { expect, test } from 'vitest'
import { boundedBy, decideEffect, type Standing } from './decide-effect'

const line = (account: string, level: string, more: Partial<Standing> = {}): Standing => ({ account, level, resource: 'nvidia.com/gpu', nominal: '8', hard: '16', taken: '12', ...more })
const standing = [line('platform/o', 'organisation', { nominal: '40', hard: '40', taken: '20' }), line('platform/o/a', 'tenant'), line('platform/o/a', 'tenant', { resource: 'cpu', nominal: '4', hard: '4', taken: '0' }), line('platform/o/a/red', 'namespace'), line('platform/o/a/redder', 'namespace')]
const moved = (doing: Parameters<typeof decideEffect>[1]) => decideEffect(standing, doing).map(({ account, resource, taken, takenThen, hard, hardThen }) => [account, resource, taken, takenThen, hard, hardThen].join(' '))

test('what is taken is given back in its account and in every one above it, and in none beside it', () => {
  expect(moved({ is: 'takes', charges: [{ account: 'platform/o/a/red/batch', amounts: { 'nvidia.com/gpu': '3', cpu: '0' } }, { account: 'platform/o/a/red', amounts: { 'nvidia.com/gpu': '1' } }] })).toEqual([
    'platform/o nvidia.com/gpu 20 16 40 40', 'platform/o/a nvidia.com/gpu 12 8 16 16', 'platform/o/a/red nvidia.com/gpu 12 8 16 16',
  ])
  expect(moved({ is: 'takes', charges: [] })).toEqual([])
})
test('who may borrow less keeps the own share and what it has, and only the tenant’s own ceiling is lower', () => {
  expect([moved({ is: 'burst', percent: 75 }), moved({ is: 'burst', percent: 0 })]).toEqual([['platform/o/a nvidia.com/gpu 12 12 16 14'], ['platform/o/a nvidia.com/gpu 12 12 16 8']])
})
test('where nothing new is asked for there is no more than what there is', () => { expect(moved({ is: 'suspend' })).toEqual(['platform/o/a nvidia.com/gpu 12 12 16 12', 'platform/o/a cpu 0 0 4 0']) })
test.each([[16n, 8n, 0, 8n], [16n, 8n, 75, 14n], [16n, 8n, 99, 15n], [9n, 8n, 99, 8n], [8n, 8n, 50, 8n], [6n, 8n, 50, 6n], [2n ** 62n, 0n, 50, 2n ** 61n]])('of %s with %s of its own, %s %% of the rest is %s', (hard, nominal, percent, most) => { expect(boundedBy(hard, nominal, percent)).toBe(most) })
