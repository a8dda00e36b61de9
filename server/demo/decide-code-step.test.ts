import { expect, test } from 'vitest'
import { decideCodeStep } from './decide-code-step'

const at = (seconds: number, used: number) => decideCodeStep(seconds * 1000, used)
test.each([
  ['nothing used: this half minute’s', 310, 0, { step: 10, goodForMs: 20_000 }],
  ['an old one used: this half minute’s', 310, 9, { step: 10, goodForMs: 20_000 }],
  ['this one used: the next, early', 310, 10, { step: 11, goodForMs: 50_000 }],
  ['the next used, too: none until it is taken early', 310, 11, { step: null, comesInMs: 20_000 }],
  ['and then there is one', 330, 11, { step: 12, goodForMs: 60_000 }],
  ['on the second that changes', 300, 0, { step: 10, goodForMs: 30_000 }],
  ['one that cannot have been used', 310, 12, { step: 10, goodForMs: 20_000 }],
])('%s', (_says, seconds, used, expected) => { expect(at(seconds, used)).toEqual(expected) })
