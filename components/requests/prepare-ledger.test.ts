import { expect, test } from 'vitest'
import type { Line } from '~/server/admission/facts'
import { prepareLedger } from './prepare-ledger'

const line = (saw: Line['saw'], check = 'quota'): Line => ({ check, outcome: 'passes', reason: null, says: null, warnings: [], saw })
const figures = { nominal: '16', hard: '24', used: '4', held: '2', unexplained: '1' }
const said = (level: string, more: object) => ({ level, account: `platform/${level}`, resource: 'nvidia.com/gpu', fits: true, ...more })

test('before is what is used, promised to others and not explained; after is with what is asked for', () => {
  expect(prepareLedger([line({}, 'tenant'), line({ requested: { 'nvidia.com/gpu': '8' }, fits: [said('tenant', { figures })] })])).toEqual([
    { level: 'tenant', account: 'tenant', resource: 'nvidia.com/gpu', fits: true, figures: { before: '7', after: '15', hard: '24', nominal: '16' } },
  ])
})
test('above what the reader may see only whether it fits is told, and what is not asked for is left out', () => {
  const saw = { requested: { 'nvidia.com/gpu': '8', cpu: '0' }, fits: [said('organisation', { fits: false, figures: null }), said('tenant', { resource: 'cpu', figures })] }
  expect(prepareLedger([line(saw)])).toEqual([{ level: 'organisation', account: 'organisation', resource: 'nvidia.com/gpu', fits: false, figures: null }])
})
test('without the check, or without what it looked at, nothing is told', () => {
  expect([prepareLedger([]), prepareLedger([line(null)])]).toEqual([[], []])
})
