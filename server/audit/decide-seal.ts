/** What stands next in a stream that moved; a null number where nothing does. `hash` is what its bytes come to, whatever stands beside them. */
export type Unsealed = { tenant: string; stream: 'deed' | 'access'; head: number; sealed: number; sequence: number | null; hash: Buffer; inPlace: boolean; inTime: boolean }
export type Run = { tenant: string; stream: 'deed' | 'access'; sequence: number; leaves: Buffer[] }
/** A number that nothing stands under; a record beyond the last number, or a second one under the same; one whose bytes belong elsewhere, or to another time; numbers that went back. */
export type SealFault = { kind: 'missing' | 'inserted' | 'misplaced' | 'clock' | 'truncated'; tenant: string; stream: 'deed' | 'access'; sequence: number }

/**
 * What is sealed, and what is wrong with it. What is missing keeps nothing waiting: a hole stays a hole in the log for good, and what comes after it is sealed, as is
 * what stands there wrongly, so that nobody can have done it later.
 */
export function decideSeal(rows: readonly Unsealed[]): { runs: Run[]; faults: SealFault[] } {
  const runs: Run[] = []
  const faults: SealFault[] = []
  for (const stream of streamsOf(rows)) {
    const [first] = stream
    if (!first) continue
    const fault = (kind: SealFault['kind'], sequence: number) => void faults.push({ kind, tenant: first.tenant, stream: first.stream, sequence })
    if (first.head < first.sealed) fault('truncated', first.head + 1)
    let next = first.sealed + 1
    let run: Run | null = null
    for (const { sequence, hash, inPlace, inTime } of stream) {
      if (sequence === null) continue
      if (sequence < next || sequence > first.head) {
        fault('inserted', sequence)
        continue
      }
      if (sequence > next) fault('missing', next)
      if (!inPlace) fault('misplaced', sequence)
      if (!inTime) fault('clock', sequence)
      if (run === null || sequence > next) {
        run = { tenant: first.tenant, stream: first.stream, sequence, leaves: [] }
        runs.push(run)
      }
      run.leaves.push(hash)
      next = sequence + 1
    }
    if (stream.length === 1 && first.sequence === null && first.head > first.sealed) fault('missing', first.sealed + 1)
  }
  return { runs, faults }
}

function streamsOf(rows: readonly Unsealed[]): Unsealed[][] {
  const streams = new Map<string, Unsealed[]>()
  for (const row of rows) {
    const name = `${row.tenant} ${row.stream}`
    const known = streams.get(name)
    if (known) known.push(row)
    else streams.set(name, [row])
  }
  return [...streams.values()]
}
