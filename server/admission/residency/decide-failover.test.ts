import { expect, test } from 'vitest'
import { failoverOf, residencyAt, residencyOfTenant, throughFailover } from './decide-failover'
import { decideResidency, type KnownRegion, type Residency } from './decide-residency'

const known: KnownRegion[] = [{ region: 'eu-1', jurisdiction: 'eu' }, { region: 'eu-2', jurisdiction: 'eu' }, { region: 'us-1', jurisdiction: 'us' }, { region: 'us-2', jurisdiction: 'us' }]
const base: Residency = { jurisdiction: null, allowed: ['eu-1'], prohibited: [] }
const until = '2026-03-02T00:00:00.000Z'
const now = '2026-03-01T00:00:00.000Z'
const failover = { regions: ['eu-2', 'us-1'], disasters: [{ region: 'eu-1', until }] }
const regionsAt = (residency: Residency, of: typeof failover | null, at = now) => decideResidency(residencyAt(residency, of, known, at), known, null).regions

test('while a disaster stands where it may be it may go where it was prepared to, until the moment of its end and not in it', () => {
  expect([-1, 0, 1].map((ms) => regionsAt(base, failover, new Date(Date.parse(until) + ms).toISOString()))).toEqual([['eu-1', 'eu-2', 'us-1'], ['eu-1'], ['eu-1']])
})
test('a disaster where it may not be opens nothing, nor does one that nobody knows', () => {
  for (const region of ['us-2', 'mars']) expect(regionsAt(base, { ...failover, disasters: [{ region, until }] })).toEqual(['eu-1'])
})
test('a prohibition and the law hold as they did', () => {
  expect(regionsAt({ ...base, prohibited: ['us-*'] }, failover)).toEqual(['eu-1', 'eu-2'])
  expect(regionsAt({ ...base, jurisdiction: 'eu' }, failover)).toEqual(['eu-1', 'eu-2'])
  expect(decideResidency(residencyAt({ ...base, jurisdiction: 'eu' }, failover, known, now), known, 'us-1')).toMatchObject({ outcome: 'refuses', reason: 'outside_jurisdiction' })
})
test('what it was let in by stands in what the check saw, and where nothing is declared nothing does', () => {
  expect(decideResidency(residencyAt(base, failover, known, now), known, 'us-1').saw).toMatchObject({ failover: { regions: ['eu-2', 'us-1'], disasters: ['eu-1'] } })
  expect([residencyAt(base, null, known, now), residencyAt(base, failover, known, until), failoverOf([], failover.disasters), failoverOf(['us-1'], [])]).toEqual([base, base, null, null])
})
test('of a region that it may be in anyway no disaster is the reason', () => {
  const residency = residencyAt(base, failover, known, now)
  expect(['eu-1', 'eu-2', 'us-2'].map((region) => throughFailover(residency, known, region))).toEqual([null, 'eu-1', null])
  expect(throughFailover(base, known, 'eu-1')).toBeNull()
})
test('who was never given a residency goes from the regions that they were made with', () => {
  expect(decideResidency(residencyOfTenant({ residency: null, failover }, ['eu-1'], known, now), known, null).regions).toEqual(['eu-1', 'eu-2', 'us-1'])
})
