import { z } from 'zod'
import { Prose } from '~/server/api/inputs'
import type { WriteAction } from '~/server/authorization/actions'
import type { PlatformWriter } from '~/server/database/deed'
import { decideCordon, decideUncordon } from './decide-cordon'
import { NodeId } from './node'

export const CordonNode = z.strictObject({ node: NodeId, reason: Prose })
export const UncordonNode = z.strictObject({ node: NodeId, /** Why it is cordoned, as whoever lifts that has read it. */ because: Prose, reason: Prose })

type Rows = Pick<PlatformWriter<WriteAction>, 'rows'>['rows']
async function find(rows: Rows, id: string) {
  const row = await rows.node.findUnique({ where: { id }, select: { version: true, cordonedAt: true, cordonedBecause: true } })
  return row && { version: row.version, cordon: row.cordonedBecause === null ? null : { because: row.cordonedBecause, at: row.cordonedAt?.toISOString() ?? null } }
}

type Writing = Pick<PlatformWriter<WriteAction>, 'rows' | 'now'>

/** The one way in which a node is cordoned, whoever does it. Nothing new comes to it; what runs there stays. A copy of the fleet learns it from the row, and whoever places looks at the row again under its lock. */
export async function cordon({ rows, now }: Writing, id: string, reason: string) {
  const node = await find(rows, id)
  const decision = decideCordon(node, reason)
  if (!decision.ok) return decision
  if (!decision.repeats) {
    // A report may have cordoned it since.
    const { count } = await rows.node.updateMany({ where: { id, cordonedAt: null }, data: { cordonedAt: now, cordonedBecause: reason, version: { increment: 1 } } })
    if (count === 0) return { ok: false, refusal: 'cordoned_already' } as const
  }
  return { ...decision, before: node?.cordon ?? null }
}
export async function cordonNode(tx: PlatformWriter<'fleet.cordon'>, { node, reason }: z.infer<typeof CordonNode>) {
  const done = await cordon(tx, node, reason)
  if (!done.ok) return tx.refuse(done.refusal)
  return tx.record({ before: { node, cordon: done.before }, after: { node, cordon: reason } }, { node, repeats: done.repeats })
}

export async function uncordon({ rows }: Pick<Writing, 'rows'>, id: string, because: string) {
  const node = await find(rows, id)
  const decision = decideUncordon(node, because)
  if (!decision.ok) return decision
  if (!decision.repeats) {
    const { count } = await rows.node.updateMany({ where: { id, cordonedBecause: because }, data: { cordonedAt: null, cordonedBecause: null, version: { increment: 1 } } })
    if (count === 0) return { ok: false, refusal: 'cordoned_otherwise' } as const
  }
  return { ...decision, before: node?.cordon ?? null }
}
export async function uncordonNode(tx: PlatformWriter<'fleet.uncordon'>, { node, because, reason }: z.infer<typeof UncordonNode>) {
  const done = await uncordon(tx, node, because)
  if (!done.ok) return tx.refuse(done.refusal)
  return tx.record({ before: { node, cordon: done.before }, after: { node, cordon: null, reason } }, { node, repeats: done.repeats })
}
