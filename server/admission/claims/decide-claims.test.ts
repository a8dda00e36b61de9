import { expect, test } from 'vitest'
import type { Json } from '~/server/shared/canonical'
import { claimsRefusals } from './claims.refusals'
import { ClaimsPolicy, claimText, defaultClaimsPolicy } from './claims-policy'
import { type ClaimGiven, type ClaimsReason, decideClaims, parametersMost, parametersSuspect } from './decide-claims'
import { readStrictJson } from './strict-json'

const policy = ClaimsPolicy.parse(defaultClaimsPolicy)
type Members = { readonly [key: string]: Json }
/** One claim, in each way that it can be written: as v1beta1, v1beta2 and v1, by itself and as a template. */
type Request = { name?: string; exactly?: Members; firstAvailable?: readonly Members[] }
const gpu = (members: Members = {}): Request => ({ exactly: { deviceClassName: 'nvidia-gpu-shared', ...members } })
const either = (...firstAvailable: readonly Members[]): Request => ({ firstAvailable: firstAvailable.map((one, at) => ({ name: `s${at}`, deviceClassName: 'nvidia-gpu-shared', ...one })) })
function encodings(requests: readonly Request[], config: Json = null): [way: string, document: Json][] {
  const nested = requests.map((request, at) => ({ name: `r${at}`, ...request }))
  const flat = requests.map(({ exactly, ...rest }, at) => ({ name: `r${at}`, ...exactly, ...rest }))
  return [['v1beta1', flat], ['v1beta2', nested], ['v1', nested]].flatMap(([version, written]): [string, Json][] => {
    const spec = { devices: { requests: written as Json, config } }
    const document = { apiVersion: `resource.k8s.io/${String(version)}`, metadata: { name: 'claim' } }
    return [[`${String(version)}`, { ...document, kind: 'ResourceClaim', spec }], [`${String(version)} template`, { ...document, kind: 'ResourceClaimTemplate', spec: { metadata: {}, spec } }]]
  })
}
const given = (value: Json, copies = 1n): ClaimGiven => ({ name: 'claim', read: { ok: true, value }, copies })
const decide = (value: Json) => decideClaims(policy, [given(value)], {})
const outcome = (found: ReturnType<typeof decide>) => (found.outcome === 'passes' ? found.devices : found.reason)
const parameters = (value: Json, driver = 'gpu.nvidia.com'): Json => [{ requests: ['r0'], opaque: { driver, parameters: value } }]
/** Exactly so many bytes when it is written. */
const sized = (bytes: number): Json => ({ a: 'x'.repeat(bytes - 8) })
const deep = (levels: number): Json => (levels === 1 ? {} : { a: deep(levels - 1) })

