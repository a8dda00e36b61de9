import { expect, test } from 'vitest'
import { wholeNumber } from './whole-number'

test.each([['1', 1], [' 4 ', 4], ['5', null], ['0', null], ['', null], ['-1', null], ['1.5', null], ['1e1', null], ['999999', null]] as const)('%j of up to four is %j', (typed, is) => { expect(wholeNumber(typed, 4)).toBe(is) })
