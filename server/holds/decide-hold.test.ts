import { expect, test } from 'vitest'
import { decideLift, decidePlace, type LiftRefusal, type PlaceRefusal, type Standing } from './decide-hold'

test.each<[string, boolean, boolean, PlaceRefusal | null]>([
  ['a tenant that is there', true, false, null],
  ['a tenant that is not there', false, false, 'tenant_unknown'],
  ['what is held for the same matter', true, true, 'held_already'],
  ['neither', false, true, 'tenant_unknown'],
])('placing one on %s', (_says, tenantKnown, heldAlready, refusal) => {
  expect(decidePlace({ tenantKnown, heldAlready })).toEqual(refusal === null ? { ok: true } : { ok: false, refusal })
})
test.each<[string, Standing | null, LiftRefusal | null, appointed?: boolean]>([
  ['that somebody else placed', { placedBy: 'another', lifted: false }, null],
  ['of their own', { placedBy: 'me', lifted: false }, 'own_hold'],
  ['that was placed by who let them in', { placedBy: 'another', lifted: false }, 'appointed', true],
  ['that is lifted', { placedBy: 'another', lifted: true }, 'lifted_already'],
  ['of their own that is lifted', { placedBy: 'me', lifted: true }, 'lifted_already'],
  ['that is not there', null, 'hold_unknown'],
])('lifting one %s', (_says, hold, refusal, appointed = false) => { expect(decideLift(hold, 'me', appointed)).toEqual(refusal === null ? { ok: true } : { ok: false, refusal }) })
