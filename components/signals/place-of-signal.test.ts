import { expect, test } from 'vitest'
import { placeOfSignal } from './place-of-signal'

const everything = { cases: true, reviews: true, incidents: true, security: true }

test.each<[Parameters<typeof placeOfSignal>[0], string | null]>([
  [{ kind: 'allocations.mining', body: {}, case: 'c1' }, '/platform/cases/c1'], [{ kind: 'residency.violated', body: {}, case: null }, '/platform/residency'],
  [{ kind: 'control.violated', body: { control: 'rows' }, case: null }, '/platform/controls?control=rows'], [{ kind: 'control.violated', body: { control: 1 }, case: null }, '/platform/controls'],
  [{ kind: 'claims.changed', body: { version: '2' }, case: null }, '/platform/policies/claims'],
  [{ kind: 'allocations.over_quota', body: {}, case: null }, null], [{ kind: 'review.last_admin', body: {}, case: null }, '/platform/reviews'],
  [{ kind: 'rates.shut_out', body: {}, case: null }, '/platform/security?tab=out&show=all'],
])('%j leads to %s', (signal, path) => expect(placeOfSignal(signal, everything)).toBe(path))
test('nobody is led where they may not be', () => {
  expect(placeOfSignal({ kind: 'allocations.mining', body: {}, case: 'c1' }, { ...everything, cases: false })).toBeNull()
  expect(placeOfSignal({ kind: 'review.last_admin', body: {}, case: null }, { ...everything, reviews: false })).toBeNull()
  expect(placeOfSignal({ kind: 'rates.shut_out', body: {}, case: null }, { ...everything, security: false })).toBeNull()
  expect(placeOfSignal({ kind: 'residency.violated', body: {}, case: null }, { cases: false, reviews: false, incidents: false, security: false })).toBe('/platform/residency')
})
