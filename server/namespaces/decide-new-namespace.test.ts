import { expect, test } from 'vitest'
import type { Attributes } from './decide-attributes'
import { decideChange } from './decide-change'
import { decideNewNamespace, type NamespaceState } from './decide-new-namespace'
import { changeRefusals, namespaceRefusals } from './namespace.refusals'

const naming = { required: [{ key: 'cost-center', pattern: { pattern: 'cc-.+', says: 'begin with cc-' } }, { key: 'team', pattern: null }], names: [] }
const match = (pattern: string, text: string) => new RegExp(`^(?:${pattern})$`).test(text)
const plain: Attributes = { title: 'Green', environment: 'development', costCentre: null, owner: null, isolation: null, podSecurity: null, labels: {} }
const state: NamespaceState = { tenant: 'north', tenantFrozen: false, prefix: null, open: 9_999, same: null, isolationLevel: 2, podSecurity: 'baseline', naming, ownerKnown: true }
const wish = { name: 'green', ...plain }

const cases: [says: string, state: Partial<NamespaceState>, wish: Partial<typeof wish>, expected: string][] = [
  ['a free name', {}, {}, 'made'],
  ['the same again', { same: { ...plain, labels: { team: 'a' }, isClosed: false } }, { labels: { team: 'a' } }, 'exists'],
  ['the same again, whatever is asked of names since', { same: { ...plain, isClosed: false }, prefix: 'ml-' }, {}, 'exists'],
  ['the name of another', { same: { ...plain, title: 'Grass', isClosed: false } }, {}, 'name_taken'],
  ['another label is another', { same: { ...plain, labels: { team: 'a' }, isClosed: false } }, { labels: { team: 'b' } }, 'name_taken'],
  ['the name of what was deleted', { same: { ...plain, isClosed: true } }, {}, 'name_was_used'],
  ['frozen comes first', { tenantFrozen: true, same: { ...plain, isClosed: true } }, {}, 'tenant_frozen'],
  ['without the prefix', { prefix: 'ml-' }, {}, 'name_without_prefix'],
  ['with it', { prefix: 'ml-' }, { name: 'ml-green' }, 'made'],
  ['the prefix comes before the length', { prefix: 'ml-' }, { name: 'a'.repeat(63) }, 'name_without_prefix'],
  ['as long as a cluster takes', {}, { name: 'a'.repeat(57) }, 'made'],
  ['longer than a cluster takes', {}, { name: 'a'.repeat(58) }, 'name_too_long'],
  ['one more than a tenant has', { open: 10_000 }, { isolation: 1 }, 'too_many'],
  ['the same again where there are as many as may be', { open: 10_000, same: { ...plain, isClosed: false } }, {}, 'exists'],
  ['an owner who is not of the tenant', { ownerKnown: false }, { isolation: 1 }, 'owner_unknown'],
  ['softer than the tenant', {}, { isolation: 1, podSecurity: 'baseline' }, 'isolation_too_soft'],
  ['as hard as the tenant, or harder', {}, { isolation: 2 }, 'made'],
  ['laxer than the platform', { podSecurity: 'restricted' }, { podSecurity: 'baseline' }, 'pod_security_too_lax'],
  ['stricter than the platform', {}, { podSecurity: 'restricted' }, 'made'], ['harder than any standard', { podSecurity: 'restricted' }, { podSecurity: 'hardened' }, 'made'], ['laxer than a hardened platform', { podSecurity: 'hardened' }, { podSecurity: 'restricted' }, 'pod_security_too_lax'],
  ['a label of Kubernetes’ own', {}, { labels: { 'kubernetes.io/metadata.name': 'x' }, costCentre: 'x' }, 'label_reserved'],
  ['a label that is a field', {}, { labels: { 'cost-center': 'cc-1' } }, 'label_reserved'],
  ['a cost centre that no allocation may carry', {}, { costCentre: 'x' }, 'label_malformed'],
  ['one that it may', {}, { costCentre: 'cc-7', labels: { team: 'x' } }, 'made'],
]
test.each(cases)('%s', (_says, around, said, expected) => {
  const decision = decideNewNamespace({ ...state, ...around }, { ...wish, ...said }, match)
  expect(decision.ok ? (decision.exists ? 'exists' : 'made') : decision.refusal).toBe(expected)
})
test('every refusal has a case', () => { expect(Object.keys(namespaceRefusals).filter((refusal) => !cases.some(([, , , expected]) => expected === refusal))).toEqual([]) })

const now = { isolationLevel: 2, podSecurity: 'baseline', naming, ownerKnown: true, tenantFrozen: false, isClosed: false, isFrozen: false, version: 3n, now: plain } as const
const changes: [says: string, state: Partial<Parameters<typeof decideChange>[0]>, wish: Partial<Attributes & { version: bigint }>, expected: string][] = [
  ['something else', {}, { title: 'Greener' }, 'changed'],
  ['nothing else', {}, {}, 'no_change'],
  ['of an earlier version', {}, { version: 2n }, 'changed_meanwhile'],
  ['in what is frozen', { isFrozen: true }, { version: 2n }, 'namespace_frozen'],
  ['in what is closed', { isClosed: true, isFrozen: true }, {}, 'namespace_closed'],
  ['in a frozen tenant', { tenantFrozen: true, isClosed: true }, {}, 'tenant_frozen'],
  ['what could not be made', { ownerKnown: false }, { environment: 'production' }, 'owner_unknown'],
]
test.each(changes)('a change: %s', (_says, around, said, expected) => {
  const decision = decideChange({ ...now, ...around }, { ...plain, version: 3n, ...said }, match)
  expect(decision.ok ? 'changed' : decision.refusal).toBe(expected)
})
test('every refusal of a change has a case, there or above', () => {
  expect(Object.keys(changeRefusals).filter((refusal) => ![...cases, ...changes].some(([, , , expected]) => expected === refusal))).toEqual([])
})
