import { expect, test } from 'vitest'
import { decideRenewal } from './decide-renewal'

const at = { admittedAt: '2026-06-01T00:00:00.000Z', endsAt: '2026-06-08T00:00:00.000Z', now: '2026-06-07T00:00:00.000Z' }
test.each<[string, Parameters<typeof decideRenewal>, ReturnType<typeof decideRenewal>]>([
  ['what was used well ends as long from now as it was given for', [at, { gpuUse: 500, days: 7 }, true], { hours: 144, because: 'as_before' }],
  ['what used less than half is proposed a day', [at, { gpuUse: 499, days: 7 }, true], { hours: 24, because: 'under_half' }],
  ['what nobody measured is, too, and is not called idle', [at, { gpuUse: null, days: 0 }, true], { hours: 24, because: 'not_measured' }],
  ['what has no GPUs is not judged by them', [at, { gpuUse: null, days: 0 }, false], { hours: 144, because: 'as_before' }],
  ['what has just begun is proposed the least', [{ ...at, now: at.admittedAt }, { gpuUse: 900, days: 1 }, true], { hours: 1, because: 'as_before' }],
  ['a short one is not proposed more than it was', [{ ...at, admittedAt: '2026-06-07T20:00:00.000Z', now: '2026-06-07T23:00:00.000Z' }, { gpuUse: 100, days: 1 }, true], { hours: 3, because: 'under_half' }],
])('%s', (_says, asked, renewal) => expect(decideRenewal(...asked)).toEqual(renewal))
