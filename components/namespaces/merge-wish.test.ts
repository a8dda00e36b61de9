import { expect, test } from 'vitest'
import { mergeWish } from './merge-wish'
import type { AttributesWish } from './wish'

const seen: AttributesWish = { title: 'Evaluation', environment: 'development', costCentre: 'cc-1', owner: '', isolation: 'own', podSecurity: 'own', labels: 'team=vision' }
test('what nobody else changed is what was typed', () => {
  expect(mergeWish(seen, { ...seen, title: 'Trials' }, seen)).toEqual({ wish: { ...seen, title: 'Trials' }, moved: [] })
})
test('what somebody else changed and nobody here touched is theirs, and said', () => {
  expect(mergeWish(seen, { ...seen, title: 'Trials' }, { ...seen, costCentre: 'cc-2' })).toEqual({ wish: { ...seen, title: 'Trials', costCentre: 'cc-2' }, moved: [{ field: 'costCentre', theirs: 'cc-2', mine: null }] })
})
test('what both changed stays as it was typed, beside theirs', () => {
  expect(mergeWish(seen, { ...seen, title: 'Trials', labels: '' }, { ...seen, title: 'Tests', labels: 'team=audio' })).toEqual({
    wish: { ...seen, title: 'Trials', labels: '' }, moved: [{ field: 'title', theirs: 'Tests', mine: 'Trials' }, { field: 'labels', theirs: 'team=audio', mine: '' }],
  })
})
test('what both made the same is no question', () => {
  expect(mergeWish(seen, { ...seen, title: 'Tests' }, { ...seen, title: 'Tests' })).toEqual({ wish: { ...seen, title: 'Tests' }, moved: [{ field: 'title', theirs: 'Tests', mine: null }] })
})
test('what somebody else emptied is empty', () => { expect(mergeWish(seen, { ...seen, title: 'Trials' }, { ...seen, costCentre: '' }).wish.costCentre).toBe('') })
