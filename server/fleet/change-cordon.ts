import { z } from 'zod'
import { Prose } from '~/server/api/inputs'
import type { WriteAction } from '~/server/authorization/actions'
import type { PlatformWriter } from '~/server/database/deed'
import { decideCordon, decideUncordon } from './decide-cordon'
import { NodeId } from './node'

export const CordonNode = z.strictObject({ node: NodeId, reason: Prose })
export const UncordonNode = z.strictObject({ node: NodeId, reason: Prose })

type Rows = Pick<PlatformWriter<WriteAction>, 'rows'>['rows']
async function find(rows: Rows, id: string) {
  const row = await rows.node.findUnique({ where: { id }, select: { version: true, cordonedAt: true, cordonedBecause: true } })
  return row && { version: row.version, cordon: row.cordonedBecause === null ? null : { because: row.cordonedBecause, at: row.cordonedAt?.toISOString() ?? null } }
}

/** Nothing new comes to it; what runs there stays. A copy of the fleet learns it from the row, and whoever places looks at the row again under its lock. */
export async function cordonNode({ rows, now, ...tx }: PlatformWriter<'fleet.cordon'>, { node: id, reason }: z.infer<typeof CordonNode>) {
  const node = await find(rows, id)
  const decision = decideCordon(node, reason)
  if (!decision.ok) return tx.refuse(decision.refusal)
  if (!decision.repeats) {
    // A report may have cordoned it since.
    const { count } = await rows.node.updateMany({ where: { id, cordonedAt: null }, data: { cordonedAt: now, cordonedBecause: reason, version: { increment: 1 } } })
    if (count === 0) return tx.refuse('cordoned_already')
  }
  return tx.record({ before: { node: id, cordon: node?.cordon ?? null }, after: { node: id, cordon: reason } }, { node: id, repeats: decision.repeats })
}

export async function uncordonNode({ rows, ...tx }: PlatformWriter<'fleet.uncordon'>, { node: id, reason }: z.infer<typeof UncordonNode>) {
  const node = await find(rows, id)
  const decision = decideUncordon(node)
  if (!decision.ok) return tx.refuse(decision.refusal)
  if (!decision.repeats) await rows.node.updateMany({ where: { id }, data: { cordonedAt: null, cordonedBecause: null, version: { increment: 1 } } })
  return tx.record({ before: { node: id, cordon: node?.cordon ?? null }, after: { node: id, cordon: null, reason } }, { node: id, repeats: decision.repeats })
}
