/** Whose yes it needs to go on: nobody's for what nobody would be asked about anew, and the platform's past what anything may last. */
import { expect, test } from 'vitest'
import { policyFrom } from '~/server/admission/policy'
import { decideExtension, type Extension, hoursBetween } from './decide-extension'

const now = '2026-03-01T12:00:00.000Z'
const after = (hours: number) => new Date(Date.parse(now) + hours * 3_600_000).toISOString()
const policy = policyFrom([])
const usual: Extension = { now, from: after(2), endsAt: after(24), burst: false, namespace: 'red', class: 'normal', devices: '4', models: ['A100'], roles: ['developer'], hasShare: false }
const admin = { roles: ['tenant_admin'] }
const { hoursMax, burstHours } = policy.admission
test.each<[string, Partial<Extension>, string | null, string | null]>([
  ['a developer’s GPUs', {}, 'tenant', 'developer_gpus'], ['what has none', { devices: '0' }, null, null], ['an earlier end', { endsAt: after(1) }, null, null], ['the same end', { endsAt: after(2) }, null, null],
  ['an admin of the namespace', { roles: ['namespace_admin'] }, null, null], ['an admin with as many as need nobody', { ...admin, devices: '8' }, null, null], ['an admin with one more', { ...admin, devices: '9' }, 'platform', 'many_devices'],
  ['as long as anything may last', { ...admin, endsAt: after(hoursMax) }, null, null], ['a moment longer', { ...admin, endsAt: new Date(Date.parse(after(hoursMax)) + 1).toISOString() }, 'platform', 'beyond_most'],
  ['a developer past that', { endsAt: after(hoursMax + 1) }, 'platform', 'beyond_most'], ['what is lent, for as long as that is', { ...admin, burst: true, endsAt: after(burstHours) }, null, null], ['what is lent, longer', { ...admin, burst: true, endsAt: after(burstHours + 1) }, 'platform', 'beyond_most'],
  ['a class that is the tenant’s no more', { ...admin, class: 'critical' }, 'platform', 'class_not_allowed'],
])('%s', (_says, more, level, reason) => {
  const asks = decideExtension({ ...usual, ...more }, policy)
  expect([asks?.level ?? null, asks?.reason ?? null]).toEqual([level, reason])
})
test('a profile of the tenant’s covers what it covers from now on, and no hour more', () => {
  const profile = { id: 'p', title: 'P', namespace: null, gpusMost: 4, models: ['A100'], hoursMost: 24, until: after(1_000) }
  const asks = (more: Partial<Extension>) => decideExtension({ ...usual, ...more }, { ...policy, profiles: [profile] })
  expect([asks({}), asks({ endsAt: after(25) })?.reason, asks({ models: [] })?.reason, asks({ devices: '5' })?.reason]).toEqual([null, 'developer_gpus', 'developer_gpus', 'developer_gpus'])
})
test('hours are whole ones, rounded up', () => { expect([hoursBetween(now, after(1)), hoursBetween(now, after(1.01)), hoursBetween(after(1), now)]).toEqual([1, 2, 0]) })
