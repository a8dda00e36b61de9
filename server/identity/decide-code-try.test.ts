import { expect, test } from 'vitest'
import { decideCodeTry } from './decide-code-try'

const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000)
test.each([
  ['the first', 0, null, 0, true, 1], ['the fifth', 4, 0, 599, true, 5], ['the sixth is not looked at', 5, 0, 599, false, 6], ['the hundredth neither, and is counted', 99, 0, 1, false, 100],
  ['ten minutes after the first of them, it begins anew', 99, 0, 600, true, 1],
])('%s', (_says, tries, since, now, mayTry, counted) => {
  expect(decideCodeTry({ tries, since: since === null ? null : at(since) }, at(now))).toMatchObject({ mayTry, tries: counted })
})
