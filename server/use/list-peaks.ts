import { z } from 'zod'
import { Handle } from '~/server/api/inputs'
import type { TenantReader } from '~/server/database/read'

export const ListPeaks = z.strictObject({ tenant: Handle, namespaces: z.array(Handle).max(50) })
/** In thousandths of a GPU and of a core, and in bytes; null where what was charged was not measured. The tenant itself has no namespace. */
type PeakShown = { namespace: string | null; gpu: string | null; cpu: string | null; memory: string | null; hours: number }
const [hours, hourMs] = [7 * 24, 3_600_000]

/** Of the hours of the last seven days in which anything was charged, the highest use of each; of these, what was not passed in 95 of 100. */
export async function listPeaks(db: TenantReader, { namespaces }: z.infer<typeof ListPeaks>): Promise<PeakShown[]> {
  const found = await db.sums.peaks(['', ...namespaces], new Date(Date.now() - hours * hourMs))
  return found.map(({ namespace, ...peak }) => ({ namespace: namespace === '' ? null : namespace, ...peak }))
}
