import { expect, test } from 'vitest'
import type { KnownRegion, Residency } from '~/server/admission/residency/decide-residency'
import { decideDraft } from './decide-draft'

const known: KnownRegion[] = [{ region: 'us-1', jurisdiction: 'us' }, { region: 'eu-1', jurisdiction: 'eu' }, { region: 'eu-2', jurisdiction: 'eu' }]
const now: Residency = { jurisdiction: null, allowed: ['eu-1', 'us-*'], prohibited: [] }
const standing = [{ work: 'a', region: 'us-1', gpuMilli: 2_000n }, { work: 'a', region: 'us-1', gpuMilli: 1_000n }, { work: 'b', region: 'us-1', gpuMilli: 500n }, { work: 'c', region: 'eu-2', gpuMilli: 1_000n }, { work: 'd', region: 'eu-1', gpuMilli: 1_000n }, { work: 'e', region: 'mars', gpuMilli: 1n }]

test('what is gained, lost and kept, and whose work would be where it may not, are told by the decider that admits', () => {
  expect(decideDraft(now, { ...now, allowed: ['*'], prohibited: ['us-*'] }, known, standing)).toEqual({
    gained: ['eu-2'], lost: ['us-1'], kept: ['eu-1'],
    wouldViolate: [{ region: 'us-1', reason: 'region_prohibited', works: 2, gpuMilli: '3500' }], wouldBeAllowed: [{ region: 'eu-2', reason: null, works: 1, gpuMilli: '1000' }],
  })
})
test('of another law it says that', () => {
  expect(decideDraft(now, { ...now, jurisdiction: 'eu' }, known, standing)).toMatchObject({ lost: ['us-1'], wouldViolate: [{ reason: 'outside_jurisdiction' }], wouldBeAllowed: [] })
})
test('the same changes nothing, and what is nowhere known is neither', () => {
  expect(decideDraft(now, now, known, standing)).toEqual({ gained: [], lost: [], kept: ['eu-1', 'us-1'], wouldViolate: [], wouldBeAllowed: [] })
})
