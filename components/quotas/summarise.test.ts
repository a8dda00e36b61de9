import { expect, test } from 'vitest'
import { summarise } from './summarise'

const of = (namespace: string | null, resource = 'cpu') => ({ namespace, resource, limit: '64000', unshared: '34500' })

test('what is left to give is the answer, for whoever reaches the tenant itself', () => {
  expect(summarise([of(null), of(null, 'nvidia.com/gpu'), of('training')])).toBe('Not given to a namespace yet: cpu 34.5 of 64 cores, nvidia.com/gpu 34,500 of 64,000.')
})
test('else how many places they reach, and nothing of the tenant', () => {
  expect(summarise([of('training')])).toBe('What your namespace may hold, and what it holds.')
  expect(summarise([of('serving'), of('training')])).toBe('What your 2 namespaces may hold, and what they hold.')
  expect(summarise([])).toBe('You reach no quota here.')
})
