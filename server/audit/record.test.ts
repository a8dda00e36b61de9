import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { leafHash } from '~/server/merkle/hash'
import { canonicalBytes, type Json } from '~/server/shared/canonical'
import type { Entry } from './entry'
import { openPersonal, sealFor } from './personal'
import { recordBytes, type StoredEntry, storedEntry } from './record'

/** The record that the requirements give as their example. */
const sample = {
  auditId: 'audit-7f3a2b1c-4d5e-6f7a-8b9c-0d1e2f3a4b5c', timestamp: '2024-01-15T10:30:00.123Z', level: 'RequestResponse',
  actor: { userId: 'user-abc123', username: 'alice@example.com', groups: ['ml-team', 'gpu-users'], serviceAccount: null, sourceIP: '10.0.1.42', userAgent: 'kubectl/v1.28.0' },
  action: { verb: 'create', resource: 'allocations', namespace: 'ml-team', name: 'training-job-42', apiGroup: 'scheduler.example.com', apiVersion: 'v1' },
  request: { resources: { cpu: '8000m', memory: '32Gi', 'nvidia.com/gpu': '4' }, priority: 100, priorityClass: 'high-priority' },
  response: { code: 201, status: 'Success', allocationId: 'alloc-def456', nodeAssigned: 'gpu-worker-042' },
  context: { quotaBefore: { gpu_used: 68, gpu_limit: 100 }, quotaAfter: { gpu_used: 72, gpu_limit: 100 }, schedulingLatencyMs: 15, preemptionsTriggered: 0 },
  metadata: { cluster: 'prod-us-east-1', region: 'us-east-1', environment: 'production' },
} as const
const { auditId, timestamp, ...given } = sample
const entry: Entry = {
  ...given, actor: { ...given.actor, groups: [...given.actor.groups], sessionId: null, factorId: null, onBehalfOf: null }, outcome: 'done', reason: null,
  metadata: { ...given.metadata, engineVersion: '0.1.0', policyVersion: null, reference: 'b5b4bd0c-2ad5-4b3b-93f5-1bd0f0f7a7a1' },
}
const place = { tenant: 'aurora', stream: 'deed' as const, sequence: 42n, auditId, timestamp }
const visible = (field: string, plain: string) => ({ sealed: Buffer.from(plain).toString('base64url'), hash: field })

test('the example of the requirements is kept whole; only its personal fields are sealed', () => {
  const key = randomBytes(32)
  const stored = JSON.parse(recordBytes(entry, place, sealFor(key, place.tenant)).bytes.toString()) as StoredEntry
  const { username, sourceIP, userAgent } = stored.actor
  const opened = { username, sourceIP, userAgent } as Record<'username' | 'sourceIP' | 'userAgent', NonNullable<typeof username>>
  const readable = Object.fromEntries(Object.entries(opened).map(([field, kept]) => [field, openPersonal(key, place.tenant, field as 'username', kept)]))
  expect({ ...stored, actor: { ...stored.actor, ...readable } }).toMatchObject(sample)
  for (const personal of ['alice@example.com', '10.0.1.42', 'kubectl']) expect(JSON.stringify(stored)).not.toContain(personal)
})
test('its bytes are these, and its leaf is RFC 9162’s', () => {
  const { bytes, leaf } = recordBytes(entry, place, visible)
  expect(bytes.toString()).toBe('{"action":{"apiGroup":"scheduler.example.com","apiVersion":"v1","name":"training-job-42","namespace":"ml-team","resource":"allocations","verb":"create"},"actor":{"factorId":null,"groups":["ml-team","gpu-users"],"onBehalfOf":null,"serviceAccount":null,"sessionId":null,"sourceIP":{"hash":"sourceIP","sealed":"MTAuMC4xLjQy"},"userAgent":{"hash":"userAgent","sealed":"a3ViZWN0bC92MS4yOC4w"},"userId":"user-abc123","username":{"hash":"username","sealed":"YWxpY2VAZXhhbXBsZS5jb20"}},"auditId":"audit-7f3a2b1c-4d5e-6f7a-8b9c-0d1e2f3a4b5c","context":{"preemptionsTriggered":0,"quotaAfter":{"gpu_limit":100,"gpu_used":72},"quotaBefore":{"gpu_limit":100,"gpu_used":68},"schedulingLatencyMs":15},"level":"RequestResponse","metadata":{"cluster":"prod-us-east-1","engineVersion":"0.1.0","environment":"production","policyVersion":null,"reference":"b5b4bd0c-2ad5-4b3b-93f5-1bd0f0f7a7a1","region":"us-east-1","sequence":"42","stream":"deed","tenant":"aurora"},"outcome":"done","reason":null,"request":{"priority":100,"priorityClass":"high-priority","resources":{"cpu":"8000m","memory":"32Gi","nvidia.com/gpu":"4"}},"response":{"allocationId":"alloc-def456","code":201,"nodeAssigned":"gpu-worker-042","status":"Success"},"timestamp":"2024-01-15T10:30:00.123Z"}')
  expect(leaf).toEqual(createHash('sha256').update(Buffer.concat([Buffer.of(0), bytes])).digest())
  expect(leafHash(Buffer.alloc(0)).toString('hex')).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d')
})
test.each([['Metadata', null, null], ['Request', entry.request, null], ['RequestResponse', entry.request, entry.response]] as const)('level %s keeps what it says and no more', (level, request, response) => {
  expect(storedEntry({ ...entry, level }, place, visible)).toMatchObject({ request, response })
})
test('canonical bytes are RFC 8785’s: its own example, numbers and order included', () => {
  const value: Json = { numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001], string: '€$\u000f\nA\'B"\\\\"/', literals: [null, true, false] }
  expect(canonicalBytes(value).toString()).toBe('{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}')
})
