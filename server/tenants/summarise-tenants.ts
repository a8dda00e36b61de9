import type { PlatformReader } from '~/server/database/read'
import { type IsolationLevel, isolationLevels } from './isolation'

export type Summary = { organisations: number; tenants: number; frozen: number; external: number; regions: number; openRequests: number; levels: { level: IsolationLevel; tenants: number }[] }

/** How much there is on the platform: counted by the database, in as many questions as there are tables. */
export async function summariseTenants({ rows }: PlatformReader): Promise<Summary> {
  const groups = await rows.tenant.groupBy({ by: ['isolationLevel', 'trust'], _count: { _all: true, frozenAt: true } })
  const sum = (of: (group: (typeof groups)[number]) => number) => groups.reduce((total, group) => total + of(group), 0)
  return {
    organisations: await rows.organisation.count(), regions: await rows.region.count(), openRequests: await rows.request.count({ where: { state: 'open' } }),
    tenants: sum(({ _count }) => _count._all), frozen: sum(({ _count }) => _count.frozenAt), external: sum(({ trust, _count }) => (trust === 'external' ? _count._all : 0)),
    levels: isolationLevels.map((level) => ({ level, tenants: sum(({ isolationLevel, _count }) => (isolationLevel === level ? _count._all : 0)) })),
  }
}
