/** Under the locks: of the candidates, in their order, the first that still fits. The fleet in memory proposed them; the rows say what is. */
import { type Allowed, type Shape, type Standing, tightest, type Where, type WhyNot, whyNotNow, whyNotThere } from './decide-feasible'

/** At most eight, which is as many as a decision's inputs are kept of. */
export const candidatesMost = 8
export type Candidate = { id: string; version: number; gpus: readonly number[] }
export type NodeRow = Where & Standing & { id: string; version: number }
export type NodeRefusal = 'no_node_fits' | 'nodes_taken_meanwhile'
/** `why` counts what was in the way of the candidates; a node that is no more is `gone`. */
export type NodeDecision = { ok: true; id: string; version: number; gpus: readonly number[] } | { ok: false; refusal: NodeRefusal; why: Partial<Record<WhyNot | 'gone', number>> }

/**
 * A node that has changed since may do all the same: what counts is whether the shape fits, and only where nothing changed are the proposed GPUs believed. A proposal may count on what another wish was
 * to take before it; where something else was taken instead the version is the same, and the GPUs are not free.
 */
export function decideNode(candidates: readonly Candidate[], rows: readonly NodeRow[], { shape, allowed }: { shape: Shape; allowed: Allowed }): NodeDecision {
  if (candidates.length === 0) return { ok: false, refusal: 'no_node_fits', why: {} }
  const why: Partial<Record<WhyNot | 'gone', number>> = {}
  for (const { id, version, gpus } of candidates.slice(0, candidatesMost)) {
    const row = rows.find((each) => each.id === id)
    const reason = row ? (whyNotThere(row, shape, allowed) ?? whyNotNow(row, shape)) : 'gone'
    if (row && reason === null) return { ok: true, id, version: row.version, gpus: row.version === version && areFree(row, shape, gpus) ? gpus : tightest(row, shape) }
    if (reason) why[reason] = (why[reason] ?? 0) + 1
  }
  return { ok: false, refusal: 'nodes_taken_meanwhile', why }
}

const areFree = ({ gpuMilliFree }: Standing, { gpuMilli }: Shape, gpus: readonly number[]) => gpus.every((gpu) => (gpuMilliFree[gpu] ?? 0) >= gpuMilli)
