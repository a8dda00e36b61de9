import { z } from 'zod'
import { regionsMost } from '~/server/regions/decide-new-region'
import { RegionId } from '~/server/regions/region'
import { type IsolationLevel, isolationLevels, type Regime, regimes, type Trust, trusts } from './isolation'

/** What may be seen of a tenant by whoever may see that it exists. */
export type TenantShown = {
  tenant: string; organisation: string; organisationTitle: string; title: string; isolationLevel: IsolationLevel; trust: Trust; regions: string[]; compliance: Regime[]
  frozenAt: string | null; erasedAt: string | null; suspendedUntil: string | null; createdAt: string
}
const sortedSet = <T extends string>(words: readonly T[]): T[] => [...new Set(words)].sort()
/** What it is held to, as inputs and rows write it: in one order and each once. */
export const Held = {
  isolationLevel: z.literal(isolationLevels), trust: z.enum(trusts),
  regions: z.array(RegionId).min(1).max(regionsMost).transform(sortedSet), compliance: z.array(z.enum(regimes)).max(regimes.length).transform(sortedSet),
}
/** A row is what CHECKs let it be. Regions from before there were any have a name that is no region's. */
const HeldRow = z.object({ ...Held, regions: z.array(z.string()) })

export const withOrganisation = { organisation: { select: { title: true } } } as const
export type TenantRow = {
  id: string; organisationId: string; organisation: { title: string }; title: string; isolationLevel: number; trust: string; regions: string[]; compliance: string[]
  frozenAt: Date | null; erasedAt: Date | null; suspendedUntil: Date | null; createdAt: Date
}
export const tenantShown = ({ id, organisationId, organisation, title, frozenAt, erasedAt, suspendedUntil, createdAt, ...held }: TenantRow): TenantShown => ({
  tenant: id, organisation: organisationId, organisationTitle: organisation.title, title, ...HeldRow.parse(held), frozenAt: frozenAt?.toISOString() ?? null, erasedAt: erasedAt?.toISOString() ?? null, suspendedUntil: suspendedUntil?.toISOString() ?? null, createdAt: createdAt.toISOString(),
})
