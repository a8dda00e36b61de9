import { expect, test } from 'vitest'
import { sayClock } from './say-clock'

const times = { opensAt: '2026-05-01T10:15:00.000Z', until: '2026-05-01T10:45:00.000Z' }
test.each([
  ['waits', '10:00:00', { says: 'Opens in 15:00', isRunOut: false }], ['waits', '10:14:59', { says: 'Opens in 0:01', isRunOut: false }], ['waits', '10:15:00', { says: 'Opens in 0:00', isRunOut: true }],
  ['open', '10:15:00', { says: 'Open, 30:00 left', isRunOut: false }], ['open', '10:45:01', { says: 'Open, 0:00 left', isRunOut: true }], ['over', '10:20:00', null],
] as const)('%s at %s', (standing, at, is) => { expect(sayClock({ ...times, standing }, Date.parse(`2026-05-01T${at}.000Z`))).toEqual(is) })
