import { expect, test } from 'vitest'
import { sayRelease } from './say-release'

const said = (state: Parameters<typeof sayRelease>[0]) => Object.values(sayRelease(state, 'sweep', '2 GPUs')).join(' ')
test('what waits is not said to hold anything, nor that somebody is asked', () => {
  expect(said('waiting')).toBe('It waits for 2 GPUs, and holds none of it yet: it loses its turn. sweep is over. It waits for room no more.')
  expect(said('held')).toContain('nobody is asked any more')
  expect(said('running')).toBe('It holds 2 GPUs. Running work stops, and what it holds is free for others. sweep is over. What it held is free again.')
})
