import { expect, test } from 'vitest'
import { decideAmend } from './decide-amend'

const asked = { isOpen: true, terms: 'terms', requestedBy: 'asker', crossesShares: false }
const by = { person: 'asker', terms: 'terms' }
test.each([
  ['whoever asked', asked, by, 'ok'],
  ['somebody else, of what is over, from other terms', { ...asked, isOpen: false }, { person: 'other', terms: 'others' }, 'not_yours'],
  ['nobody', { ...asked, requestedBy: '' }, by, 'not_yours'],
  ['what was answered, from other terms', { ...asked, isOpen: false }, { ...by, terms: 'others' }, 'answered'],
  ['what became otherwise, into another share', { ...asked, crossesShares: true }, { ...by, terms: 'others' }, 'terms_changed'],
  ['into a class with a quota of its own', { ...asked, crossesShares: true }, by, 'class_has_share'],
])('%s', (_says, of, who, is) => {
  const decision = decideAmend(of, who)
  expect(decision.ok ? 'ok' : decision.refusal).toBe(is)
})
