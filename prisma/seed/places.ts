/** The demo's places. What is held as an amount is in the smallest unit of its resource. */
import type { Environment } from '~/server/namespaces/decide-attributes'
import type { IsolationLevel, Regime, Trust } from '~/server/tenants/isolation'

const GiB = 2n ** 30n
const shares = (gpus: bigint) => ({ cpu: gpus * 4_000n, memory: gpus * 32n * GiB, 'nvidia.com/gpu': gpus })
export type Amounts = Record<string, bigint>
/** Of GPUs that are shared, so many thousandths. */
const parts = (milli: bigint): Amounts => ({ 'nvidia.com/gpu-milli': milli })
/** What a namespace begins with: this part of what its tenant has. */
export const namespacePart = 4n

export const regions = [
  { region: 'eu-central-1', title: 'Frankfurt', country: 'DE', jurisdiction: 'eu' },
  { region: 'eu-north-1', title: 'Stockholm', country: 'SE', jurisdiction: 'eu' },
  { region: 'us-east-1', title: 'Virginia', country: 'US', jurisdiction: 'us' },
]
export const organisations: { organisation: string; title: string; capacity: Amounts }[] = [
  { organisation: 'northwind', title: 'Northwind Research', capacity: shares(64n) },
  { organisation: 'halcyon', title: 'Halcyon Health', capacity: { ...shares(64n), ...parts(2_000n) } },
]

type Held = { title: string; isolationLevel: IsolationLevel; trust: Trust; regions: string[]; compliance: Regime[]; purpose: string }
export type Tenant = Held & { organisation: string; name: string; admin: string; askedBy: string; share: Amounts; namespaces: Record<string, [title: string, environment: Environment]>; part?: bigint; /** Up to so much it borrows of what the others of its organisation leave, and so does each of its namespaces. */ ceiling?: Amounts }
export const approver = 'alma@platform.test'
export const tenants: Tenant[] = [
  {
    organisation: 'northwind', name: 'aurora', title: 'Aurora', isolationLevel: 1, trust: 'internal', regions: ['eu-central-1'], compliance: ['gdpr'], purpose: 'Language models of the research department.',
    admin: 'ada@aurora.test', askedBy: 'pia@platform.test', share: shares(16n), namespaces: { training: ['Training', 'development'], serving: ['Serving', 'production'] },
  },
  {
    organisation: 'northwind', name: 'borealis', title: 'Borealis', isolationLevel: 2, trust: 'internal', regions: ['eu-central-1', 'eu-north-1'], compliance: ['gdpr', 'soc2'], purpose: 'Forecasts that are sold, kept apart from research.',
    admin: 'bo@borealis.test', askedBy: 'pia@platform.test', share: shares(16n), namespaces: { training: ['Training', 'development'], serving: ['Serving', 'production'] },
  },
  {
    organisation: 'halcyon', name: 'cardia', title: 'Cardia', isolationLevel: 3, trust: 'external', regions: ['eu-central-1'], compliance: ['gdpr', 'hipaa'], purpose: 'Imaging of the heart: patients’ data, on clusters of its own.',
    admin: 'cleo@cardia.test', askedBy: 'per@platform.test', share: shares(24n), namespaces: { imaging: ['Imaging', 'production'], review: ['Review', 'staging'] },
  },
  {
    organisation: 'halcyon', name: 'oncora', title: 'Oncora', isolationLevel: 4, trust: 'external', regions: ['us-east-1'], compliance: ['fedramp', 'hipaa', 'soc2'], purpose: 'Studies for a government, on hardware of its own.',
    admin: 'otto@oncora.test', askedBy: 'per@platform.test', share: { ...shares(32n), ...parts(1_000n) }, namespaces: { genomics: ['Genomics', 'production'] }, part: 1n,
  },
  {
    organisation: 'halcyon', name: 'radia', title: 'Radia', isolationLevel: 2, trust: 'external', regions: ['eu-central-1', 'eu-north-1'], compliance: ['gdpr'], purpose: 'Second readings of scans for clinics outside.',
    admin: 'rhea@radia.test', askedBy: 'per@platform.test', share: { ...shares(8n), ...parts(1_000n) }, ceiling: parts(2_000n), namespaces: { readings: ['Readings', 'production'] },
  },
]

/** Asked for by tenant admins beside theirs: one waits for an answer, one has got it. */
export const beside: (Held & { tenant: string; name: string; by: string; refusal: { by: string; reason: string } | null })[] = [
  {
    tenant: 'radia', name: 'radia-archive', title: 'Radia Archive', isolationLevel: 2, trust: 'external', regions: ['eu-north-1'], compliance: ['gdpr'], purpose: 'To keep old readings apart from new ones.',
    by: 'rhea@radia.test', refusal: { by: approver, reason: 'Old readings can be kept apart in a namespace of radia: make one for them.' },
  },
  {
    tenant: 'cardia', name: 'cardia-trials', title: 'Cardia Trials', isolationLevel: 3, trust: 'external', regions: ['eu-central-1', 'eu-north-1'], compliance: ['gdpr', 'hipaa'],
    purpose: 'A study in two countries begins in spring. Its data must not meet that of the clinic.', by: 'cleo@cardia.test', refusal: null,
  },
]

/** What an hour of one costs in the demo. */
export const prices = {
  currency: 'EUR', perHour: { cpu: '0.03', memory: '0.004' }, models: { A100: '1.90', H100: '3.20', L40S: '1.10', T4: '0.35' }, isolation: { 2: '1.4', 3: '2.5', 4: '7.5' },
  billed: { by: 'used', floor: '0.6' },
}
