/** A quarrel over one place, with more and more behind each wish. The seeds are in the names. */
import { expect, test } from 'vitest'
import { preemptedMost } from '~/server/ledger/decide-reclaim'
import { below, randomOf } from '~/server/placement/replay/random'
import { decideAside, type Pushable } from './decide-aside'

const [began, minutes] = [Date.parse('2026-11-21T00:00:00.000Z'), 60]

test.each([4, 5])('however priorities are raised, a quarrel over one place ends, and nobody loses it within their hour of peace: seed %i', (seed) => {
  const random = randomOf(seed)
  const people = ['p', 'q', 'r'].map((allocation): Pushable => ({ allocation, tenant: allocation, priority: 0, since: '', amounts: { cpu: '4' }, preemptions: 0, account: 'platform/o/a/red', placement: null }))
  let holder = { ...people[0] as Pushable, priority: 1, since: new Date(began).toISOString() }
  let preemptions = 0
  for (let minute = 1; minute < 5000; minute++) {
    const at = below(people.length, random)
    const asker = people[at]
    if (!asker || asker.allocation === holder.allocation) continue
    const now = new Date(began + minute * 60_000).toISOString()
    const pushed = decideAside([{ account: 'platform/o', resource: 'cpu', missing: 4n }], { all: [holder], nodes: [] }, minute + 1, { now, minutes })
    if (!pushed) continue
    if (holder.preemptions > 0) expect(Date.parse(now) - Date.parse(holder.since)).toBeGreaterThanOrEqual(minutes * 60_000)
    const lost = people.findIndex(({ allocation }) => allocation === holder.allocation)
    people[lost] = { ...holder, preemptions: holder.preemptions + 1 }
    holder = { ...asker, priority: minute + 1, since: now }
    preemptions++
  }
  expect(preemptions).toBeGreaterThan(people.length)
  expect(preemptions).toBeLessThanOrEqual(preemptedMost * people.length)
})
