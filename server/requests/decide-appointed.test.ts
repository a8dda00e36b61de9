import { expect, test } from 'vitest'
import { type Appointment, type Asked, decideAppointed, isNobodyElse } from './decide-appointed'
import type { ApprovingRole } from './decide-rule'

const rule = (count: number, ...of: ApprovingRole[]) => ({ anyOf: [{ of, count }], factor: 'passkey' as const })
const asked: Asked = { requestedBy: 'asker', gainers: ['gainer'], rule: rule(2, 'tenant_admin'), saidYes: [], recused: [] }
const held = (person: string, more: Partial<Appointment> = {}): Appointment => ({ person, role: 'tenant_admin', givenBy: null, isLately: false, holds: true, left: false, ...more })
const lately = (person: string, givenBy: string | null, more: Partial<Appointment> = {}) => held(person, { givenBy, isLately: true, ...more })
const [asker, first, second] = [held('asker'), held('first'), held('second')]
const others = [asker, first, second]
const ended = { holds: false } as const
const left = { holds: false, left: true } as const
const isOne = (of: Partial<Asked>, all: readonly Appointment[], person = 'newcomer') => decideAppointed({ ...asked, ...of }, { person, delegated: [] }, all).length > 0

test.each<[says: string, isOne: boolean, all: Appointment[]]>([
  ['nobody lately', false, [held('newcomer', { givenBy: 'asker' })]],
  ['whoever asked', true, [lately('newcomer', 'asker')]],
  ['whoever gains', true, [lately('newcomer', 'gainer')]],
  ['another', false, [lately('newcomer', 'first')]],
  ['nobody at all', false, [lately('newcomer', null)]],
  ['somebody who was there for long, and is not any more', false, [lately('newcomer', 'gone')]],
  ['whoever asked, and by another, too', false, [lately('newcomer', 'asker'), lately('newcomer', 'first')]],
  ['whoever asked, and by another, who took it back', true, [lately('newcomer', 'asker'), lately('newcomer', 'first', ended)]],
  ['somebody whom they let in', true, [lately('between', 'asker'), lately('newcomer', 'between')]],
  ['somebody whom they let in, who is out again', true, [lately('between', 'asker', ended), lately('newcomer', 'between')]],
  ['somebody whom another let in', false, [lately('between', 'first'), lately('newcomer', 'between')]],
  ['whoever asked, and by somebody whom they let in and were let in by', true, [lately('newcomer', 'asker'), lately('newcomer', 'between'), lately('between', 'newcomer')]],
])('a role given by %s', (_says, expected, all) => { expect(isOne({}, [...others, ...all])).toBe(expected) })

test.each<[says: string, isOne: boolean, saidYes: string[], all: Appointment[]]>([
  ['whoever let them in', true, ['first'], [lately('newcomer', 'first')]],
  ['somebody whom they let in', true, ['between'], [held('newcomer'), lately('between', 'newcomer')]],
  ['somebody whom they let in long ago', false, ['between'], [held('newcomer'), held('between', { givenBy: 'newcomer' })]],
  ['somebody who was let in by the same', true, ['between'], [lately('newcomer', 'first'), lately('between', 'first')]],
  ['somebody whom those let in who let them in', true, ['between'], [lately('newcomer', 'first'), lately('other', 'first', ended), lately('between', 'other')]],
  ['somebody who was let in by the same long ago', false, ['between'], [lately('newcomer', 'first'), held('between', { givenBy: 'first' })]],
  ['somebody whom the same let in who is there by another, too', false, ['between'], [lately('newcomer', 'first'), held('between'), lately('between', 'first')]],
  ['nobody but themselves', false, ['newcomer'], [lately('newcomer', 'first')]],
])('of whoever says yes after %s', (_says, expected, saidYes, all) => { expect(isOne({ saidYes }, [...others, ...all])).toBe(expected) })

test.each<[says: string, isOne: boolean, all: Appointment[]]>([
  ['by whom they let in', true, [held('newcomer'), lately('asker', 'newcomer')]],
  ['by whom they let in to something else', false, [held('newcomer'), lately('asker', 'newcomer', { role: 'approver' })]],
  ['by whom they let in, who was there already', false, [held('newcomer'), held('asker'), lately('asker', 'newcomer')]],
  ['by who was let in by the same', true, [lately('newcomer', 'first'), lately('asker', 'first')]],
])('what was asked %s', (_says, expected, all) => { expect(isOne({}, [first, second, ...all])).toBe(expected) })

test.each<[says: string, isOne: boolean, all: Appointment[]]>([
  ['were put out lately', true, [held('first', left), held('second', left)]],
  ['were put out, and one of them let in anew', true, [held('first', left), lately('first', 'asker'), held('second', left)]],
  ['were put out long ago', false, []],
  ['were put out as soon as they were let in', false, [lately('first', 'asker', ended), lately('second', 'asker', ended)]],
])('where all others %s', (_says, expected, all) => { expect(isOne({}, [asker, ...all, lately('newcomer', 'asker')])).toBe(expected) })
test('whoever was put out and let in anew by whoever asked is nobody else: what they were may be another’s by now', () => {
  expect(isOne({}, [...others, held('newcomer', left), lately('newcomer', 'asker')])).toBe(true)
  expect(isOne({ saidYes: ['between'] }, [...others, lately('newcomer', 'first'), held('between', left), lately('between', 'first')])).toBe(true)
})

test.each<[says: string, isOne: boolean, of: Partial<Asked>]>([
  ['as many others as are asked', true, {}],
  ['fewer', false, { rule: rule(3, 'tenant_admin') }],
  ['as many, of whom one left it to others', false, { recused: ['first'] }],
  ['as many of one of several sorts', true, { rule: { anyOf: [{ of: ['approver'], count: 1 }, { of: ['tenant_admin'], count: 2 }], factor: 'any' } }],
  ['as many, none of whom is asked', false, { rule: rule(1, 'approver') }],
])('where there are %s', (_says, expected, of) => { expect(isOne(of, [...others, lately('newcomer', 'asker')])).toBe(expected) })

test('a role is one thing, and another role of the same person is another; and so is whoever they would answer for', () => {
  const all = [...others, held('both', { role: 'approver' }), lately('both', 'asker'), lately('away', 'asker')]
  const both = { ...asked, rule: rule(2, 'tenant_admin', 'approver') }
  expect(decideAppointed(both, { person: 'both', delegated: [] }, all)).toEqual([{ person: 'both', role: 'tenant_admin' }])
  expect(decideAppointed(both, { person: 'first', delegated: [{ through: 'away', role: 'tenant_admin' }] }, all)).toEqual([{ person: 'away', role: 'tenant_admin' }])
})

test.each<[says: string, isOne: boolean, all: Appointment[]]>([
  ['is there by another', false, [...others, lately('newcomer', 'first')]],
  ['is there by who asked', true, [...others, lately('newcomer', 'asker')]],
  ['let in who asked', true, [first, held('newcomer'), lately('asker', 'newcomer')]],
  ['is there by who asked, as is everybody', false, [asker, lately('newcomer', 'asker'), lately('first', 'asker')]],
  ['is there by who asked, and is something else for longer', false, [...others, lately('newcomer', 'asker'), held('newcomer', { role: 'approver' })]],
  ['has no say', false, [...others]],
])('a second word of whoever %s', (_says, expected, all) => {
  const roles = (['tenant_admin', 'approver'] as const).filter((role) => all.some((one) => one.person === 'newcomer' && one.role === role))
  expect(isNobodyElse({ by: 'asker', of: ['tenant_admin', 'approver'] }, { person: 'newcomer', roles }, all)).toBe(expected)
})
