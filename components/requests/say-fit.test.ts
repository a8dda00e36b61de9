import { expect, test } from 'vitest'
import { sayFit } from './say-fit'

test.each([
  [{ verdict: 'admit', waits: false, says: null }, 'Fits', 'It fits.'], [{ verdict: 'hold', waits: true, says: null }, 'Waits for room', 'It would wait for room.'],
  [{ verdict: 'refuse', waits: false, says: 'The quota has no room.' }, 'Does not fit', 'It does not fit. The quota has no room.'], [{ verdict: 'refuse', waits: true, says: null }, 'Does not fit', 'It does not fit.'],
] as const)('%j', (sheet, word, says) => { expect(sayFit(sheet)).toMatchObject({ word, says }) })
