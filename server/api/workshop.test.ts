import { afterEach, expect, test, vi } from 'vitest'
import { partsAreShown } from './workshop'

afterEach(() => { vi.unstubAllEnvs() })
test.each([
  ['production', '0', false], ['production', '', false], ['production', '1', true], ['development', '0', true],
])('%s with DEMO=%j: the parts are shown: %s', (mode, demo, shown) => {
  vi.stubEnv('NODE_ENV', mode)
  vi.stubEnv('DEMO', demo)
  expect(partsAreShown()).toBe(shown)
})
