import { z } from 'zod'
import { platformPolicies, policiesForTenant, tenantPolicies } from '~/server/admission/policy'
import { Handle } from '~/server/api/inputs'
import type { PlatformReader, TenantReader } from '~/server/database/read'
import type { Json } from '~/server/shared/canonical'
import { kindsOf, shownOf, type PolicyShown } from './policy'

const kinds = <T extends Record<string, unknown>>(of: T) => Object.keys(of) as [keyof T & string, ...(keyof T & string)[]]
/** `of` everybody is what the platform says of all; of the tenant, what it or the platform says of this one. */
export const ReadPolicy = z.discriminatedUnion('of', [
  z.strictObject({ tenant: Handle, of: z.literal('everybody'), kind: z.enum(kinds(platformPolicies)) }),
  z.strictObject({ tenant: Handle, of: z.literal('tenant'), kind: z.enum(kinds({ ...policiesForTenant, ...tenantPolicies })) }),
])
/** What the platform says of one tenant, and may read of its policies. */
export const ReadPolicyInTenant = z.strictObject({ tenant: Handle, kind: z.literal('residency') })
export const ReadPolicyOnPlatform = z.strictObject({ kind: z.enum(kinds(platformPolicies)) })

export type VersionState = 'over' | 'in_force' | 'to_come' | 'never'
/** One version: since when it held, until when, and who said it; `person` is null where it came with the product. What was to come and was taken back never held. */
export type PolicyVersion = { readonly state: VersionState; readonly version: string; readonly since: string; readonly until: string | null; readonly person: string | null; readonly body: Json }
export type PolicyRead = PolicyShown & {
  /** What asks for less than what holds, until it does; what somebody says next follows it. */
  readonly coming: PolicyVersion | null
  /** The newest first; `earlier` where there are more than are told. */
  readonly versions: readonly PolicyVersion[]; readonly earlier: boolean; readonly names: Readonly<Record<string, string>>
  /** What may be said, as JSON Schema; and what it is until somebody says something. */
  readonly schema: Json; readonly usual: Json
}
const versionsMost = 30

type Row = { readonly version: bigint; readonly validFrom: Date; readonly validTo: Date | null; readonly setBy: string | null; readonly body: unknown }
function stateAt({ validFrom, validTo }: Row, now: Date): VersionState {
  if (validFrom.getTime() === validTo?.getTime()) return 'never'
  if (validFrom > now) return 'to_come'
  return validTo === null || validTo > now ? 'in_force' : 'over'
}
const versionAt = (now: Date) => (row: Row): PolicyVersion =>
  ({ state: stateAt(row, now), version: String(row.version), since: row.validFrom.toISOString(), until: row.validTo?.toISOString() ?? null, person: row.setBy, body: row.body as Json })

async function readVersions({ rows, now }: Pick<PlatformReader, 'rows' | 'now'>, tenantId: string | null, kind: string): Promise<PolicyRead> {
  const found = await rows.policy.findMany({ where: { tenantId, kind }, orderBy: { version: 'desc' }, take: versionsMost + 1 })
  const people = await rows.person.findMany({ where: { id: { in: found.flatMap(({ setBy }) => setBy ?? []) } }, select: { id: true, name: true } })
  const versions = found.map(versionAt(now))
  const { schema, usual } = kindsOf(tenantId === null ? 'everybody' : 'tenant', kind)
  return {
    ...shownOf(tenantId === null ? 'everybody' : 'tenant', kind, found.find((row) => stateAt(row, now) === 'in_force')),
    coming: versions.find(({ state }) => state === 'to_come') ?? null, versions: versions.slice(0, versionsMost),
    earlier: found.length > versionsMost, names: Object.fromEntries(people.map(({ id, name }) => [id, name])),
    schema: z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as Json, usual: usual as Json,
  }
}
export const readPolicy = (db: TenantReader, { of, kind }: z.infer<typeof ReadPolicy>): Promise<PolicyRead> => readVersions(db, of === 'everybody' ? null : db.tenant, kind)
export const readPolicyInTenant = (db: PlatformReader, { tenant, kind }: z.infer<typeof ReadPolicyInTenant>): Promise<PolicyRead> => readVersions(db, tenant, kind)
export const readPolicyOnPlatform = (db: PlatformReader, { kind }: z.infer<typeof ReadPolicyOnPlatform>): Promise<PolicyRead> => readVersions(db, null, kind)
