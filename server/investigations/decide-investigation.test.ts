import { expect, test } from 'vitest'
import { decideChange, decideClose, decideHand, decideNote, decidePin, decideReopen, decideUnpin, decideWork, entriesMost, type Next, pinsMost, type Standing, type ToChange, type ToPin } from './decide-investigation'
import { byTime } from './decide-timeline'

const open: Standing = { isClosed: false, owner: 'sol', ownerMay: true }
const closed: Standing = { ...open, isClosed: true }
const left: Standing = { ...open, ownerMay: false }
const yes = { ok: true, repeats: false }
const repeated = { ok: true, repeats: true }
const no = (refusal: string) => ({ ok: false, refusal })

test('work is done in one that is there and open, whoever owns it', () => {
  expect([decideWork(null), decideWork(closed), decideWork(open), decideWork(left)]).toEqual([no('investigation_unknown'), no('closed_already'), yes, yes])
})
test.each<[string, Standing, string, unknown, unknown]>([
  ['there is none', null, 'sol', no('investigation_unknown'), no('investigation_unknown')],
  ['its owner, while it is open', open, 'sol', yes, no('not_closed')],
  ['its owner, once it is closed', closed, 'sol', no('closed_already'), yes],
  ['somebody else, while it is open', open, 'rex', no('not_owner'), no('not_closed')],
  ['somebody else, once it is closed', closed, 'rex', no('closed_already'), no('not_owner')],
  ['somebody else, where its owner may not read the record any more', left, 'rex', yes, no('not_closed')],
  ['the same, once it is closed', { ...left, isClosed: true }, 'rex', no('closed_already'), yes],
])('closing and reopening: %s', (_says, standing, by, closing, reopening) => { expect([decideClose(standing, by), decideReopen(standing, by)]).toEqual([closing, reopening]) })

const rex: Next = { person: 'rex', mayRead: true }
test.each<[string, Standing, string, Next, unknown]>([
  ['to somebody who may read the record', open, 'sol', rex, yes],
  ['to nobody', open, 'sol', null, no('person_unknown')],
  ['to somebody who may not read it', open, 'sol', { ...rex, mayRead: false }, no('may_not_read')],
  ['to whoever has it', open, 'sol', { ...rex, person: 'sol' }, repeated],
  ['by somebody else, to nobody', open, 'rex', null, no('not_owner')],
  ['by whoever takes it from somebody who is gone', left, 'rex', rex, yes],
  ['once it is closed, by somebody else', closed, 'rex', rex, no('closed_already')],
  ['where there is none', null, 'sol', rex, no('investigation_unknown')],
])('handing it over %s', (_says, standing, by, next, decided) => { expect(decideHand(standing, by, next)).toEqual(decided) })

const asked: ToChange = { query: 'verb:remove', incident: 'one', incidentIsThere: true, entries: 1 }
const was = { query: 'verb:create', incident: 'one' }
test.each<[string, Standing, string, typeof was | null, ToChange, unknown]>([
  ['its search, by its owner', open, 'sol', was, asked, yes],
  ['its incident', open, 'sol', was, { ...asked, query: 'verb:create', incident: 'two' }, yes],
  ['to what it is', open, 'sol', was, { ...asked, query: 'verb:create', entries: entriesMost }, repeated],
  ['to an incident that there is none of', open, 'sol', was, { ...asked, incidentIsThere: false, entries: entriesMost }, no('incident_unknown')],
  ['the last time that it holds', open, 'sol', was, { ...asked, entries: entriesMost - 1 }, yes],
  ['once more', open, 'sol', was, { ...asked, entries: entriesMost }, no('too_many_entries')],
  ['by somebody else, to what it is', open, 'rex', was, { ...asked, query: 'verb:create' }, no('not_owner')],
  ['by whoever leads it for somebody who is gone', left, 'rex', was, asked, yes],
  ['once it is closed', closed, 'sol', was, asked, no('closed_already')],
  ['where there is none', null, 'sol', null, asked, no('investigation_unknown')],
])('changing %s', (_says, standing, by, before, wish, decided) => { expect(decideChange(standing, by, before, wish)).toEqual(decided) })

const first: ToPin = { isThere: true, isOwn: false, pinnedWhy: null, pins: 0, entries: 1 }
test.each<[string, Standing, ToPin, unknown]>([
  ['that is there', open, first, yes],
  ['that is not there', open, { ...first, isThere: false }, no('record_unknown')],
  ['that is one of its own deeds', open, { ...first, isOwn: true, pins: pinsMost }, no('own_deed')],
  ['that is pinned, in the same words', open, { ...first, pinnedWhy: 'Look' }, repeated],
  ['that is pinned and was taken away since, in the same words', open, { ...first, isThere: false, pinnedWhy: 'Look' }, repeated],
  ['that is pinned, in other words', open, { ...first, pinnedWhy: 'Other' }, no('pinned_otherwise')],
  ['the last that it holds', open, { ...first, pins: pinsMost - 1 }, yes],
  ['one more', open, { ...first, pins: pinsMost }, no('too_many_pins')],
  ['one more that is pinned', open, { ...first, pins: pinsMost, entries: entriesMost, pinnedWhy: 'Look' }, repeated],
  ['where as much was done as can be', open, { ...first, entries: entriesMost }, no('too_many_entries')],
  ['once it is closed, pinned or not', closed, { ...first, pinnedWhy: 'Look' }, no('closed_already')],
  ['where there is none', null, first, no('investigation_unknown')],
])('pinning a record %s', (_says, standing, record, decided) => { expect(decidePin(standing, record, 'Look')).toEqual(decided) })

test('what is unpinned stays so, and what was never pinned is not', () => {
  expect([decideUnpin(open, { isUnpinned: false }), decideUnpin(open, { isUnpinned: true }), decideUnpin(open, null), decideUnpin(closed, { isUnpinned: true }), decideUnpin(null, null)])
    .toEqual([yes, repeated, no('pin_unknown'), no('closed_already'), no('investigation_unknown')])
})
test('a note stands beside what is pinned, or is about all of it', () => {
  const note = { isBeside: true, isPinned: true, entries: 1 }
  expect([decideNote(open, note), decideNote(open, { ...note, isPinned: false }), decideNote(open, { ...note, isBeside: false, isPinned: false }), decideNote(open, { ...note, entries: entriesMost }), decideNote(open, { ...note, entries: entriesMost - 1 }), decideNote(closed, note)])
    .toEqual([yes, no('pin_unknown'), yes, no('too_many_entries'), yes, no('closed_already')])
})
test('records stand in the order of their own time, and those of one moment in that of their numbers', () => {
  const at = (seconds: number, place: string, stream: string, sequence: string) => ({ at: new Date(seconds * 1_000).toISOString(), place, stream, sequence })
  const right = [at(1, 'b', 'deed', '7'), at(2, 'a', 'access', '9'), at(2, 'a', 'access', '10'), at(2, 'a', 'deed', '1'), at(2, 'b', 'access', '1'), at(3, 'a', 'deed', '2')]
  expect([...right].reverse().sort(byTime)).toEqual(right)
})
