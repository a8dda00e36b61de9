import { expect, test } from 'vitest'
import type { AllocationRow } from '~/server/database/lane'
import { tellPreempted, tellWaitOver } from './told'

const row = (burst: boolean) => ({ id: 'a1', tenant_id: 'aurora', namespace_id: 'red', asked_by: 'p1', name: 'sweep', burst }) as AllocationRow
const at = '2026-11-21T12:00:00.000Z'
test.each([[true, 'waiting', 'lent', 'waits'], [true, 'preempted', 'lent', 'over'], [false, 'waiting', 'urgent', 'waits'], [false, 'preempted', 'urgent', 'over']] as const)('of what was lent (%s) and is %s then: %s, %s', (burst, is, kind, state) => {
  expect(tellPreempted(row(burst), is, at)).toEqual({
    person: 'p1', kind: 'allocation_preempted', body: JSON.stringify({ label: 'sweep', kind, state }), path: '/tenants/aurora/allocations/a1', needs: JSON.stringify({ action: 'allocations.create', tenant: 'aurora', namespace: 'red' }), at,
  })
})
test('whoever waited is told what became of it, where it is, and for as long as they could ask for it', () => {
  expect(tellWaitOver(row(false), 'admitted', at)).toMatchObject({ person: 'p1', kind: 'wait_over', body: JSON.stringify({ label: 'sweep', state: 'admitted' }), path: '/tenants/aurora/allocations/a1' })
})
