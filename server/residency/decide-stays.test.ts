import { expect, test } from 'vitest'
import type { KnownRegion, Residency } from '~/server/admission/residency/decide-residency'
import { decideStay, type Run, type StayReason, type StayState } from './decide-stays'
import { decideWhere, type Evidence, evidenceLastsMs, zoneOf } from './decide-where'

const known: KnownRegion[] = [{ region: 'eu-west-1', jurisdiction: 'eu' }, { region: 'eu-central-1', jurisdiction: 'eu' }, { region: 'us-east-1', jurisdiction: 'us' }]
const eu: Residency = { jurisdiction: 'eu', allowed: ['eu-*'], prohibited: ['us-*', 'cn-*'] }
const now = '2026-11-22T12:00:00.000Z'
const before = (ms: number) => new Date(Date.parse(now) - ms).toISOString()
const labels: Evidence = { region: 'eu-west-1', residency: 'eu', jurisdiction: 'gdpr', providerId: 'aws:///eu-west-1a/i-1' }
const run: Run = { tenant: 'a', namespace: 'red', allocation: null, work: 'w', cluster: 'c', node: 'n', gpuMilli: '1000', placed: 'eu-west-1', place: 'p', evidence: labels, heardAt: now }

const cases: [says: string, of: Partial<Run>, state: StayState, reason: StayReason | null, region: string | null][] = [
  ['all say the same', {}, 'allowed', null, 'eu-west-1'],
  ['a provider that names no zone says nothing', { evidence: { ...labels, providerId: 'azure:///subscriptions/x/machine' } }, 'allowed', null, 'eu-west-1'],
  ['only its region is labelled', { evidence: { ...labels, residency: null, jurisdiction: null, providerId: null } }, 'allowed', null, 'eu-west-1'],
  ['it never said anything', { evidence: null }, 'unknown', 'no_evidence', null],
  ['it has no region', { evidence: { ...labels, region: null } }, 'unknown', 'no_evidence', null],
  ['it was heard of a quarter of an hour ago', { heardAt: before(evidenceLastsMs) }, 'allowed', null, 'eu-west-1'],
  ['and a millisecond longer', { heardAt: before(evidenceLastsMs + 1) }, 'unknown', 'evidence_old', null],
  ['it was never heard of', { heardAt: null }, 'unknown', 'evidence_old', null],
  ['nobody knows the region of its label', { evidence: { ...labels, region: 'eu-south-9' } }, 'unknown', 'region_unknown', null],
  ['nobody knows the region of its provider', { evidence: { ...labels, providerId: 'aws:///mars-west-1a/i-1' } }, 'unknown', 'region_unknown', null],
  ['it is labelled into another region that is allowed', { evidence: { ...labels, region: 'eu-central-1', providerId: null } }, 'unknown', 'contradicts', null],
  ['it is labelled into one that is not', { evidence: { ...labels, region: 'us-east-1', providerId: null } }, 'prohibited', 'region_prohibited', 'us-east-1'],
  ['its provider has it in one that is not', { evidence: { ...labels, providerId: 'aws:///us-east-1b/i-1' } }, 'prohibited', 'region_prohibited', 'us-east-1'],
  ['the inventory has it in one that is not', { placed: 'us-east-1' }, 'prohibited', 'region_prohibited', 'us-east-1'],
  ['all have it in one that is not', { placed: 'us-east-1', evidence: { region: 'us-east-1', residency: 'us', jurisdiction: null, providerId: null } }, 'prohibited', 'region_prohibited', 'us-east-1'],
  ['it says that another law holds there', { evidence: { ...labels, residency: 'us' } }, 'unknown', 'contradicts', null],
]
test.each(cases)('%s', (_says, of, state, reason, region) => { expect(decideStay({ ...run, ...of }, { version: '3', residency: eu }, known, now)).toMatchObject({ state, reason, region, policy: '3' }) })

test.each([
  ['aws:///eu-west-1a/i-0123', 'eu-west-1a'], ['gce://project-1/europe-west3-b/name', 'europe-west3-b'], ['simulated:///eu-central-1a/n-1', 'eu-central-1a'], ['kind://docker/kind/kind-worker', null], ['azure:///subscriptions/1/resourceGroups/x', null], ['i-0123', null], [null, null],
])('%s is in the zone %s', (providerId, zone) => { expect(zoneOf(providerId)).toBe(zone) })
test('a zone of another cloud is its region without its last letter', () => {
  const where = decideWhere('europe-west3', { region: 'europe-west3', residency: null, jurisdiction: null, providerId: 'gce://project/europe-west3-b/name' }, now, now, [{ region: 'europe-west3', jurisdiction: 'eu' }])
  expect(where).toEqual({ known: true, region: 'europe-west3' })
})
