import { z } from 'zod'
import { orderOf, type Orders, type Page, Paged, pageOf } from '~/server/api/page'
import type { PlatformReader } from '~/server/database/read'
import type { Difference } from './decide-differences'

const orders = { at: [['at', 'moment'], ['id', 'uuid']] } as const satisfies Orders
export const ListRuns = z.strictObject(Paged)

type RunShown = {
  run: string; at: string; tookMs: number; allocations: number; workloads: number; orphans: number; phantoms: number; outOfBand: number; unitMismatches: number; lateReleases: number; corrected: number; offBy: number; alarming: string[]; differences: Difference[]
}
/** The latest first. */
export async function listRuns(db: PlatformReader, asked: z.infer<typeof ListRuns>): Promise<Page<RunShown>> {
  const { rows, ...ends } = await pageOf(orderOf(orders, { sort: 'at', descending: true }), asked, ({ where, ...part }) => db.rows.reconciliationRun.findMany({ where, ...part }))
  return { rows: rows.map(({ id, at, differences, ...run }) => ({ run: id, at: at.toISOString(), ...run, differences: differences as unknown as Difference[] })), ...ends }
}
