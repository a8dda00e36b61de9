import { expect, test } from 'vitest'
import { decideNewOrganisation } from './decide-new-organisation'

test.each([
  ['a free name', null, { ok: true, exists: false }],
  ['the same again', 'Northwind', { ok: true, exists: true }],
  ['the name of another', 'Southwind', { ok: false, refusal: 'name_taken' }],
])('%s', (_says, titleOfSameName, expected) => {
  expect(decideNewOrganisation({ titleOfSameName }, { title: 'Northwind' })).toEqual(expected)
})
