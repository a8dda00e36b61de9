import { expect, test } from 'vitest'
import { dice } from '~/server/testing/dice'
import { busyLeast, groupsOf, hoursLeast, isAboveCap, type LinkKind, linksOf, mergedPercent, type Share, type Trace, turnsLeast, turnsOf } from './decide-linked'

const trace = (kind: LinkKind, one = 'a', other = 'b'): Trace => ({ kind, one, other, times: 1 })
test.each<[LinkKind[], boolean]>([
  [['account'], false], [['person'], false], [['invitation'], false], [['source'], false], [['alternating'], false],
  [['source', 'alternating'], true], [['invitation', 'source'], true], [['account', 'source'], true], [['person', 'account'], true],
  [['source', 'source', 'source'], false],
])('%j links two tenants: %s', (kinds, areLinked) => expect(linksOf(kinds.map((kind) => trace(kind)))).toHaveLength(areLinked ? 1 : 0))
test('what is known of one pair says nothing of another', () => expect(linksOf([trace('account'), trace('source', 'a', 'c')])).toEqual([]))
test('whoever is linked with one of a group is of it', () => {
  const links = linksOf([['a', 'b'], ['c', 'd'], ['b', 'c'], ['x', 'y']].flatMap(([one, other]) => [trace('account', one, other), trace('source', one, other)]))
  expect(groupsOf(links).map(({ tenants, links: of }) => [tenants.join(''), of.length])).toEqual([['abcd', 3], ['xy', 1]])
})

const share = (tenant: string, milli: bigint, cap = 100n): Share => ({ tenant, organisation: tenant, share: milli, cap })
test.each<[Share[], number | null, boolean]>([
  [[share('a', 60n), share('b', 40n)], 100, false],
  [[share('a', 60n), share('b', 41n)], 101, true],
  [[share('a', 80n), share('b', 80n), share('c', 80n)], 240, true],
  [[share('a', 80n, 100n), share('b', 80n, 200n)], 80, false],
  [[share('a', 0n, 0n), share('b', 0n, 0n)], null, false],
])('together %#: %s %% of the largest cap', (shares, percent, isAbove) => expect([mergedPercent(shares), isAboveCap(mergedPercent(shares))]).toEqual([percent, isAbove]))

/** In blocks of so many hours one is busy, then the other. */
const blocks = (hours: number, block: number, isFirst: boolean) => new Map(Array.from({ length: hours }, (_, hour) => [hour, (Math.floor(hour / block) % 2 === 0) === isFirst ? 900 : 10]))
test('who takes turns does so for long enough, often enough, and hardly ever together', () => {
  expect(turnsOf(blocks(hoursLeast, 8, true), blocks(hoursLeast, 8, false))).toBe(5)
  expect(turnsOf(blocks(hoursLeast - 1, 8, true), blocks(hoursLeast - 1, 8, false))).toBeNull()
  expect(turnsOf(blocks(hoursLeast, 12, true), blocks(hoursLeast, 12, false))).toBeNull()
  expect([hoursLeast / 12 - 1, turnsLeast]).toEqual([3, 4])
  expect(turnsOf(blocks(hoursLeast, 8, true), blocks(hoursLeast, 8, true))).toBeNull()
})
test('an hour that is not known of both is none', () => {
  const gaps = new Map([...blocks(hoursLeast, 8, true)].filter(([hour]) => hour % 8 !== 0))
  expect(turnsOf(gaps, blocks(hoursLeast, 8, false))).toBeNull()
})
test('one tenth of the hours may be otherwise, and no more; whoever is hardly ever busy takes no turns', () => {
  const both = (otherwise: number) => new Map([...blocks(60, 6, false)].map(([hour, used]) => [hour, hour % 12 === 0 && hour / 12 < otherwise ? 900 : hour === 13 && otherwise > 5 ? 900 : used]))
  const own = blocks(60, 6, true)
  expect(turnsOf(own, both(5))).not.toBeNull()
  const more = new Map(both(5)).set(1, 900).set(2, 900)
  expect(turnsOf(own, more)).toBeNull()
  const seldom = new Map([...blocks(60, 6, false)].map(([hour, used], at) => [hour, at < 6 + busyLeast - 1 ? used : 10]))
  expect(turnsOf(own, seldom)).toBeNull()
})

test('of a made-up population it finds at least nine in ten of those that are one, and hardly any that are not', () => {
  const roll = dice(87)
  const chance = (share100: number) => roll(100) < share100
  let [right, wrong, missed] = [0, 0, 0]
  for (let at = 0; at < 2_000; at++) {
    const areOne = at % 10 === 0
    // Whoever is one leaves most traces most of the time; others share an office, a consultant or a rhythm now and then.
    const often: Record<LinkKind, number> = areOne ? { account: 80, person: 50, invitation: 60, source: 85, alternating: 60 } : { account: 2, person: 2, invitation: 1, source: 8, alternating: 4 }
    const isFound = linksOf((Object.keys(often) as LinkKind[]).filter((kind) => chance(often[kind])).map((kind) => trace(kind))).length > 0
    if (isFound && areOne) right++
    else if (isFound) wrong++
    else if (areOne) missed++
  }
  expect([right / (right + missed) >= 0.9, right / (right + wrong) >= 0.9]).toEqual([true, true])
})
