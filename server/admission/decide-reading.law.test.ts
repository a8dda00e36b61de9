/** Whatever somebody sends, the checks that read it answer, and the same every time. */
import { expect, test } from 'vitest'
import { decideClaims } from './claims/decide-claims'
import { ClaimsPolicy, defaultClaimsPolicy } from './claims/claims-policy'
import { decidePodSecurity } from './pod-security/decide-pod-security'
import { defaultPodSecurityPolicy, PodSecurityPolicy } from './pod-security/pod-security-policy'
import { dice } from '~/server/testing/dice'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
const seed = 20_261_121
const claim: Json = {
  apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim', metadata: { name: 'a' }, spec: { devices: {
    requests: [{ name: 'a', exactly: { deviceClassName: 'tpu-v5e', count: 2, adminAccess: false, selectors: [] } }, { name: 'b', firstAvailable: [{ name: 'c', deviceClassName: 'tpu-v5e', allocationMode: 'ExactCount', count: 1 }] }],
    constraints: [], config: [{ requests: ['a'], opaque: { driver: 'gpu.nvidia.com', parameters: { a: [1, { b: 'c' }] } } }],
  } },
}
const context: Json = { runAsNonRoot: true, runAsUser: 1000, allowPrivilegeEscalation: false, privileged: false, capabilities: { drop: ['ALL'], add: [] }, seccompProfile: { type: 'RuntimeDefault' }, seLinuxOptions: { type: '' }, windowsOptions: { hostProcess: false } }
const pod: Json = {
  metadata: { annotations: { a: 'b' } }, spec: {
    containers: [{ name: 'a', securityContext: context, ports: [{ containerPort: 1, hostPort: 0 }], livenessProbe: { httpGet: { host: '' } }, lifecycle: { preStop: { tcpSocket: { host: '' } } } }], initContainers: [{ name: 'b', securityContext: context }],
    hostPID: false, volumes: [{ name: 'a', emptyDir: {} }], securityContext: { sysctls: [{ name: 'net.ipv4.tcp_rmem', value: '1' }] }, nodeSelector: { a: 'b' }, tolerations: [{ key: 'a', operator: 'Exists' }],
    affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }] }] } } },
  },
}
const odd: readonly Json[] = [null, true, false, 0, -1, 1.5, 2 ** 60, '', 'x', '0', [], [null], {}, { a: 1 }, [[[]]], 'constructor', '__proto__']

/** Somewhere in a copy, something else; or something more; or less. */
function spoil(document: Json, roll: (below: number) => number): Json {
  const copy = structuredClone(document)
  const places: [Json[] | { [key: string]: Json }, string][] = []
  const visit = (value: Json) => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, member] of Object.entries(value)) {
      places.push([value, key])
      visit(member)
    }
  }
  visit(copy)
  const [holder, key] = places[roll(places.length)] ?? [[], '0']
  const what = structuredClone(odd[roll(odd.length)] ?? null)
  if (Array.isArray(holder)) holder[Number(key) + roll(2)] = what
  else if (roll(4) === 0) delete holder[key]
  else Object.defineProperty(holder, roll(4) === 0 ? String(odd[roll(odd.length)]) : key, { value: what, enumerable: true, configurable: true, writable: true })
  return copy
}

const written = (found: object) => JSON.stringify(found, (_key, value) => (typeof value === 'bigint' ? String(value) : value))
test(`five thousand spoilt documents of each kind are answered, twice the same (seed ${seed})`, () => {
  const roll = dice(seed)
  const [claims, security] = [ClaimsPolicy.parse(defaultClaimsPolicy), PodSecurityPolicy.parse(defaultPodSecurityPolicy)]
  const ofClaim = (document: Json) => decideClaims(claims, [{ name: 'a', read: { ok: true, value: document }, copies: 1n }], {})
  const ofPod = (document: Json) => decidePodSecurity(security, [{ name: 'a', document }], { namespace: 'a/b', environment: null, now: '2026-11-21T12:00:00Z' })
  expect([ofClaim(claim).outcome, ofPod(pod).outcome]).toEqual(['passes', 'passes'])
  const seen = new Set<string>()
  for (let turn = 0; turn < 5_000; turn++) {
    const [a, b] = [spoil(turn % 3 ? claim : spoil(claim, roll), roll), spoil(turn % 3 ? pod : spoil(pod, roll), roll)]
    for (const [check, found, again] of [['claims', ofClaim(a), ofClaim(a)], ['pod-security', ofPod(b), ofPod(b)]] as const) {
      seen.add(`${check} ${found.outcome === 'passes' ? 'passes' : found.reason}`)
      if (written(again) !== written(found)) expect(again).toEqual(found)
    }
  }
  expect([...seen].sort()).toEqual(expect.arrayContaining(['claims passes', 'claims claim_unreadable', 'claims class_not_approved', 'claims admin_access', 'pod-security passes', 'pod-security pod_unreadable', 'pod-security below_baseline', 'pod-security below_restricted']))
})
