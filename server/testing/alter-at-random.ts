/** Alters what was sealed, again and again, and has each compared with what is kept outside, from the part on that was altered, by the same steps by which all of it is. */
import type pg from 'pg'
import { beginPass, isAtEnd } from '~/server/audit/compare-log'
import type { LogFault } from '~/server/audit/decide-sealed'
import { heldOutside } from '~/server/audit/witness-held'
import { inScope } from '~/server/database/scope'
import { type Alteration, alterationKinds, type AlterationKind, alterationOf, altering, frontierAt, type Log, readLog } from './alterations'
import { dice } from './dice'

export type Tally = Record<AlterationKind, { done: number; found: number; named: number }>

/** What the comparison says of a part of the log. What came before it was compared already, and is known. */
export async function compared(log: Log, { from, to }: { from: number; to: number }): Promise<readonly LogFault[]> {
  const before = log.checkpoints.findLast(({ size }) => size <= from)
  const outside = await heldOutside()
  return inScope('engine', { loop: 'seal' }, async (sql) => {
    const pass = await beginPass(sql, null, outside, { frontier: frontierAt(log, from), signedAt: before?.at.getTime() ?? 0, to })
    while (!(await isAtEnd(sql, pass)));
    return pass.faults
  })
}

export async function alterAtRandom(sql: pg.Client, each: number, seed: number, told: (done: number) => void = () => undefined): Promise<{ tally: Tally; lost: Alteration[] }> {
  const log = await readLog(sql)
  const throwOf = dice(seed)
  const tally = Object.fromEntries(alterationKinds.map((kind) => [kind, { done: 0, found: 0, named: 0 }])) as Tally
  const lost: Alteration[] = []
  for (let done = 0, tries = 0; done < each * alterationKinds.length;) {
    if (tries++ > each * 1_000) throw new Error('the log is too small for some of what is to be done to it')
    const kind = alterationKinds[done % alterationKinds.length] ?? 'flipped'
    const alteration = await alterationOf(sql, log, kind, throwOf)
    if (!alteration) continue
    const faults = await altering(sql, alteration, () => compared(log, alteration))
    const [isFound, isNamed] = [faults.length > 0, faults.some((fault) => fault.kind === alteration.called)]
    tally[kind] = { done: tally[kind].done + 1, found: tally[kind].found + Number(isFound), named: tally[kind].named + Number(isNamed) }
    if (!isNamed) lost.push(alteration)
    told(++done)
  }
  return { tally, lost }
}
