import { expect, test } from 'vitest'
import { sayRenewal } from './say-renewal'

test.each([
  ['under_half', 230, 7, 'On the last seven days it used 23 % of its GPUs, which is less than half. A day is proposed: fewer GPUs may do.'],
  ['as_before', 870, 1, 'On the one day of the last seven that it was measured it used 87 % of its GPUs. As long as it was given for is proposed, from now.'],
  ['not_measured', null, 0, 'How much of its GPUs it used in the last seven days is not known: no cluster has said. A day is proposed.'],
  ['as_before', null, 0, 'As long as it was given for is proposed, from now.'],
] as const)('%s, %s thousandths on %i days', (because, gpuUse, days, says) => expect(sayRenewal({ hours: 24, because }, { gpuUse, days })).toBe(says))
test.each([[24, 'A day is proposed.'], [3, '3 hours are proposed.'], [1, '1 hour is proposed.']])('%i hours are said to be that', (hours, says) => expect(sayRenewal({ hours, because: 'not_measured' }, { gpuUse: null, days: 0 })).toContain(says))
