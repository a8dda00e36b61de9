import type { ReadRows } from '~/server/database/rows'
import type { Named } from './decide-idle'
import { stepOf } from './ladder'
import { isTaken, type PartOutcome, type StepKind, type StepState, stateOf } from './step'

export type PartShown = { allocation: string; namespace: string; name: string; person: string | null; gpuMilli: string; /** Of what stands unused. */ idleSince: string | null; /** Of what is made smaller: how many GPUs each pod is to have, and had. */ gpus: number | null; gpusBefore: number | null; outcome: PartOutcome | null; because: string | null }
export type StepShown = {
  step: string; kind: StepKind; state: StepState; takenAt: string; takenBy: string | null; dueAt: string | null; parts: PartShown[]
  answer: { at: string; by: string | null; keepUntil: string | null; reason: string } | null; undone: { at: string; by: string | null } | null; endedAt: string | null
  /** Whether whoever runs the platform can still take it back, or have given back what it took. */
  canUndo: boolean
  /** Of what binds a tenant: for how long, how much it may still borrow where it is that, whoever signed it, and whether the reader took it, who then does not sign it. */
  binds: { hours: number; percent: number | null; signed: { at: string; by: string | null } | null; isOwn: boolean } | null
}

const shownMost = 50
/** Everything that was done about a case, the newest first. */
export async function stepsOf(rows: Pick<ReadRows, 'caseStep' | 'person'>, id: string, now: Date, reader: string): Promise<StepShown[]> {
  const found = await rows.caseStep.findMany({ where: { caseId: id }, orderBy: [{ takenAt: 'desc' }, { id: 'desc' }], take: shownMost, include: { parts: { orderBy: [{ gpuMilli: 'desc' }, { allocationId: 'asc' }] } } })
  const names = await namesOf(rows, found.flatMap(({ takenBy, signedBy, answeredBy, undoneBy, parts }) => [takenBy, signedBy, answeredBy, undoneBy, ...parts.map(({ personId }) => personId)]))
  return found.map((row) => {
    const { id: step, takenAt, takenBy, dueAt, answeredAt, answeredBy, keepUntil, reason, undoneAt, undoneBy, endedAt, parts, hours, percent, signedAt, signedBy } = row
    const of = stepOf(row)
    return {
      step, kind: of.kind, state: stateOf(of, now), takenAt: takenAt.toISOString(), takenBy: names.get(takenBy) ?? null, dueAt: dueAt?.toISOString() ?? null, endedAt: endedAt?.toISOString() ?? null,
      answer: answeredAt && reason ? { at: answeredAt.toISOString(), by: names.get(answeredBy ?? '') ?? null, keepUntil: keepUntil?.toISOString() ?? null, reason } : null,
      undone: undoneAt && { at: undoneAt.toISOString(), by: names.get(undoneBy ?? '') ?? null },
      binds: hours === null ? null : { hours, percent, signed: signedAt && { at: signedAt.toISOString(), by: names.get(signedBy ?? '') ?? null }, isOwn: takenBy === reader },
      canUndo: of.kind !== 'notify' && undoneAt === null && (endedAt === null || parts.some(({ outcome }) => isTaken(outcome))),
      parts: parts.map((part) => ({ allocation: part.allocationId, namespace: part.namespaceId, name: part.name, person: names.get(part.personId) ?? null, gpuMilli: String(part.gpuMilli), idleSince: part.idleSince?.toISOString() ?? null, gpus: part.gpus, gpusBefore: part.gpusBefore, outcome: part.outcome as PartOutcome | null, because: part.because })),
    }
  })
}

export async function namesOf({ person }: Pick<ReadRows, 'person'>, ids: readonly (string | null)[]): Promise<ReadonlyMap<string, string>> {
  const people = await person.findMany({ where: { id: { in: [...new Set(ids.flatMap((id) => id ?? []))] } }, select: { id: true, name: true } })
  return new Map(people.map(({ id, name }) => [id, name]))
}

/** What a step would name now, for whoever is about to take it. */
export async function namedShown(rows: Pick<ReadRows, 'person'>, named: readonly (Named & { readonly idleSince: Date | null; readonly gpus?: number; readonly gpusBefore?: number })[]): Promise<PartShown[]> {
  const names = await namesOf(rows, named.map(({ person }) => person))
  return named.map(({ allocation, namespace, name, gpuMilli, person, idleSince, gpus = null, gpusBefore = null }) => ({ allocation, namespace, name, gpuMilli, gpus, gpusBefore, person: names.get(person) ?? null, idleSince: idleSince?.toISOString() ?? null, outcome: null, because: null }))
}
