/** An answer of each shape, as the reference shows it. A test parses each by its own schema. */
import type { z } from 'zod'
import type { answers } from './answers'

type Shapes = typeof answers

const ids = { allocation: '0199f0e2-7a3c-7c1e-8f52-3d9d2b0a4c11', person: '5f0c6b1e-8a57-4c55-9d0b-0f4a9c1d2e3f', decision: '0199f0e2-7a3d-7b02-a3c4-5d6e7f8091a2' }
const allocation: z.input<Shapes['Allocation']> = {
  allocation: ids.allocation, namespace: 'training', name: 'llm-7b', class: 'normal', priority: 500, state: 'admitted', pods: 1, amounts: [{ resource: 'cpu', amount: '4000' }, { resource: 'memory', amount: '17179869184' }, { resource: 'nvidia.com/gpu', amount: '1' }],
  region: null, burst: false, preemptible: false, reserved: false, askedBy: ids.person,
  askedAt: '2026-11-02T08:30:00.000Z', heldUntil: null, admittedAt: '2026-11-02T08:30:00.000Z', runningAt: null, endsAt: '2026-11-03T08:30:00.000Z', endedAt: null, version: '1',
}
const line: z.input<Shapes['TraceLine']> = { check: 'quota', outcome: 'passes', reason: null, says: null, warnings: [], saw: { requested: { 'nvidia.com/gpu': '1' } } }
const quota = { namespace: 'training', resource: 'nvidia.com/gpu', limit: '100', used: '98', held: '0', unshared: '100', version: '7', lowers: { to: '64', at: null, since: '2026-11-01T09:00:00.000Z', by: 'Ada Aurora' } }
const namespace = { name: 'training', title: 'Training', environment: 'production', costCentre: 'cc-4711', owner: null, isolation: null, podSecurity: 'restricted', labels: { team: 'vision' }, version: '2', state: 'open', stateSince: null, createdAt: '2026-10-01T09:00:00.000Z' } as const

export const examples = {
  AllocationMade: { allocation: ids.allocation, verdict: 'admit', reason: null, says: null, approver: null, byRule: false, heldUntil: null, endsAt: '2026-11-03T08:30:00.000Z' },
  AllocationChanged: { allocation: ids.allocation, state: 'released', endsAt: '2026-11-03T08:30:00.000Z', repeats: false, asked: false },
  AllocationPreviewed: {
    verdict: 'refuse', reason: 'quota_exceeded', says: 'Quota exceeded: GPU limit 4, used 1, held 2, requested 2', trace: [{ ...line, outcome: 'refuses', reason: 'quota_exceeded', says: 'Quota exceeded: GPU limit 4, used 1, held 2, requested 2', saw: { requested: { 'nvidia.com/gpu': '2' } } }],
    nearest: [{ change: 'fewer_devices', resource: 'nvidia.com/gpu', amount: '1', verdict: 'admit' }], approver: null, burst: false, amounts: {}, endsAt: null,
    devices: '2', rule: null, byRule: false, cost: null, pieces: { given: '0', most: 8, minutes: 60 },
  },
  AllocationWithDecisions: {
    allocation, purpose: 'Fine-tuning, second attempt.', asked: { each: { cpu: '4', memory: '16Gi', 'nvidia.com/gpu': '1' }, models: [], region: null, hours: 24, labels: { 'cost-center': 'research' }, waits: false }, theirs: true, names: { [ids.person]: 'Ada Adler' }, waiting: null,
    decisions: [{ decision: ids.decision, action: 'allocations.create', verdict: 'admit', reason: null, answer: null, at: '2026-11-02T08:30:00.000Z', person: ids.person, trace: [line] }],
    use: { pods: 1, gpuUse: 870, cpuUse: 410, memoryUse: 620, reportedAt: '2026-11-02T09:00:00.000Z' }, lately: { gpuUse: 640, days: 7 }, losses: null, ending: null,
  },
  Allocations: { rows: [allocation], next: null },
  Quotas: { rows: [quota], next: null },
  QuotaHistory: [{ version: '7', limit: '100', from: '2026-10-20T10:00:00.000Z', to: null, setBy: 'Ada Adler' }],
  Namespaces: { rows: [namespace], next: null },
  Namespace: namespace,
  NamespaceRead: { ...namespace, people: {} },
} satisfies { [S in keyof Shapes]?: z.input<Shapes[S]> }
