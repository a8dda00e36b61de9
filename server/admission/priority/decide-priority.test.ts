import { expect, test } from 'vitest'
import { decidePriority, profileFor, type PriorityReason, type PriorityWish, type Profile } from './decide-priority'
import { priorityRefusals } from './priority.refusals'
import { AllowedClassesPolicy, defaultAllowedClassesPolicy, defaultPriorityPolicy, PriorityPolicy, ResourceProfile } from './priority-policy'

const shipped = PriorityPolicy.parse(defaultPriorityPolicy)
const withReserved = PriorityPolicy.parse({ ...defaultPriorityPolicy, classes: [...defaultPriorityPolicy.classes, { id: 'reserved', title: 'Reserved', value: 500, preempts: false, preemptible: false, needsApproval: false, reserved: true }] })
const now = '2026-11-21T12:00:00.000Z'
const profile: Profile = { id: 'tuning', gpusMost: 4, models: ['h100', 'l40s'], hoursMost: 24, until: '2026-12-01T00:00:00Z' }
const admin: PriorityWish = { class: null, devices: 0n, models: ['h100'], hours: 8, roles: ['tenant_admin'], profile: null, recent: { person: 0n, namespace: 0n }, hasShare: false, now }
const namespaceAdmin: PriorityWish = { ...admin, roles: ['namespace_admin'] }
const developer: PriorityWish = { ...admin, roles: ['developer'] }
const allowed = ['low', 'high']
const cases: [says: string, wish: PriorityWish, expected: PriorityReason | 'passes', approver?: 'tenant' | 'platform'][] = [
  ['no devices', developer, 'passes'],
  ['7 devices', { ...admin, devices: 7n }, 'passes'],
  ['8 devices', { ...admin, devices: 8n }, 'passes'],
  ['9 devices', { ...admin, devices: 9n }, 'many_devices', 'platform'],
  ['7 devices, for a namespace', { ...namespaceAdmin, devices: 7n }, 'passes'],
  ['8 devices, for a namespace', { ...namespaceAdmin, devices: 8n }, 'passes'],
  ['9 devices, for a namespace: the tenant says yes', { ...namespaceAdmin, devices: 9n }, 'many_devices', 'tenant'],
  ['a developer’s one GPU', { ...developer, devices: 1n }, 'developer_gpus', 'tenant'],
  ['a developer’s nine: the role comes before the size', { ...developer, devices: 9n }, 'developer_gpus', 'tenant'],
  ['a machine of a developer', { ...developer, roles: ['developer', 'service_account'], devices: 1n }, 'developer_gpus'],
  ['a machine of nobody', { ...developer, roles: ['service_account'], devices: 1n }, 'developer_gpus'],
  ['a role of the tenant’s own', { ...developer, roles: ['custom'], devices: 1n }, 'developer_gpus'],
  ['no role', { ...developer, roles: [], devices: 1n }, 'developer_gpus'],
  ['a developer who is also an admin', { ...developer, roles: ['developer', 'namespace_admin'], devices: 1n }, 'passes'],
  ['a profile’s most', { ...developer, devices: 4n, profile }, 'passes'],
  ['one more', { ...developer, devices: 5n, profile }, 'developer_gpus'],
  ['a model it does not cover', { ...developer, devices: 1n, profile, models: ['h100', 'b200'] }, 'developer_gpus'],
  ['any model', { ...developer, devices: 1n, profile, models: [] }, 'developer_gpus'],
  ['its hours', { ...developer, devices: 1n, profile, hours: 24 }, 'passes'],
  ['one hour more', { ...developer, devices: 1n, profile, hours: 25 }, 'developer_gpus'],
  ['no end', { ...developer, devices: 1n, profile, hours: null }, 'developer_gpus'],
  ['a profile in its last moment', { ...developer, devices: 1n, profile: { ...profile, until: '2026-11-21T12:00:00.001Z' } }, 'passes'],
  ['a profile whose end cannot be read', { ...developer, devices: 1n, profile: { ...profile, until: 'later' } }, 'developer_gpus'],
  ['a profile that has ended', { ...developer, devices: 1n, profile: { ...profile, until: now } }, 'developer_gpus'],
  ['a profile covers the role, and not the size', { ...developer, devices: 9n, profile: { ...profile, gpusMost: 16 } }, 'many_devices', 'tenant'],
  ['the second four of one person', { ...admin, devices: 4n, recent: { person: 4n, namespace: 4n } }, 'passes'],
  ['the third', { ...admin, devices: 4n, recent: { person: 8n, namespace: 8n } }, 'split_request', 'platform'],
  ['a profile does not cover pieces', { ...developer, devices: 4n, profile, recent: { person: 8n, namespace: 8n } }, 'split_request', 'tenant'],
  ['no devices are no piece', { ...admin, recent: { person: 99n, namespace: 99n } }, 'passes'],
  ['a namespace’s most', { ...admin, devices: 4n, recent: { person: 0n, namespace: 60n } }, 'passes'],
  ['many people in one namespace', { ...admin, devices: 4n, recent: { person: 0n, namespace: 61n } }, 'split_request'],
  ['what is too much at once is not told as a piece', { ...admin, devices: 9n, recent: { person: 8n, namespace: 64n } }, 'many_devices'],
  ['a class that there is not', { ...admin, class: 'system-critical' }, 'class_unknown'],
  ['a class of every object', { ...admin, class: 'constructor' }, 'class_unknown'],
  ['a class that is not allowed', { ...admin, class: 'critical' }, 'class_not_allowed'],
  ['below normal', { ...developer, class: 'low' }, 'passes'],
  ['normal, by name', { ...developer, class: 'normal' }, 'passes'],
  ['above normal, for a developer', { ...developer, class: 'high' }, 'above_normal'],
  ['above normal, for a developer’s machine', { ...developer, roles: ['service_account'], class: 'high' }, 'above_normal'],
  ['above normal, for an admin', { ...admin, class: 'high' }, 'class_needs_approval', 'platform'],
  ['above normal, for a namespace’s admin', { ...namespaceAdmin, class: 'high' }, 'class_needs_approval', 'tenant'],
  ['unknown comes before all', { ...developer, class: 'x', devices: 99n }, 'class_unknown'],
  ['what is reserved, where the namespace has a share of it', { ...admin, class: 'reserved', devices: 1n, hasShare: true }, 'passes'],
  ['what is reserved, where it has none', { ...admin, class: 'reserved', devices: 1n }, 'nothing_reserved'],
  ['not allowed comes before above normal', { ...developer, class: 'critical' }, 'class_not_allowed'],
  ['above normal comes before GPUs', { ...developer, class: 'high', devices: 99n }, 'above_normal'],
  ['the class comes before the size', { ...admin, class: 'high', devices: 9n }, 'class_needs_approval'],
]
test.each(cases)('%s', (_says, wish, expected, approver) => {
  const found = decidePriority(withReserved, [...allowed, 'reserved'], wish)
  expect(found.outcome === 'passes' ? 'passes' : found.reason).toBe(expected)
  if (approver || expected === 'passes') expect(found.approver).toBe(approver ?? null)
})
test('every reason has a case', () => { expect(Object.keys(priorityRefusals).filter((reason) => !cases.some(([, , expected]) => expected === reason))).toEqual([]) })
test('a setting lets a profile stand for the size, too', () => {
  const wish = { ...developer, devices: 9n, profile: { ...profile, gpusMost: 16 } }
  expect(decidePriority({ ...shipped, profilesCoverSize: true }, allowed, wish)).toMatchObject({ outcome: 'passes' })
  expect(decidePriority({ ...shipped, profilesCoverSize: true }, allowed, { ...wish, devices: 17n })).toMatchObject({ outcome: 'holds', reason: 'developer_gpus' })
})
test('all that holds it is said at once', () => {
  expect(decidePriority(shipped, allowed, { ...developer, devices: 9n, profile })).toMatchObject({
    says: 'A developer’s GPUs need the yes of a tenant admin: the profile tuning covers 4 at once, and this is 9. More than 8 devices at once need somebody’s yes; this is 9.',
    saw: { held: ['developer_gpus', 'many_devices'], covered: false },
  })
})
test.each([[1n, 'with this one it is more than 8.'], [2n, 'with these 2 it is more than 8.']])('of %s that is too much with what was given lately it is said as one speaks', (devices, says) => {
  expect(decidePriority(shipped, allowed, { ...admin, devices, recent: { person: 8n, namespace: 8n } })).toMatchObject({ says: `Within 60 minutes whoever asks was given 8 devices that nobody approved; ${says}` })
})
test.each([[[32]], [[4, 4, 4, 4, 4, 4, 4, 4]], [[8, 8, 8, 8]], [Array(32).fill(1)], [[7, 7, 7, 7, 4]], [[1, 8, 8, 8, 7]], [[5, 3, 5, 3, 8, 8]]])('asking in pieces of %j gains no more than asking at once', (pieces: number[]) => {
  let given = 0n
  for (const piece of pieces) if (decidePriority(shipped, allowed, { ...admin, devices: BigInt(piece), recent: { person: given, namespace: given } }).outcome === 'passes') given += BigInt(piece)
  expect(given <= BigInt(shipped.devicesMost)).toBe(true)
})
test('a body that ships can be read; one without its normal class, or with a class twice or above Kubernetes’ own, cannot', () => {
  expect(AllowedClassesPolicy.parse(defaultAllowedClassesPolicy)).toEqual({ classes: ['low'] })
  const kept = { ...profile, title: 'Tuning', namespace: null }
  expect(ResourceProfile.parse(kept)).toEqual(kept)
  const { classes } = defaultPriorityPolicy
  for (const wrong of [{ normal: 'usual' }, { classes: [...classes, classes[1]] }, { classes: [{ ...classes[1], value: 1_000_000_001 }] }, { devicesMost: 1.5 }, { classes: [{ ...classes[1], reserved: true, preemptible: true }] }, { devicesMost: -1 }, { more: 1 }]) {
    expect(PriorityPolicy.safeParse({ ...defaultPriorityPolicy, ...wrong }).success).toBe(false)
  }
})
const here = { ...profile, namespace: 'training' }
const small = { ...here, id: 'small', gpusMost: 1 }
test.each([
  ['the first that covers it, wherever it stands', [small, here], 'training', { devices: 3n }, 'tuning'],
  ['the first of the place where none covers it, so that it can be said why', [small, here], 'training', { devices: 9n }, 'small'],
  ['none of another namespace', [here], 'serving', {}, null],
  ['one that is for all of the tenant', [{ ...profile, namespace: null }], 'serving', {}, 'tuning'],
  ['none where there are none', [], 'training', {}, null],
] as const)('of the profiles counts %s', (_says, profiles, namespace, wish, id) => expect(profileFor(profiles, namespace, { ...developer, devices: 1n, ...wish })?.id ?? null).toBe(id))
