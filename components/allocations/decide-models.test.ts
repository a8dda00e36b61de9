import { expect, test } from 'vitest'
import { modelsWith, sayModel } from './decide-models'

const GiB = 2n ** 30n
const known = [['A100', 80, 'some'], ['L40S', 48, 'plenty'], ['T4', 16, 'none']].map(([model, gib, free]) => ({ model: String(model), memory: String(BigInt(gib as number) * GiB), free: free as 'some' }))
test.each([['1', ['A100', 'L40S', 'T4']], ['16', ['A100', 'L40S', 'T4']], ['17', ['A100', 'L40S']], ['80', ['A100']], ['81', []]])('%s GiB have %j', (gib, expected) => { expect(modelsWith(known, gib)).toEqual(expected) })
test('a model says its memory and what stands free, in a word; what has less than a GiB says no figure', () => {
  expect(known.map(sayModel)).toEqual(['80 GiB, some free', '48 GiB, plenty free', '16 GiB, none free now'])
  expect(sayModel({ model: 'odd', memory: '80', free: 'few' })).toBe('few free')
})
