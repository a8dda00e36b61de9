import { expect, test } from 'vitest'
import { decideNewTenant } from './decide-new-tenant'

const usual = { nameTaken: false, regionsKnown: true, personKnown: true, organisationKnown: true }
const wrong = [['organisation_unknown', { organisationKnown: false }], ['region_unknown', { regionsKnown: false }], ['person_unknown', { personKnown: false }], ['name_taken', { nameTaken: true }]] as const

test('nothing is in the way', () => { expect(decideNewTenant(usual)).toEqual({ ok: true }) })
test.each(wrong)('%s, alone and before what is told after it', (refusal, state) => {
  const later = wrong.slice(wrong.findIndex(([name]) => name === refusal) + 1)
  for (const [, other] of [['alone', {}] as const, ...later]) expect(decideNewTenant({ ...usual, ...other, ...state })).toEqual({ ok: false, refusal })
})
