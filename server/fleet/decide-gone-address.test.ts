import { expect, test } from 'vitest'
import { goneAddress, isNone, nodesMost, poolsMost, readGone } from './decide-gone-address'

test('what is supposed gone is read in one order, nothing twice, and no more than the door takes', () => {
  expect(readGone({ pool: ['b', 'a', 'b'], node: 'n1.example' })).toEqual({ pools: ['a', 'b'], nodes: ['n1.example'] })
  expect(readGone({ pool: ['', 'A', 'a b', '../x'], node: ['', '-', 'N'], other: 'a' })).toEqual({ pools: [], nodes: [] })
  const many = readGone({ pool: Array.from({ length: 40 }, (_, at) => `p${at}`), node: Array.from({ length: 40 }, (_, at) => `n${at}`) })
  expect([many.pools.length, many.nodes.length]).toEqual([poolsMost, nodesMost])
})
test('what was read leads to the same again', () => {
  const gone = { pools: ['a', 'b'], nodes: ['n1'] }
  const address = goneAddress('/x', gone)
  expect(address).toBe('/x?pool=a&pool=b&node=n1')
  expect(readGone({ pool: new URL(address, 'http://x').searchParams.getAll('pool'), node: 'n1' })).toEqual(gone)
  expect([goneAddress('/x', { pools: [], nodes: [] }), isNone({ pools: [], nodes: [] }), isNone(gone)]).toEqual(['/x', true, false])
})