const cases: [says: string, requests: readonly Request[], expected: ClaimsReason | bigint, config?: Json][] = [
  ['nothing', [], 0n],
  ['one device', [gpu()], 1n],
  ['seven', [gpu({ count: 7 })], 7n],
  ['eight', [gpu({ count: 8 })], 8n],
  ['nine', [gpu({ count: 9 })], 'too_many_devices'],
  ['eight, in pieces', Array(8).fill(gpu()), 8n],
  ['nine, in pieces', Array(9).fill(gpu()), 'too_many_devices'],
  ['nine in two requests', [gpu({ count: 4 }), gpu({ count: 5 })], 'too_many_devices'],
  ['a count of nought is one', [gpu({ count: 0 })], 1n],
  ['a count that is not there is one', [gpu({ allocationMode: 'ExactCount', count: null })], 1n],
  ['an empty mode is the usual one', [gpu({ allocationMode: '', count: 2 })], 2n],
  ['all is the most it can come to', [gpu({ allocationMode: 'All' })], 'too_many_devices'],
  ['all, in an alternative', [either({ count: 1 }, { allocationMode: 'All' })], 'too_many_devices'],
  ['the largest of the alternatives', [either({ count: 1 }, { count: 8 }, { count: 4 })], 8n],
  ['alternatives are not added up', [either({ count: 8 }, { count: 8 })], 8n],
  ['alternatives and another request', [either({ count: 4 }, { count: 2 }), gpu({ count: 5 })], 'too_many_devices'],
  ['a count below nought', [gpu({ count: -1 })], 'claim_unreadable'],
  ['half a device', [gpu({ count: 1.5 })], 'claim_unreadable'],
  ['a count past what is exact', [gpu({ count: 2 ** 53 })], 'claim_unreadable'],
  ['a count in letters', [gpu({ count: '1' })], 'claim_unreadable'],
  ['a count beside all', [gpu({ allocationMode: 'All', count: 1 })], 'claim_unreadable'],
  ['a mode of the future', [gpu({ allocationMode: 'Most' })], 'claim_unreadable'],
  ['administrative access', [gpu({ adminAccess: true })], 'admin_access'],
  ['administrative access in the second request', [gpu(), gpu({ adminAccess: true })], 'admin_access'],
  ['administrative access, said to be none', [gpu({ adminAccess: false })], 1n],
  ['administrative access, left empty', [gpu({ adminAccess: null })], 1n],
  ['administrative access in letters', [gpu({ adminAccess: 'true' })], 'claim_unreadable'],
  ['administrative access in an alternative', [either({ adminAccess: true })], 'claim_unreadable'],
  ['administrative access, in capitals', [gpu({ AdminAccess: true })], 'claim_unreadable'],
  ['a class that is not approved', [gpu({ deviceClassName: 'any' })], 'class_not_approved'],
  ['in the second request', [gpu(), gpu({ deviceClassName: 'any' })], 'class_not_approved'],
  ['in the second alternative', [either({}, { deviceClassName: 'any' })], 'class_not_approved'],
  ['no class', [gpu({ deviceClassName: '' })], 'claim_unreadable'],
  ['a class that is no name', [gpu({ deviceClassName: 7 })], 'claim_unreadable'],
  ['a class of every object', [gpu({ deviceClassName: 'constructor' })], 'class_not_approved'],
  ['no alternative', [either()], 'claim_unreadable'],
  ['nine alternatives', [either(...Array(9).fill({}))], 'claim_unreadable'],
  ['thirty-three requests', Array(33).fill(gpu()), 'claim_unreadable'],
  ['a name twice', [{ ...gpu(), name: 'a' }, { ...gpu(), name: 'a' }], 'claim_unreadable'],
  ['no name', [{ ...gpu(), name: '' }], 'claim_unreadable'],
  ['a field of the future', [gpu({ share: 2 })], 'claim_unreadable'],
  ['one of every object', [gpu(JSON.parse('{"__proto__":{"adminAccess":true}}'))], 'claim_unreadable'],
  ['selectors, tolerations and capacity are the cluster’s', [gpu({ selectors: [{ cel: { expression: 'true' } }], tolerations: [], capacity: { requests: { memory: '8Gi' } } })], 1n],
  ['selectors that are none', [gpu({ selectors: 'all' })], 'claim_unreadable'],
  ['parameters', [gpu()], 1n, parameters({ sharing: { strategy: 'TimeSlicing' } })],
  ['no parameters', [gpu()], 1n, [{ opaque: { driver: 'gpu.nvidia.com' } }]],
  ['parameters of another driver', [gpu()], 'driver_not_allowed', parameters({}, 'evil.example.com')],
  ['8 KiB', [gpu()], 1n, parameters(sized(8 * 1024))],
  ['10 KiB', [gpu()], 1n, parameters(sized(10 * 1024))],
  ['a byte more', [gpu()], 'parameters_too_large', parameters(sized(10 * 1024 + 1))],
  ['10 KiB of longer letters', [gpu()], 'parameters_too_large', parameters({ a: 'é'.repeat(5 * 1024) })],
  ['10 KiB of many small things', [gpu()], 'parameters_too_large', parameters({ a: Array(5200).fill(1) })],
  ['32 levels', [gpu()], 1n, parameters(deep(32))],
  ['33 levels', [gpu()], 'parameters_too_deep', parameters(deep(33))],
  ['the prototype’s name in parameters', [gpu()], 1n, parameters(JSON.parse('{"__proto__":{"polluted":true}}'))],
  ['a configuration of another kind', [gpu()], 'claim_unreadable', [{ inline: {} }]],
  ['unreadable comes before what can be read', [gpu({ deviceClassName: 'any', adminAccess: true, share: 1 })], 'claim_unreadable'],
  ['administrative access comes before the class', [gpu({ deviceClassName: 'any', adminAccess: true })], 'admin_access'],
  ['the class before the driver', [gpu({ deviceClassName: 'any' })], 'class_not_approved', parameters(sized(11 * 1024), 'evil.example.com')],
  ['the driver before the size', [gpu()], 'driver_not_allowed', parameters(sized(11 * 1024), 'evil.example.com')],
  ['the size before the count', [gpu({ count: 9 })], 'parameters_too_large', parameters(sized(11 * 1024))],
]
test.each(cases)('%s: the same in every encoding', (_says, requests, expected, config) => {
  expect(encodings(requests, config).map(([way, document]) => [way, outcome(decide(document))])).toEqual(encodings([]).map(([way]) => [way, expected]))
  expect('polluted' in {}).toBe(false)
})
test('every reason has a case', () => { expect(Object.keys(claimsRefusals).filter((reason) => !cases.some(([, , expected]) => expected === reason))).toEqual([]) })

