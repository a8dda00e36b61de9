import { expect, test } from 'vitest'
import { Prose, Title } from './inputs'

const says = (schema: typeof Title | typeof Prose, text: string) => schema.safeParse(text).error?.issues.map(({ message }) => message) ?? []
const unseen = 'has something in it that can be seen'

test.each([
  ['a space of no width', '\u200b'], ['several', '\u200b\u200c\u200d\u2060'], ['a soft hyphen', '\u00ad'], ['a filler', '\u3164'], ['an empty pattern', '\u2800'], ['what only chooses how something looks', '\ufe0f'],
])('a name or a reason of nothing but %s is none', (_what, text) => {
  expect([says(Title, text), says(Prose, text)]).toEqual([[unseen], [unseen]])
})
test.each(['Ada', '令牌', 'رمز', '🦊', '👩‍🚀', 'می‌خواهم', '—', '1', '…'])('%s can be seen', (text) => expect([says(Title, text), says(Prose, text)]).toEqual([[], []]))
