import { expect, test } from 'vitest'
import type { DraftEffect } from '~/server/residency/decide-draft'
import { sayDraft } from './say-draft'

const same: DraftEffect = { gained: [], lost: [], kept: ['eu-1'], wouldViolate: [], wouldBeAllowed: [] }
test.each([
  ['the same', same, 'It may run in the same regions as now. Then its work may run in eu-1, and nowhere else.'],
  ['nowhere', { ...same, kept: [], lost: ['eu-1'] }, 'Nothing new is placed any more in eu-1. Then its work may run nowhere.'],
  ['what hurts first', { ...same, gained: ['eu-2'], lost: ['us-1'], wouldViolate: [{ region: 'us-1', reason: 'region_prohibited', works: 2, gpuMilli: '3500' }], wouldBeAllowed: [{ region: 'eu-2', reason: null, works: 1, gpuMilli: '1000' }] },
    'In us-1 2 pieces of work with 3.5 GPUs would be where they may not: a prohibition names it. Nothing new is placed any more in us-1. Work may run in eu-2, too. In eu-2 1 piece of work would be where it may. Then its work may run in eu-1, eu-2, and nowhere else.'],
] as const)('%s', (_says, effect, expected) => { expect(sayDraft(effect).join(' ')).toBe(expected) })
