/** So many records of a stream, side by side in the log from this place on. */
import { grouped } from '~/server/shared/grouped'
export type SealedRun = { first: number; tenant: string; stream: 'deed' | 'access'; sequence: number; count: number }
/** What stands in a stream now: the hash of its bytes, and whether they were written when the row says. */
export type Standing = { tenant: string; stream: 'deed' | 'access'; sequence: number; hash: Buffer; inTime: boolean }
export type Stream = { tenant: string; stream: 'deed' | 'access'; head: number; sealed: number; beyond: number | null }
export type LogFaultKind = 'edited' | 'deleted' | 'truncated' | 'inserted' | 'reordered' | 'clock' | 'resealed' | 'rewritten'
/** `position` is a place in the log; of a checkpoint, its size. */
export type LogFault = { kind: LogFaultKind; position: number | null; tenant: string | null; stream: 'deed' | 'access' | null; sequence: number | null }

/** A slice is one statement, and a run may have a thousand records in it. */
export const leavesAtOnce = 4_096
/** Up to where a slice goes: whole runs, one behind the other, as far as there is room for, and one in any case. */
export const endOfSlice = (runs: readonly Pick<SealedRun, 'first' | 'count'>[], from: number): number =>
  runs.reduce((to, { first, count }) => (first === to && (to === from || to + count - from <= leavesAtOnce) ? to + count : to), from)

/** With which month, as the log's key says, a record was taken away; null for one that was not. */
export type TakenWith = (tenant: string, stream: string, sequence: number) => string | null
const nameOf = (tenant: string, stream: string, sequence: number) => `${tenant} ${stream} ${sequence}`

/** Compares what stands in the streams with the leaves that were sealed of it. What was taken away is not missed; what stands here and was sealed elsewhere was moved. */
export function decideSealed(runs: readonly SealedRun[], standing: readonly Standing[], leafAt: (position: number) => Buffer, streams: readonly Stream[], takenWith: TakenWith = () => null, isSealedElsewhere: (hash: Buffer) => boolean = () => false): LogFault[] {
  const found = grouped(standing, ({ tenant, stream, sequence }) => nameOf(tenant, stream, sequence))
  const sealedHere = new Set(runs.flatMap(({ first, count }) => Array.from({ length: count }, (_, at) => leafAt(first + at).toString('hex'))))
  const ends = new Map(streams.map(({ tenant, stream, sealed }) => [`${tenant} ${stream}`, sealed]))
  return runs.flatMap((run) => {
    const at = (place: number) => found.get(nameOf(run.tenant, run.stream, run.sequence + place)) ?? []
    const places = Array.from({ length: run.count }, (_, place) => place)
    const taken = (place: number) => takenWith(run.tenant, run.stream, run.sequence + place) !== null
    const lastThere = places.findLast((place) => at(place).length > 0 || taken(place)) ?? -1
    const isLastRun = ends.get(`${run.tenant} ${run.stream}`) === run.sequence + run.count - 1
    return places.flatMap((place): LogFault[] => {
      const fault = (kind: LogFaultKind): LogFault[] => [{ kind, position: run.first + place, tenant: run.tenant, stream: run.stream, sequence: run.sequence + place }]
      const [one, ...more] = at(place)
      // The end of a stream that is gone is one thing that happened, however many records it was.
      if (!one && taken(place)) return []
      if (!one) return isLastRun && place > lastThere ? (place === lastThere + 1 ? fault('truncated') : []) : fault('deleted')
      if (more.length > 0) return fault('inserted')
      if (!one.hash.equals(leafAt(run.first + place))) return fault(sealedHere.has(one.hash.toString('hex')) || isSealedElsewhere(one.hash) ? 'reordered' : 'edited')
      return one.inTime ? [] : fault('clock')
    })
  })
}

/** The months that were taken away and of which something stands again: that is no fault, and no reason to believe less of what stands. */
export const decideReturned = (standing: readonly Standing[], takenWith: TakenWith): string[] => [...new Set(standing.map(({ tenant, stream, sequence }) => takenWith(tenant, stream, sequence)).filter((month) => month !== null))]

/** What is wrong with how far streams have come: numbers that went back behind what was sealed, and records beyond the last number. */
export const decideStreams = (streams: readonly Stream[]): LogFault[] => streams.flatMap(({ tenant, stream, head, sealed, beyond }): LogFault[] => [
  ...(head < sealed ? [{ kind: 'truncated' as const, position: null, tenant, stream, sequence: head + 1 }] : []),
  ...(beyond !== null ? [{ kind: 'inserted' as const, position: null, tenant, stream, sequence: beyond }] : []),
])

export type Signed = { size: number; at: number; opened: { size: number; root: Buffer } | null }
/** Compares what was signed with what the leaves come to: another's signature, another past, or a time before that of an earlier one. Of another past, the first is told. */
export function decideSigned(checkpoints: readonly Signed[], rootAt: (size: number) => Buffer, before: { at: number; isRewritten: boolean }): { faults: LogFault[]; after: { at: number; isRewritten: boolean } } {
  const faults: LogFault[] = []
  let { at, isRewritten } = before
  for (const checkpoint of checkpoints) {
    const fault = (kind: LogFaultKind) => void faults.push({ kind, position: checkpoint.size, tenant: null, stream: null, sequence: null })
    if (!checkpoint.opened) fault('resealed')
    else if (!isRewritten && (checkpoint.opened.size !== checkpoint.size || !checkpoint.opened.root.equals(rootAt(checkpoint.size)))) {
      fault('rewritten')
      isRewritten = true
    }
    if (checkpoint.at < at) fault('clock')
    at = Math.max(at, checkpoint.at)
  }
  return { faults, after: { at, isRewritten } }
}
