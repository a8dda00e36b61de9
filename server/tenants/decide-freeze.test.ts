import { expect, test } from 'vitest'
import { decideFreeze, decideThaw } from './decide-freeze'

const frozen = { frozenAt: new Date(0) }
const thawed = { frozenAt: null }
test('what is frozen is not frozen again, and what is not frozen is not thawed', () => {
  expect([decideFreeze(thawed), decideFreeze(frozen)]).toEqual([{ ok: true }, { ok: false, refusal: 'already_frozen' }])
  expect([decideThaw({ ...frozen, erasedAt: null }), decideThaw({ ...thawed, erasedAt: null }), decideThaw({ ...frozen, erasedAt: new Date(0) })]).toEqual([{ ok: true }, { ok: false, refusal: 'not_frozen' }, { ok: false, refusal: 'erased' }])
})
