import { expect, test } from 'vitest'
import { decideLowering, decideStep } from './decide-lowering'

const now = new Date('2026-11-22T12:00:00.000Z')
const later = new Date('2026-12-01T09:00:00.000Z')
const usual = { tenantFrozen: false, limit: 90n, used: 70n, held: 10n, version: 3n, now, open: null }
type Case = [says: string, state: Partial<Parameters<typeof decideLowering>[0]>, wish: Partial<Parameters<typeof decideLowering>[1]>, expected: string | ReturnType<typeof decideLowering>]
test.each<Case>([
  ['below what is in use it goes to that, and is on its way', {}, {}, { ok: true, limit: 80n, lowering: { goal: 64n, at: null } }],
  ['what is used and held by somebody who is waited for counts', { used: 80n }, {}, { ok: true, limit: 90n, lowering: { goal: 64n, at: null } }],
  ['where more is in use than its own share it stays what it is, until that ends', { used: 95n }, {}, { ok: true, limit: 90n, lowering: { goal: 64n, at: null } }],
  ['where nothing is in the way it is there at once', { used: 10n }, {}, { ok: true, limit: 64n, lowering: null }],
  ['exactly what is in use is there at once', { used: 54n }, {}, { ok: true, limit: 64n, lowering: null }],
  ['down to nothing', {}, { goal: 0n }, { ok: true, limit: 80n, lowering: { goal: 0n, at: null } }],
  ['later nothing happens yet', {}, { at: later }, { ok: true, limit: 90n, lowering: { goal: 64n, at: later } }],
  ['another plan takes the place of one', { open: { goal: 64n, at: later } }, {}, { ok: true, limit: 80n, lowering: { goal: 64n, at: null } }],
  ['what it is already', {}, { goal: 90n }, 'not_lower'], ['more than it is', {}, { goal: 91n }, 'not_lower'],
  ['now is not later', {}, { at: now }, 'moment_passed'], ['a moment that was', {}, { at: new Date(0) }, 'moment_passed'],
  ['the same plan', { open: { goal: 64n, at: null } }, {}, 'no_change'], ['the same plan for later', { open: { goal: 64n, at: later } }, { at: new Date(later) }, 'no_change'],
  ['somebody was faster', { version: 4n }, { goal: 99n }, 'changed_meanwhile'], ['frozen comes before everything', { tenantFrozen: true, version: 4n }, {}, 'tenant_frozen'],
  ['what was planned already comes before its moment', { open: { goal: 64n, at: now } }, { at: now }, 'no_change'], ['not lower comes before the moment', {}, { goal: 90n, at: now }, 'not_lower'],
])('%s', (_says, state, wish, expected) => {
  expect(decideLowering({ ...usual, ...state }, { goal: 64n, at: null, version: 3n, ...wish })).toEqual(typeof expected === 'string' ? { ok: false, refusal: expected } : expected)
})

const step: Parameters<typeof decideStep>[0] = { limit: 90n, used: 70n, held: 10n, goal: 64n, beginsAt: now, beganAt: now }
test.each<[string, Partial<typeof step>, ReturnType<typeof decideStep>]>([
  ['it follows what is in use', {}, { limit: 80n, reached: false }],
  ['where nothing was freed nothing happens', { limit: 80n }, null],
  ['it is there', { used: 54n }, { limit: 64n, reached: true }],
  ['it goes no lower', { used: 0n, held: 0n }, { limit: 64n, reached: true }],
  ['before its moment nothing happens', { beganAt: null, beginsAt: later }, null],
  ['at its moment it begins, whether anything is free or not', { beganAt: null, used: 80n }, { limit: 90n, reached: false }],
  ['and is there at once, if it can be', { beganAt: null, used: 0n }, { limit: 64n, reached: true }],
  ['what is there is over', { limit: 64n, used: 54n }, { limit: 64n, reached: true }],
])('%s', (_says, state, expected) => { expect(decideStep({ ...step, ...state }, now)).toEqual(expected) })
