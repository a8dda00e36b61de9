import { expect, test } from 'vitest'
import { dice } from '~/server/testing/dice'
import { addressOf, nothingSupposed, type Query, readAddress } from './decide-address'
import { Suppose } from './supposition'

const gpu = 'nvidia.com/gpu'
const queryOf = (address: string): Query => {
  const asked = new URL(address, 'http://x').searchParams
  return Object.fromEntries([...new Set(asked.keys())].map((name) => [name, asked.getAll(name)]))
}

test('what is supposed is written in one way, whatever order it came in, and read again as it was', () => {
  const supposed = {
    limits: [{ namespace: 'red', resource: gpu, limit: '16' }, { namespace: null, resource: gpu, limit: '40' }, { namespace: 'blue', resource: 'cpu', limit: '0' }],
    demands: [{ namespace: 'red', class: 'normal', pods: 2, gpus: 8, model: 'A100', hours: 24 }, { namespace: 'blue', class: 'low', pods: 1, gpus: 1, model: null, hours: null }], without: ['T4', 'A100'],
  }
  const address = addressOf('/x', supposed)
  expect(decodeURIComponent(address)).toBe('/x?limit=,nvidia.com/gpu,40&limit=blue,cpu,0&limit=red,nvidia.com/gpu,16&demand=red,normal,2,8,A100,24&demand=blue,low,1,1,,&without=A100&without=T4')
  const read = readAddress(queryOf(address))
  expect(read.unread).toEqual([])
  expect(addressOf('/x', read.supposed)).toBe(address)
  expect(addressOf('/x', { ...supposed, limits: [...supposed.limits].reverse(), without: [...supposed.without].reverse() })).toBe(address)
  expect(addressOf('/x', nothingSupposed)).toBe('/x')
})
test.each<[string, Query]>([
  ['a limit of nothing', { limit: 'red' }], ['a limit that is no amount', { limit: 'red,cpu,-1' }], ['one with a nought before it', { limit: 'red,cpu,01' }], ['one too large to hold', { limit: 'red,cpu,9223372036854775808' }], ['one with more after it', { limit: 'red,cpu,1,1' }],
  ['a demand of nobody', { demand: ',normal,1,1,,' }], ['of no pods', { demand: 'red,normal,0,1,,' }], ['of too many', { demand: 'red,normal,1001,1,,' }], ['of no GPUs', { demand: 'red,normal,1,0,,' }], ['for no hours', { demand: 'red,normal,1,1,,0' }], ['too short', { demand: 'red,normal,1,1' }],
  ['a model that is none', { without: 'A 100' }], ['nothing', { limit: '', demand: '', without: '' }], ['a control character', { limit: 'red,cpu,1\u0000' }],
])('%s is left out, and said to be', (_says, query) => {
  const { supposed, unread } = readAddress(query)
  expect(supposed).toEqual(nothingSupposed)
  expect(unread).toHaveLength(Object.keys(query).length)
})
test('what is said twice or is one too many is left out, and only so much of it is repeated', () => {
  const many = readAddress({ limit: ['red,cpu,1', 'red,cpu,2', ...Array.from({ length: 30 }, (_, at) => `n${at},cpu,1`)], demand: ['red,normal,600,1,,', 'red,normal,401,1,,', 'red,normal,400,1,,'], without: ['A', 'A'] })
  expect([many.supposed.limits.length, many.supposed.demands.map(({ pods }) => pods), many.supposed.without, many.unread.length]).toEqual([20, [600, 400], ['A'], 5])
  expect(readAddress({ limit: 'x'.repeat(10_000) }).unread[0]?.length).toBeLessThan(70)
})
test('whatever an address says, the door takes what is read of it', () => {
  const roll = dice(7)
  const words = ['red', '', 'x', '-', 'nvidia.com/gpu', 'cpu', '0', '1', '64', '65', '1000', '9223372036854775807', 'A100', ',', '%', 'é', '\u0000', 'normal', '8760', '__proto__']
  const text = () => Array.from({ length: 1 + roll(7) }, () => words[roll(words.length)]).join(',')
  for (let play = 0; play < 3_000; play++) {
    const { supposed } = readAddress({ limit: Array.from({ length: roll(4) }, text), demand: Array.from({ length: roll(4) }, text), without: Array.from({ length: roll(3) }, () => words[roll(words.length)] ?? ''), constructor: 'x' })
    expect(Suppose.safeParse({ tenant: 'acme', ...supposed }).success).toBe(true)
  }
})
