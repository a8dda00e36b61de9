import { expect, test } from 'vitest'
import { Known } from './known'
import type { Mirror } from './placement/mirror'

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000).toISOString()

test('who found no node is not looked at in every batch, and again when something was given back, another region is lost, or half a minute is over', () => {
  const fleet = { gains: 7 }
  const known = new Known(fleet as Mirror)
  expect(known.findsNoNode('w', '', at(0))).toBe(false)
  known.foundNoNode('w', '', at(0))
  expect([known.findsNoNode('w', '', at(1)), known.findsNoNode('w', '', at(29.9))]).toEqual([true, true])
  expect([known.findsNoNode('w', 'eu-one-1', at(1)), known.findsNoNode('other', '', at(1))]).toEqual([false, false])
  // Where it may be, and whom it may push aside by now, becomes otherwise without anything being given back.
  expect(known.findsNoNode('w', '', at(30))).toBe(false)
  fleet.gains++
  expect(known.findsNoNode('w', '', at(1))).toBe(false)
})
