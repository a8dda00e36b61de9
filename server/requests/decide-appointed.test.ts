import { expect, test } from 'vitest'
import { type Appointment, type Asked, decideAppointed } from './decide-appointed'
import type { ApprovingRole } from './decide-rule'

const rule = (count: number, ...of: ApprovingRole[]) => ({ anyOf: [{ of, count }], factor: 'passkey' as const })
const asked: Asked = { requestedBy: 'asker', gainers: ['gainer'], rule: rule(2, 'tenant_admin'), saidYes: [], recused: [] }
const held = (person: string, more: Partial<Appointment> = {}): Appointment => ({ person, role: 'tenant_admin', givenBy: null, isLately: false, holds: true, ...more })
const lately = (person: string, givenBy: string | null, more: Partial<Appointment> = {}) => held(person, { givenBy, isLately: true, ...more })
const [asker, first, second] = [held('asker'), held('first'), held('second')]
const others = [asker, first, second]
const ended = { holds: false } as const
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
  ['somebody who was let in by the same', false, ['between'], [lately('newcomer', 'first'), lately('between', 'first')]],
  ['nobody but themselves', false, ['newcomer'], [lately('newcomer', 'first')]],
])('of whoever says yes after %s', (_says, expected, saidYes, all) => { expect(isOne({ saidYes }, [...others, ...all])).toBe(expected) })

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
