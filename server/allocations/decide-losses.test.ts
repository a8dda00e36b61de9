import { expect, test } from 'vitest'
import { decideReclaim } from '~/server/ledger/decide-reclaim'
import { decideLosses } from './decide-losses'

const peace = { now: '2026-11-25T12:00:00.000Z', minutes: 60 }
const at = (minutes: number) => new Date(Date.parse(peace.now) - minutes * 60_000)
const lost = (preemptions: number, minutes: number | null, endedAt: Date | null = null) => decideLosses({ preemptions, admittedAt: minutes === null ? null : at(minutes), endedAt }, peace)

test('who never lost a place has nothing to be told, nor whoever is over', () => {
  expect([lost(0, 1), lost(2, 1, at(0))]).toEqual([null, null])
})
test('who lost one keeps it for an hour from when they begin again, and from the third on to their end', () => {
  expect(lost(1, 20)).toEqual({ times: 1, sparedUntil: '2026-11-25T12:40:00.000Z' })
  expect(lost(2, 60)).toEqual({ times: 2, sparedUntil: null })
  expect(lost(2, null)).toEqual({ times: 2, sparedUntil: null })
  for (const minutes of [1, 600, null]) expect(lost(3, minutes)).toEqual({ times: 3, sparedUntil: 'its_end' })
})
test.each([0, 1, 2, 3])('what is told of one that lost its place %i times is what the ledger does', (preemptions) => {
  for (const minutes of [0, 59, 60, 61]) {
    const taken = decideReclaim({ cpu: 1n }, [{ allocation: 'a', tenant: 't', priority: 0, since: at(minutes).toISOString(), amounts: { cpu: '1' }, preemptions }], { t: { cpu: '1' } }, peace)
    expect(taken === null).toBe((lost(preemptions, minutes)?.sparedUntil ?? null) !== null)
  }
})
