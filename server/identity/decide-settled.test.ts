import { expect, test } from 'vitest'
import { decideSettled } from './decide-settled'

const since = new Date(1_800_000_000_000)
const after = (seconds: number) => new Date(since.getTime() + seconds * 1000)
const day = 24 * 3600
test.each([
  ['a second less than a day', day - 1, false, 'too_new'], ['a day', day, false, 'settled'], ['a second more', day + 1, false, 'settled'],
  ['just now, in the demo', 0, true, 'exempt'], ['a day, in the demo', day, true, 'settled'],
] as const)('%s', (_says, seconds, demo, expected) => { expect(decideSettled(since, demo, after(seconds))).toBe(expected) })
