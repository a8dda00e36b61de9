import { expect, test } from 'vitest'
import type { Waiting } from '~/server/allocations/waiting'
import { sayWaiting } from './say-waiting'

const gpu = 'nvidia.com/gpu'
test.each<[string, Partial<Waiting>, string[]]>([
  ['room, wherever there is none in the tenant', { lacks: [{ level: 'tenant', resource: gpu, isBeyond: false }, { level: 'namespace', resource: 'cpu', isBeyond: false }] }, ['Room for its GPU in the tenant', 'Room for its CPU in its namespace']],
  ['a limit, where one is lower than what it asks for: all else waits on that', { lacks: [{ level: 'tenant', resource: gpu, isBeyond: false }, { level: 'namespace', resource: gpu, isBeyond: true }] }, ['A higher limit: it asks for more GPU than its namespace may have']],
  ['that anything begins there again, whatever room there is', { shut: 'tenant', lacks: [{ level: 'namespace', resource: gpu, isBeyond: true }] }, ['That anything begins in the tenant again']],
  ['its turn, where there is room and others come first', { ahead: 2 }, ['Its turn']],
  ['what is not its reader’s to know, where nothing that they see is in its way', {}, ['Room above the tenant, or on a node']],
])('what waits is told: %s', (_says, waiting, says) => { expect(sayWaiting({ ahead: 0, shut: null, lacks: [], ...waiting })).toEqual(says) })