const v1 = { apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim' }
test.each<[string, Json]>([
  ['no document', null], ['a text', 'claim'], ['a list', []], ['no version', { kind: 'ResourceClaim', spec: {} }], ['a version of the past', { ...v1, apiVersion: 'resource.k8s.io/v1alpha3', spec: {} }],
  ['a version of every object', { ...v1, apiVersion: 'constructor', spec: {} }], ['another kind', { ...v1, kind: 'Pod', spec: {} }], ['no specification', v1], ['a template without its inner one', { ...v1, kind: 'ResourceClaimTemplate', spec: { devices: {} } }],
  ['a claim with an inner one', { ...v1, spec: { spec: { devices: {} } } }], ['flat, and said to be v1', { ...v1, spec: { devices: { requests: [{ name: 'a', deviceClassName: 'nvidia-gpu-shared', adminAccess: true }] } } }],
  ['nested, and said to be v1beta1', { ...v1, apiVersion: 'resource.k8s.io/v1beta1', spec: { devices: { requests: [{ name: 'a', exactly: { deviceClassName: 'nvidia-gpu-shared' } }] } } }],
  ['both exactly and alternatives', { ...v1, spec: { devices: { requests: [{ name: 'a', exactly: { deviceClassName: 'nvidia-gpu-shared' }, firstAvailable: [{ name: 'b', deviceClassName: 'nvidia-gpu-shared' }] }] } } }],
  ['flat beside alternatives', { ...v1, apiVersion: 'resource.k8s.io/v1beta1', spec: { devices: { requests: [{ name: 'a', count: 9, firstAvailable: [{ name: 'b', deviceClassName: 'nvidia-gpu-shared' }] }] } } }],
  ['requests that are no list', { ...v1, spec: { devices: { requests: { length: 0 } } } }], ['a request that is none', { ...v1, spec: { devices: { requests: [null] } } }], ['a field beside devices', { ...v1, spec: { devices: {}, controller: 'x' } }],
])('%s cannot be read, and so is refused', (_says, document) => { expect(decide(document)).toMatchObject({ outcome: 'refuses', reason: 'claim_unreadable', devices: 0n }) })

test.each([[16 * 1024, []], [parametersSuspect + 1, ['large_parameters']], [17 * 1024, ['large_parameters']], [parametersMost + 1, []]])('%d bytes of parameters are refused, and signalled: %j', (bytes, signals) => {
  for (const [, document] of encodings([gpu()], parameters(sized(bytes)))) expect(decide(document)).toMatchObject({ reason: 'parameters_too_large', signals })
})
test('an attempt is signalled though the claim cannot be read, or was too large to', () => {
  for (const [, document] of encodings([either({ adminAccess: true })])) expect(decide(document)).toMatchObject({ reason: 'claim_unreadable', signals: ['admin_access'] })
  for (const [, document] of encodings([gpu({ adminAccess: true, share: 1 })], parameters(sized(17 * 1024)))) expect(decide(document)).toMatchObject({ reason: 'claim_unreadable', signals: ['admin_access', 'large_parameters'] })
  const read = readStrictJson(JSON.stringify(sized(1024 * 1024)), claimText)
  expect(decideClaims(policy, [{ name: 'claim', read, copies: 1n }], {})).toMatchObject({ reason: 'claim_unreadable', says: 'The claim claim cannot be read: it is too large.', signals: ['large_parameters'] })
})
test('what is said twice in the text is refused, whichever comes first', () => {
  for (const twice of ['"adminAccess":false,"adminAccess":true', '"adminAccess":true,"adminAccess":false']) {
    const text = `{"apiVersion":"resource.k8s.io/v1","kind":"ResourceClaim","spec":{"devices":{"requests":[{"name":"a","exactly":{"deviceClassName":"nvidia-gpu-shared",${twice}}}]}}}`
    expect(decideClaims(policy, [{ name: 'a', read: readStrictJson(text, claimText), copies: 1n }], {})).toMatchObject({ reason: 'claim_unreadable', says: 'The claim a cannot be read: it says something twice.' })
  }
})
test('devices are counted for every pod and by class, of alternatives the most of each class', () => {
  const [, , [, document = null] = []] = encodings([either({ count: 2 }, { count: 6, deviceClassName: 'tpu-v5e' }, { count: 3 }), gpu({ count: 1 })])
  expect(decideClaims(policy, [given(document, 4n)], {})).toMatchObject({ outcome: 'passes', devices: 28n, byClass: { 'nvidia-gpu-shared': 16n, 'tpu-v5e': 24n } })
})
test('devices that a pod asks for by the name of a resource count, and need an approved class', () => {
  expect(decideClaims(policy, [], { cpu: 8000n, 'deviceclass.resource.kubernetes.io/tpu-v5e': 9n })).toMatchObject({ outcome: 'passes', devices: 9n, byClass: { 'tpu-v5e': 9n } })
  expect(decideClaims(policy, [], { 'deviceclass.resource.kubernetes.io/any': 1n })).toMatchObject({ reason: 'class_not_approved', says: expect.stringContaining('nvidia-gpu-exclusive, nvidia-gpu-shared, tpu-v5e') })
})
test('every fault is named with its path', () => {
  const [, , , , [, document = null] = []] = encodings([gpu(), gpu({ adminAccess: true, deviceClassName: 'any' })])
  expect(decide(document)).toMatchObject({
    says: 'Administrative access to devices (claim: spec.devices.requests[1].exactly.adminAccess) is for the platform alone. The device class any (claim: spec.devices.requests[1].exactly) is not approved. Approved are nvidia-gpu-exclusive, nvidia-gpu-shared, tpu-v5e.',
  })
})
