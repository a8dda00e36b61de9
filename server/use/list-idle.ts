import { z } from 'zod'
import { isTheirs } from '~/server/allocations/decide-theirs'
import { Handle } from '~/server/api/inputs'
import type { TenantReader } from '~/server/database/read'
import { decideSize, sizeBounds } from './decide-size'
import { listPodSizes, type PodSizes } from './list-pod-sizes'

export const ListIdle = z.strictObject({ tenant: Handle, namespace: Handle.nullable() })
/** `mean` in thousandths of its GPUs, `most` in thousandths of those of the pod that used most, over so many samples of so many days. */
export type IdleShown = { allocation: string; name: string; namespace: string; gpus: string; samples: number; days: number; mean: number; most: number | null; runningAt: string | null; size: { says: 'idle' } | { says: 'enough'; gpus: string; each: string }; /** Whether its reader may end it or make it smaller, whatever they may do elsewhere. */ theirs: boolean }
const [shownMost, latelyDays, dayMs] = [50, 7, 86_400_000]

/** What holds more than it was seen to use in a week. */
export const listIdle = async (db: TenantReader, { namespace }: z.infer<typeof ListIdle>): Promise<{ gpus: IdleShown[]; pods: PodSizes[] }> => ({ gpus: await listIdleGpus(db, namespace), pods: await listPodSizes(db, namespace) })

/** The most wasteful first. */
async function listIdleGpus(db: TenantReader, namespace: string | null): Promise<IdleShown[]> {
  const found = await db.sums.idle(namespace, new Date(Date.now() - latelyDays * dayMs), sizeBounds, shownMost)
  const rolesIn = (of: string) => db.actor.bindings.filter((held) => held.tenant === db.tenant && (held.namespace === null || held.namespace === of)).map(({ role }) => role)
  return found.flatMap(({ gpus: given, pods, podMost: used, runningAt, askedBy, ...row }) => {
    const [gpus, podMost] = [BigInt(given), used === null ? null : BigInt(used)]
    const size = decideSize({ gpus, pods, samples: row.samples, mean: row.mean, podMost })
    return size.says === 'fits' ? [] : [{ ...row, gpus: given, most: podMost === null ? null : Number((podMost * BigInt(pods)) / gpus), runningAt: runningAt?.toISOString() ?? null, size: size.says === 'idle' ? size : { ...size, gpus: String(size.gpus), each: String(size.gpus / BigInt(pods)) }, theirs: isTheirs({ person: db.actor.personId, roles: rolesIn(row.namespace) }, askedBy) }]
  })
}
