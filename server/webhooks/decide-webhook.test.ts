import { expect, test } from 'vitest'
import { decideChange, decideCreate, decideEnd } from '~/server/outbox/webhook/decide-receiver'
import { decideRetry } from './decide-webhook'

const [live, ended] = [{ endedAt: null }, { endedAt: new Date(0) }]
const refused = { ok: false, refusal: 'not_public' } as const
test.each([
  ['one more', false, 19, { ok: true } as const, null], ['one too many', false, 20, { ok: true } as const, 'too_many'], ['somewhere it may not go', false, 0, refused, 'not_public'],
  ['where it may not go comes before how many there are', false, 20, refused, 'not_public'], ['frozen comes first', true, 20, refused, 'tenant_frozen'],
])('to make %s', (_says, tenantFrozen, count, target, refusal) => expect(decideCreate({ tenantFrozen, live: count }, target, 20)).toBe(refusal))
test.each([
  ['one that listens', false, live, null], ['none', false, null, 'not_found'], ['one that has ended', false, ended, 'ended'], ['a frozen tenant’s', true, live, 'tenant_frozen'], ['frozen before ended', true, ended, 'tenant_frozen'], ['absent before frozen', true, null, 'not_found'],
])('to change %s', (_says, frozen, found, refusal) => expect(decideChange(frozen, found)).toBe(refusal))
test('one is ended, also in a frozen tenant, and twice', () => { expect([decideEnd(live), decideEnd(ended), decideEnd(null)]).toEqual([null, null, 'not_found']) })
test.each([
  ['given up', false, live, 'given_up', null], ['dropped', false, live, 'dropped', null], ['being tried', false, live, null, 'still_tried'], ['delivered', false, live, 'delivered', 'delivered_already'], ['not there', false, live, undefined, 'not_found'],
  ['of one that has ended', false, ended, 'given_up', 'ended'], ['of a frozen tenant', true, live, 'given_up', 'tenant_frozen'],
])('to try again what was %s', (_says, frozen, found, outcome, refusal) => expect(decideRetry(frozen, found, outcome)).toBe(refusal))
