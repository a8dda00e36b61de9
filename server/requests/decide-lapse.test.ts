import { expect, test } from 'vitest'
import { questionMs, stateAt } from './decide-lapse'

const deadline = new Date('2026-03-08T12:00:00Z')
const asked = new Date('2026-03-07T12:00:00Z')
const after = (ms: number) => new Date(deadline.getTime() + ms)
test.each([
  ['open a moment before its end', 'open', null, true, -1, 'open'], ['over at its end', 'open', null, true, 0, 'lapsed'], ['over after it', 'open', null, true, 1_000, 'lapsed'],
  ['open with a question for a week more', 'open', asked, true, questionMs - 1, 'open'], ['and no longer', 'open', asked, true, questionMs, 'lapsed'],
  ['what must be answered is never over', 'open', null, false, 1_000 * questionMs, 'open'], ['what was approved stays so', 'approved', null, true, 1_000, 'approved'], ['what was withdrawn stays so', 'withdrawn', null, true, 1_000, 'withdrawn'],
] as const)('%s', (_says, state, askedAt, lapses, ms, is) => { expect(stateAt({ state, deadline, askedAt }, lapses, after(ms))).toBe(is) })
