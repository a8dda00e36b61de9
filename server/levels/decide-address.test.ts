import { expect, test } from 'vitest'
import { plainNamespace } from '~/server/testing/plain-namespace'
import { commandOf } from '~/server/api/router'
import { hasAddress } from './decide-address'

test.each(['10.0.0.1', 'from-10.1.2.3', 'host-192.168.0.200', '00-1A-2b-3c-4d-5e', '00.1a.2b.3c.4d.5e', 'ada@aurora.example', 'ada_at_aurora.example', 'ada.lovelace-at-aurora-example', 'ada.at.aurora.example'])('%s is an address of somebody', (value) => { expect(hasAddress(value)).toBe(true) })
test.each(['', 'team-red', '1.2.3', '535.104.5', '550.54.14', '1000.2.3.4', '1.2.3.4.5', 'v1.2.3.4', 'a-b-c-d-e-f', 'format-a', 'cost-4711', 'at-rest', 'flat_at_last', '2026-11-23', 'deadbeefdead'])('%j is none', (value) => { expect(hasAddress(value)).toBe(false) })
test('a label that holds one is refused, of a namespace and of an allocation, and told so', () => {
  const asked = {
    'allocations.create': { tenant: 'a', namespace: 'red', name: 'made', class: 'normal', pods: 1, each: { 'nvidia.com/gpu': '1' }, models: [], region: null, purpose: 'For the test.', hours: null, pod: null, claims: [], waits: false },
    'namespaces.create': { tenant: 'a', name: 'made', title: 'Made', ...plainNamespace },
  }
  for (const action of ['allocations.create', 'namespaces.create'] as const) {
    const input = (value: string) => commandOf(action)?.input.safeParse({ ...asked[action], labels: { 'cost-center': value } })
    expect([action, input('team-red')?.success]).toEqual([action, true])
    expect(input('10.0.0.1')?.error?.issues.map(({ message }) => message)).toEqual(['looks like the address of somebody or of their machine: leave that out'])
  }
})
