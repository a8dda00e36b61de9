import { expect, test } from 'vitest'
import { columnsIn, nodeAt, placeOf, prepareCells } from './prepare-cells'

const node = (more: object = {}) => ({ node: 'n', gpus: 8, free: 8000, use: 0, cordoned: false, silent: false, ...more })
const many = (path: string) => path.split('M').length - 1

test('twelve hundred nodes are four paths, with a box for each and a filling for what is in use', () => {
  const { paths, width, height } = prepareCells(Array.from({ length: 1200 }, (_, at) => node({ use: at % 2 ? 500 : 0 })), 40)
  expect([many(paths.open), many(paths.use), paths.cordoned, paths.silent, width, height]).toEqual([1200, 600, '', '', 796, 596])
})
test('each state has a shape of its own: what is cordoned is crossed and still shows its use; of what is silent nobody knows any', () => {
  const look = (more: object) => { const { paths } = prepareCells([node(more)], 4); return [many(paths.use), many(paths.cordoned), many(paths.silent)] }
  expect([look({}), look({ use: 1 }), look({ use: 1, cordoned: true }), look({ use: 900, silent: true })]).toEqual([[0, 0, 0], [1, 0, 0], [1, 2, 0], [0, 0, 1]])
})
test('what is under the pointer is the node that is drawn there, and between two there is none', () => {
  for (const at of [0, 3, 4, 9]) { const { x, y } = placeOf(at, 4); expect(nodeAt(x + 1, y + 1, 4, 10)).toBe(at) }
  expect([nodeAt(17, 1, 4, 10), nodeAt(-1, 0, 4, 10), nodeAt(85, 0, 4, 10), nodeAt(45, 45, 4, 10), columnsIn(76), columnsIn(3)]).toEqual([null, null, null, null, 4, 1])
})
