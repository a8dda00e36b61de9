import { expect, test } from 'vitest'
import { whyNotSign } from './why-not-sign'

const sheet = { moved: [], verdict: 'admit' as const, says: null }
test.each([
  ['what would be done is signed', sheet, null],
  ['what would wait for room is signed, too', { ...sheet, verdict: 'hold' as const }, null],
  ['what would be refused is not, and why is told', { ...sheet, verdict: 'refuse' as const, says: 'There is no room.' }, 'A yes would do nothing now: There is no room.'],
  ['neither is what is otherwise now', { ...sheet, moved: [{ term: 'pods', was: 1, is: 2 }] }, 'What would be done now is not what is asked for. Ask for what is now, and sign that.'],
  ['nor what nobody knows', null, 'What a yes would come to cannot be found out now. Read it again in a moment.'],
])('%s', (_says, of, why) => expect(whyNotSign(of)).toBe(why))
