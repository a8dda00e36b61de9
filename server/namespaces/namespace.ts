import { z } from 'zod'
import { Handle, noAddress, noSecret, named, Title, Uuid } from '~/server/api/inputs'
import { defaultLabelsPolicy, LabelsPolicy } from '~/server/admission/labels/labels-policy'
import { levelsOfNamespaces } from '~/server/admission/pod-security/decide-level'
import { defaultPodSecurityPolicy, PodSecurityPolicy } from '~/server/admission/pod-security/pod-security-policy'
import { policyNow } from '~/server/admission/policy-now'
import type { ReadRows } from '~/server/database/rows'
import { heldAt } from '~/server/members/held'
import { isolationLevels } from '~/server/tenants/isolation'
import { type Around, type Attributes, environments } from './decide-attributes'
import type { NamespaceLife } from './decide-life'

const LabelKey = z.string().max(317).regex(/^([a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?\/)?[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?$/, 'is the key of a label, such as team')
const LabelValue = z.string().max(63).regex(/^([A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?)?$/, 'is the value of a label').refine(...noSecret).refine(...noAddress)
const CostCentre = z.string().max(63).regex(/^[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?$/, 'is letters, digits, dots, hyphens and underscores').refine(...noSecret)
/** What somebody says of a namespace. */
export const OfNamespace = {
  title: Title, environment: z.enum(environments), costCentre: CostCentre.nullable(), owner: Uuid.nullable(), isolation: z.literal(isolationLevels).nullable(),
  podSecurity: z.enum(levelsOfNamespaces).nullable(), labels: named(LabelKey, LabelValue),
}
export const OnNamespace = z.strictObject({ tenant: Handle, namespace: Handle })

export const namespaceStates = ['open', 'frozen', 'closing', 'deleted'] as const
export type StateOfNamespace = (typeof namespaceStates)[number]
export type NamespaceShown = {
  name: string; title: string; environment: Attributes['environment']; costCentre: string | null; owner: string | null; isolation: Attributes['isolation']; podSecurity: Attributes['podSecurity']; labels: Record<string, string>
  version: string; state: StateOfNamespace; /** Since when it is in that state; null for what is open. */ stateSince: string | null; createdAt: string
}
export type NamespaceRow = {
  id: string; title: string; environment: string; costCentre: string | null; ownerId: string | null; isolationLevel: number | null; podSecurity: string | null; labels: unknown
  version: bigint; frozenAt: Date | null; closingAt: Date | null; deletedAt: Date | null; createdAt: Date
}
/** A row is what CHECKs let it be. */
const Row = z.object({ environment: OfNamespace.environment, isolation: OfNamespace.isolation, podSecurity: OfNamespace.podSecurity, labels: z.record(z.string(), z.string()) })

export function attributesOf({ title, environment, costCentre, ownerId, isolationLevel, podSecurity, labels }: NamespaceRow) {
  return { title, costCentre, owner: ownerId, ...Row.parse({ environment, isolation: isolationLevel, podSecurity, labels }) } satisfies Attributes
}
function stateOf({ frozenAt, closingAt, deletedAt }: NamespaceRow): { state: StateOfNamespace; since: Date | null } {
  if (deletedAt) return { state: 'deleted', since: deletedAt }
  if (closingAt) return { state: 'closing', since: closingAt }
  return frozenAt ? { state: 'frozen', since: frozenAt } : { state: 'open', since: null }
}
export function namespaceShown(row: NamespaceRow): NamespaceShown {
  const { state, since } = stateOf(row)
  return { name: row.id, ...attributesOf(row), version: row.version.toString(), state, stateSince: since?.toISOString() ?? null, createdAt: row.createdAt.toISOString() }
}
export const columnsOf = ({ title, environment, costCentre, owner, isolation, podSecurity, labels }: Attributes) =>
  ({ title, environment, costCentre, ownerId: owner, isolationLevel: isolation, podSecurity, labels: { ...labels } })

export const lifeOf = ({ frozenAt, closingAt }: NamespaceRow, tenant: { frozenAt: Date | null }): NamespaceLife => ({ tenantFrozen: tenant.frozenAt !== null, isClosed: closingAt !== null, isFrozen: frozenAt !== null })

/** What holds around a namespace now, by which what somebody says of it is judged. */
export async function aroundNow(rows: Pick<ReadRows, 'policy' | 'roleBinding' | 'tenant'>, tenant: string, owner: string | null, now: Date): Promise<Around> {
  const { isolationLevel } = await rows.tenant.findUniqueOrThrow({ where: { id: tenant }, select: { isolationLevel: true } })
  const { body: podSecurity } = await policyNow({ rows, now }, 'pod-security', { schema: PodSecurityPolicy, usual: defaultPodSecurityPolicy })
  const { body: naming } = await policyNow({ rows, now }, 'labels', { schema: LabelsPolicy, usual: defaultLabelsPolicy })
  const holds = { tenantId: tenant, ...heldAt(now), person: { disabledAt: null } }
  return { isolationLevel, podSecurity: podSecurity.level, naming, ownerKnown: owner === null || (await rows.roleBinding.count({ where: { personId: owner, ...holds } })) > 0 }
}
