import { expect, test } from 'vitest'
import { type Choice, countOf, groupsFor } from './palette-groups'

const choice = (says: string, whyNot: string | null = null, id = says): Choice => ({ id, says, whyNot, href: `/${says}` })
const all = [
  { label: 'Here', items: [choice('Freeze aurora', 'Only a platform admin can.'), choice('Create namespace'), choice('Change quota of cpu')] },
  { label: 'Up', items: [choice('aurora')] },
  { label: 'Go to', items: [choice('Quotas'), choice('Namespaces'), choice('Audit'), choice('aurora')] },
]
const shown = (typed: string, recent: string[] = []) => groupsFor(all, typed, recent).map(({ label, items }) => `${label}: ${items.map(({ says }) => says).join(', ')}`)

test('what can be done first, then up, then elsewhere; the same thing once', () => {
  expect(shown('')).toEqual(['Here: Create namespace, Change quota of cpu, Freeze aurora', 'Up: aurora', 'Go to: Quotas, Namespaces, Audit'])
})
test('typing keeps the order of the groups', () => { expect(shown('quota')).toEqual(['Here: Change quota of cpu', 'Go to: Quotas']) })
test('what cannot be done stands last, however lately it was used', () => { expect(shown('', ['Freeze aurora'])[0]).toBe('Here: Create namespace, Change quota of cpu, Freeze aurora') })
test('letters in order count only where nothing says it better', () => {
  expect(shown('cns')).toEqual(['Here: Create namespace'])
  expect(shown('names')).toEqual(['Here: Create namespace', 'Go to: Namespaces'])
  expect(shown('audit')).toEqual(['Go to: Audit'])
})
test('what was used last comes first in its group', () => { expect(shown('', ['Audit'])[2]).toBe('Go to: Audit, Quotas, Namespaces') })
test('two things of one name are two, by their ids', () => {
  expect(countOf(groupsFor([{ label: 'Go to', items: [choice('x', null, 'a'), choice('x', null, 'b')] }], 'x', []))).toBe(2)
})
test('nothing answers, nothing is there', () => { expect(shown('zzz')).toEqual([]) })
