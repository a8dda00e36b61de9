import { expect, test } from 'vitest'
import { openMost } from '~/server/requests/decide-request'
import { decideRaise, decideRaiseRequest, type RaiseRequestState, type RaiseState } from './decide-raise'

const raises: [says: string, state: Partial<RaiseState>, from: bigint, to: bigint, expected: string][] = [
  ['by all that is left', {}, 20n, 30n, 'ok'], ['by one more than that', {}, 20n, 31n, 'above_organisation_share'], ['of something it has none of', { limit: 0n, used: 0n, held: 0n }, 0n, 10n, 'ok'],
  ['to what it has', {}, 20n, 20n, 'not_more'], ['to less', {}, 20n, 19n, 'not_more'], ['from what it was', { limit: 24n }, 20n, 30n, 'changed_meanwhile'],
  ['to what it has come to meanwhile', { limit: 30n }, 20n, 30n, 'changed_meanwhile'], ['in a frozen tenant', { tenantFrozen: true, limit: 24n }, 20n, 99n, 'tenant_frozen'],
]
test.each(raises)('raised %s', (_says, state, from, to, expected) => {
  expect(decideRaise({ tenantFrozen: false, limit: 20n, used: 18n, held: 1n, unshared: 10n, ...state }, { from, to })).toEqual(expected === 'ok' ? { ok: true, limit: to } : { ok: false, refusal: expected })
})
const asks: [says: string, state: Partial<RaiseRequestState>, from: bigint, to: bigint, expected: string][] = [
  ['more, whatever is left', {}, 20n, 10_000n, 'ok'], ['in a frozen tenant', { tenantFrozen: true, allThere: false }, 20n, 20n, 'tenant_frozen'], ['for a namespace that is not there', { allThere: false, limit: 24n }, 20n, 20n, 'not_found'], ['from what it was', { limit: 24n }, 20n, 20n, 'changed_meanwhile'],
  ['no more', { alreadyAsked: true }, 20n, 20n, 'not_more'], ['twice', { alreadyAsked: true, open: openMost }, 20n, 24n, 'already_asked'], ['one too many', { open: openMost }, 20n, 24n, 'too_many_open'],
]
test.each(asks)('asked for: %s', (_says, state, from, to, expected) => {
  expect(decideRaiseRequest({ tenantFrozen: false, limit: 20n, allThere: true, alreadyAsked: false, open: 0, ...state }, { from, to })).toEqual(expected === 'ok' ? { ok: true } : { ok: false, refusal: expected })
})
