import { expect, test } from 'vitest'
import { decideNewRegion, type RegionState } from './decide-new-region'

const wish = { title: 'Frankfurt', country: 'DE', jurisdiction: 'eu' }
test.each<[string, RegionState, unknown]>([
  ['a free name', { sameName: null, regions: 0 }, { ok: true, exists: false }],
  ['the same again', { sameName: wish, regions: 1 }, { ok: true, exists: true }],
  ['another title', { sameName: { ...wish, title: 'Mainz' }, regions: 1 }, { ok: false, refusal: 'name_taken' }],
  ['another country', { sameName: { ...wish, country: 'AT' }, regions: 1 }, { ok: false, refusal: 'name_taken' }],
  ['another jurisdiction', { sameName: { ...wish, jurisdiction: 'other' }, regions: 1 }, { ok: false, refusal: 'name_taken' }],
  ['the last that fits', { sameName: null, regions: 199 }, { ok: true, exists: false }],
  ['one more', { sameName: null, regions: 200 }, { ok: false, refusal: 'too_many' }],
  ['a repeat, when there is room for no other', { sameName: wish, regions: 200 }, { ok: true, exists: true }],
])('%s', (_says, state, expected) => {
  expect(decideNewRegion(state, wish)).toEqual(expected)
})
