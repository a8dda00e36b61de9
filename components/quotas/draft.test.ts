import { expect, test } from 'vitest'
import { conflictsIn, type DraftLine, hasRoomFor, kept, linesMost, noDraft, readDraft, readTyped, rebased, withAll, withLine } from './draft'

test.each([
  ['cpu', '24', '24000'], ['cpu', '=24', '24000'], ['cpu', '=+8', '24000'], ['cpu', '+8', '24000'], ['cpu', '= - 4', '12000'], ['cpu', '=-16', '0'], ['cpu', '=-17', null], ['cpu', '=+0.5', '16500'],
  ['cpu', '=', null], ['cpu', '', null], ['cpu', '=+', null], ['cpu', '==4', null], ['cpu', 'eight', null], ['cpu', '=*2', null], ['cpu', '=+9999999999999999', null],
])('%s: typed over 16 cores, "%s" is %s', (resource, typed, amount) => expect(readTyped(resource, typed, '16000')).toBe(amount))

const line = (namespace: string, to: string, from = '8'): DraftLine => ({ namespace, resource: 'gpu', from, to, version: '1', lowers: null })
test('a cell is in a draft once, stays where it was first typed, and leaves it when it is what it was', () => {
  const two = withLine(withLine([], line('a', '4')), line('b', '9'))
  expect(withLine(two, line('a', '5'))).toEqual([line('a', '5'), line('b', '9')])
  expect(withLine(two, line('a', '8'))).toEqual([line('b', '9')])
})
test('a draft that is full has room for what is in it, and for nothing else', () => {
  const most = Array.from({ length: linesMost }, (_, at) => line(`n${at}`, '9'))
  expect(hasRoomFor(most.slice(1), { namespace: 'other', resource: 'gpu' })).toBe(true)
  expect(hasRoomFor(most, { namespace: 'other', resource: 'gpu' })).toBe(false)
  expect(hasRoomFor(most, { namespace: 'n0', resource: 'gpu' })).toBe(true)
})
test('what was meant together is drafted whole, or not at all where a draft has no room for all of it', () => {
  const most = Array.from({ length: linesMost - 1 }, (_, at) => line(`n${at}`, '9'))
  expect(withAll(most, [line('n0', '7'), line('x', '8'), line('y', '4')])).toEqual([line('n0', '7'), ...most.slice(1), line('y', '4')])
  expect(withAll(most, [line('x', '4'), line('y', '4')])).toBeNull()
})
test('what a tab kept is read as it was; anything else is no draft, and what is over is not offered', () => {
  const draft = { lines: [line('a', '4')], undo: { lines: [line('b', '8')], says: 'b: gpu 9 → 8', until: 1_000 } }
  const later = { lines: [{ ...line('a', '4'), lowers: { at: '2026-12-01T09:00:00.000Z' } }, { ...line('b', '4'), lowers: { at: null } }], undo: null }
  expect(readDraft(JSON.stringify(later), 400)).toEqual(later)
  expect(readDraft(JSON.stringify(draft), 400)).toEqual(draft)
  expect(readDraft(JSON.stringify(draft), 1_000)).toEqual({ ...draft, undo: null })
  for (const kept of [null, '', 'null', '[]', '{"lines":7}', '{"lines":[null,{"namespace":"a"},{"namespace":"a","resource":"gpu","from":"8","to":"-1","version":"1","lowers":null}]}', '{"lines":[{"namespace":"a","resource":"gpu","from":"8","to":"1","version":"1","lowers":{"at":"soon"}}]}']) expect(readDraft(kept, 0)).toEqual(noDraft)
})

const told = (namespace: string, from: string, version: string, refusal: string | null = 'changed_meanwhile') => ({ namespace, resource: 'gpu', from, version, refusal })
test('a change of another limit of the namespace asks nobody; the same change by somebody else is done already; any other is shown beside what was typed', () => {
  const lines = [line('a', '4'), line('b', '9'), line('c', '5')]
  const said = [told('a', '8', '2'), told('b', '9', '3'), told('c', '6', '4')]
  const now = rebased(lines, said)
  expect(now).toEqual([{ ...line('a', '4'), version: '2' }, line('c', '5')])
  expect(rebased(now, [told('a', '8', '2', null), told('c', '6', '4')])).toBe(now)
  const [conflict] = conflictsIn(lines, said)
  expect(conflict).toEqual({ ...line('c', '5'), theirs: '6', now: '4' })
  expect(conflict && kept(conflict)).toEqual({ namespace: 'c', resource: 'gpu', from: '6', to: '5', version: '4', lowers: null })
})
