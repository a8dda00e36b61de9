/** Compares, again and again from the first leaf to the last, what stands in the record with what was sealed of it, and the log with what was signed of it. What it finds is kept, shown and raised. */
import type { Transaction } from '~/server/database/client'
import { lookUnderLease, underLease } from '~/server/database/lease'
import { raiseOnce } from '~/server/database/raise'
import { logKey } from '~/server/keys/log-key'
import { rootOf } from '~/server/merkle/frontier'
import type { Checkpoint } from './checkpoint'
import { beginPass, isAtEnd, type Pass } from './compare-log'
import { keysToCompareBy } from './handovers'
import { takenBefore } from './months/taken'
import { heldOutside } from './witness-held'

const slicesAtOnce = 4
const faultsMost = 100

/** One process compares at a time; who takes over begins anew. */
let pass: Pass | null = null
/** What this process last found whole: a log that was set back since, checkpoints and all, is not what it was. */
let kept: Checkpoint | null = null

/** True when it has come to the end. */
export async function verifyLog(lease: string): Promise<boolean> {
  const keys = pass === null ? await lookUnderLease(lease, { loop: 'seal' }, keysToCompareBy) : []
  if (keys === null) return false
  const outside = pass === null ? await heldOutside(keys) : []
  return (await underLease(lease, { loop: 'seal' }, async (sql) => {
    pass ??= await beginPass(sql, kept, outside)
    for (let slice = 0; slice < slicesAtOnce; slice++) if (await isAtEnd(sql, pass)) {
      await end(sql, pass)
      pass = null
      return true
    }
    return false
  }).catch((thrown: unknown) => {
    pass = null
    throw thrown
  })) ?? false
}

async function end(sql: Transaction, { beganAt, size, frontier, faults, returned, witnessed: held }: Pass): Promise<void> {
  if (faults.length === 0) kept = { log: logKey().name, size, root: rootOf(frontier) }
  // What went while it was compared is not back.
  const back = await takenBefore(sql, returned, beganAt)
  const told = JSON.stringify(faults.slice(0, faultsMost))
  await sql.$executeRaw`INSERT INTO log_check (id, size, faults, began_at, at, witnessed, returned) VALUES (1, ${frontier.size}, ${told}::jsonb, ${beganAt}, clock_timestamp(), ${held?.size ?? null}::bigint, ${JSON.stringify(back.map(({ month }) => month))}::jsonb)
    ON CONFLICT (id) DO UPDATE SET size = excluded.size, faults = excluded.faults, began_at = excluded.began_at, at = excluded.at, witnessed = excluded.witnessed, returned = excluded.returned`
  for (const fault of faults.slice(0, faultsMost)) await raiseOnce(sql, `log.${fault.kind}`, `${fault.tenant} ${fault.stream} ${fault.sequence ?? fault.position}`, fault)
  for (const { month, takenAt } of back) await raiseOnce(sql, 'record.month_returned', `${month} ${takenAt.toISOString()}`, { month })
}
