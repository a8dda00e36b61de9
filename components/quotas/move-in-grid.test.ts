import { expect, test } from 'vitest'
import { moveInGrid } from './move-in-grid'

const size = { rows: 30, columns: 9 }
test.each([
  ['ArrowUp', false, 4, 3], ['ArrowDown', false, 6, 3], ['ArrowLeft', false, 5, 2], ['ArrowRight', false, 5, 4], ['Home', false, 5, 0], ['End', false, 5, 8], ['PageUp', false, 0, 3], ['PageDown', false, 15, 3],
  ['ArrowUp', true, 0, 3], ['ArrowDown', true, 29, 3], ['ArrowLeft', true, 5, 0], ['ArrowRight', true, 5, 8], ['Home', true, 0, 0], ['End', true, 29, 8],
])('%s, with control %s, leads from the fifth row and third column to row %d, column %d', (key, ctrl, row, column) => expect(moveInGrid({ key, ctrl }, { row: 5, column: 3 }, size)).toEqual({ row, column }))
test('nobody falls off an edge, and any other key leads nowhere', () => {
  expect(moveInGrid({ key: 'ArrowUp', ctrl: false }, { row: 0, column: 0 }, size)).toEqual({ row: 0, column: 0 })
  expect(moveInGrid({ key: 'ArrowRight', ctrl: false }, { row: 29, column: 8 }, size)).toEqual({ row: 29, column: 8 })
  expect(moveInGrid({ key: 'PageDown', ctrl: false }, { row: 25, column: 0 }, size)).toEqual({ row: 29, column: 0 })
  expect(moveInGrid({ key: 'Tab', ctrl: false }, { row: 1, column: 1 }, size)).toBeNull()
})
