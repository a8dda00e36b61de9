import { expect, test } from 'vitest'
import { sayMarked, saySignAll } from './say-marked'

const of = (...devices: string[]) => devices.map((each) => ({ devices: each }))
test('how many are marked, and how many devices they come to', () => {
  expect([sayMarked(of('8')), sayMarked(of('1', '2', '9')), sayMarked(of('1', '0')), sayMarked(of('0'))]).toEqual(['1 marked · 8 GPUs', '3 marked · 12 GPUs', '2 marked · 1 GPU', '1 marked · 0 GPUs'])
})
test('the button that signs them says how many and how much', () => {
  expect([of('8'), of('1', '2', '9'), of('0', '0'), of()].map(saySignAll)).toEqual(['Sign this one: grant 8 GPUs', 'Sign all 3: grant 12 GPUs', 'Sign all 2: grant what they ask for', 'Sign'])
})
