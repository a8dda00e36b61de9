import { expect, test } from 'vitest'
import { differences } from './differences'

test('what changed is marked, what did not is there too', () => {
  expect(differences('{"limit":"4","resource":"cpu"}', '{"limit":"6","resource":"cpu"}')).toEqual([
    { field: 'limit', before: '4', after: '6', changed: true },
    { field: 'resource', before: 'cpu', after: 'cpu', changed: false },
  ])
})
test('a thing that is new had nothing before', () => {
  expect(differences(null, '{"name":"training"}')).toEqual([{ field: 'name', before: null, after: 'training', changed: true }])
})
test('a null is not an absence, and a nested value is kept whole', () => {
  expect(differences('{"frozenAt":null}', '{"frozenAt":"2026-11-21","by":{"id":1}}')).toEqual([
    { field: 'frozenAt', before: 'null', after: '2026-11-21', changed: true },
    { field: 'by', before: null, after: '{"id":1}', changed: true },
  ])
})
test('nothing was kept', () => expect(differences(null, null)).toEqual([]))
