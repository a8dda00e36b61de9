import { expect, test } from 'vitest'
import { many } from './many'

test('how many there are is read with its noun, in thousands, and a part of one is told as it is', () => {
  expect([0, 1, 2, 1_200].map((count) => many(count, 'record'))).toEqual(['0 records', '1 record', '2 records', '1,200 records'])
  expect([many(1n, 'GPU'), many(10n ** 18n, 'GPU'), many(0.125, 'GPU')]).toEqual(['1 GPU', '1,000,000,000,000,000,000 GPUs', '0.125 GPUs'])
  expect([many(1, 'person', 'people'), many(3, 'person', 'people')]).toEqual(['1 person', '3 people'])
})
