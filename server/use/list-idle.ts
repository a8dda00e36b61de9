import { z } from 'zod'
import { Handle } from '~/server/api/inputs'
import type { TenantReader } from '~/server/database/read'
import { decideSize, sizeBounds } from './decide-size'
import { listPodSizes, type PodSizes } from './list-pod-sizes'

export const ListIdle = z.strictObject({ tenant: Handle, namespace: Handle.nullable() })
/** `mean` and `most` in thousandths of its GPUs, over so many samples of so many days. */
export type IdleShown = { allocation: string; name: string; namespace: string; gpus: string; samples: number; days: number; mean: number; most: number | null; runningAt: string | null; size: { says: 'idle' } | { says: 'enough'; gpus: string } }
const [shownMost, latelyDays, dayMs] = [50, 7, 86_400_000]

/** What holds more than it was seen to use in a week. */
export const listIdle = async (db: TenantReader, { namespace }: z.infer<typeof ListIdle>): Promise<{ gpus: IdleShown[]; pods: PodSizes[] }> => ({ gpus: await listIdleGpus(db, namespace), pods: await listPodSizes(db, namespace) })

/** The most wasteful first. */
async function listIdleGpus(db: TenantReader, namespace: string | null): Promise<IdleShown[]> {
  const found = await db.sums.idle(namespace, new Date(Date.now() - latelyDays * dayMs), sizeBounds, shownMost)
  return found.flatMap(({ gpus, pods, runningAt, ...row }) => {
    const size = decideSize({ gpus: BigInt(gpus), pods, samples: row.samples, mean: row.mean, most: row.most })
    return size.says === 'fits' ? [] : [{ ...row, gpus, runningAt: runningAt?.toISOString() ?? null, size: size.says === 'idle' ? size : { ...size, gpus: String(size.gpus) } }]
  })
}
