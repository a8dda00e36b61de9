import { expect, test } from 'vitest'
import { slotMs } from '~/server/clusters/slot'
import { idleMost } from './decide-use'
import { loudSlots, lostPercent, type NodeLook, noisyOn, normalFrom, type Over, overFrom, quietSlots } from './decide-neighbours'

const now = Date.parse('2026-01-01T12:00:00Z')
const many = <T>(times: number, one: T): T[] => Array.from({ length: times }, () => one)
const [normal, least] = [1000, 10 * (100 - lostPercent)]
const slots = quietSlots + loudSlots
/** What one tenant used beyond what it was charged, and another's work of what it has, slot by slot up to that of now. */
const looksOf = (over: readonly (Over | undefined)[], uses: readonly (number | null | undefined)[], tenant = 'victim'): NodeLook[] => over.map((one, n) => {
  const use = uses[n]
  return { at: now - (over.length - 1 - n) * slotMs, over: new Map<string, Over>([[tenant, 0], ...(one === undefined ? [] : [['loud', one] as const])]), works: use === undefined ? [] : [{ tenant, work: 'w', use }] }
})
const over = (quiet = quietSlots, loud = loudSlots, much: number = overFrom) => [...many<Over>(quiet, overFrom - 1), ...many<Over>(loud, much)]
const uses = (was = normal, is = least, quiet = quietSlots, loud = loudSlots) => [...many<number | null>(quiet, was), ...many<number | null>(loud, is)]
const at = <T>(all: readonly T[], n: number, one: T) => all.map((each, index) => (index === n ? one : each))
const last = slots - 1

test('the loss of one goes with the use of another', () => {
  expect(noisyOn(looksOf(over(), uses()), now)).toEqual([{ tenant: 'loud', since: now - (loudSlots - 1) * slotMs, over: overFrom, slowed: [{ tenant: 'victim', work: 'w', was: normal, is: least }] }])
})
test.each<[says: string, looks: NodeLook[], isNoisy: boolean]>([
  ['a thousandth of the node less', looksOf(over(quietSlots, loudSlots, overFrom - 1), uses()), false],
  ['a thousandth more', looksOf(over(quietSlots, loudSlots, overFrom + 1), uses()), true],
  ['in the slots before it was as much already', looksOf([...many<Over>(quietSlots, overFrom), ...many<Over>(loudSlots, overFrom)], uses()), false],
  ['in one slot less', looksOf(over(quietSlots + 1, loudSlots - 1), uses(normal, least, quietSlots + 1, loudSlots - 1)), false],
  ['in one slot more', looksOf(over(quietSlots, loudSlots + 1), uses(normal, least, quietSlots, loudSlots + 1)), true],
  ['known for one slot less before', looksOf(over(quietSlots - 1), uses(normal, least, quietSlots - 1)), false],
  ['known for one slot more before', looksOf(over(quietSlots + 1), uses(normal, least, quietSlots + 1)), true],
  ['a thousandth less is lost', looksOf(over(), uses(normal, least + 1)), false],
  ['a thousandth more is lost', looksOf(over(), uses(normal, least - 1)), true],
  ['once it was not lost', looksOf(over(), at(uses(), last - 1, normal)), false],
  ['what is normal is a trifle', looksOf(over(), uses(normalFrom - 1, 50)), false],
  ['what is normal is just none', looksOf(over(), uses(normalFrom, 50)), true],
  ['what is normal is more than that', looksOf(over(), uses(normalFrom + 1, 50)), true],
  ['it has stopped', looksOf(over(), at(uses(), last, idleMost)), false],
  ['it has nearly stopped', looksOf(over(), at(uses(), last, idleMost + 1)), true],
  ['it was as low before, too', looksOf(over(), at(uses(), 2, least - 100)), false],
  ['it did as little all along', looksOf(over(), uses(least, least)), false],
  ['it is its own', looksOf(over(), uses(), 'loud'), false],
])('%s', (_, looks, isNoisy) => expect(noisyOn(looks, now).length > 0).toBe(isNoisy))

test('a gap anywhere, in what is known of either, is no evidence', () => {
  for (let n = 0; n < slots; n++) {
    expect(noisyOn(looksOf(at<Over>(over(), n, null), uses()), now)).toEqual([])
    expect(noisyOn(looksOf(over(), at(uses(), n, null)), now)).toEqual([])
    expect(noisyOn(looksOf(over(), at<number | null | undefined>(uses(), n, undefined)), now)).toEqual([])
    expect(noisyOn(looksOf(over(), uses()).filter((_, index) => index !== n), now)).toEqual([])
  }
  expect(noisyOn([], now)).toEqual([])
})
test('who ran nothing there used nothing beyond what it was charged; who runs nothing there now is no neighbour', () => {
  expect(noisyOn(looksOf([...many<Over | undefined>(quietSlots, undefined), ...many<Over>(loudSlots, overFrom)], uses()), now)).toHaveLength(1)
  expect(noisyOn(looksOf([...over(), undefined], uses(normal, least, quietSlots, loudSlots + 1)), now)).toEqual([])
})
test.each([[-1, false], [0, true], [slotMs - 1, true], [slotMs, false]])('%i ms after the beginning of the last slot: %s', (ms, is) => {
  expect(noisyOn(looksOf(over(), uses()), now + ms).length > 0).toBe(is)
})
