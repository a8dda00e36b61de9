import type { LogFault } from '~/server/audit/decide-sealed'
import { numberAccess } from '~/server/audit/number-access'
import { projectRecords } from '~/server/audit/project-records'
import { sealRecords } from '~/server/audit/seal-records'
import type { StoredEntry, Stream } from '~/server/audit/record'
import { verifyLog } from '~/server/audit/verify-log'
import { giveBackLeases, takeLease } from '~/server/database/lease'
import { runOnce } from '~/server/engine/loops'
import { connectAs } from './world'

/** Has what waits in the inbox numbered, all of it, whoever holds the lease now: after many tests it is more than one lease is long. */
export async function numberAll(): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    let numbered = 0
    const outcome = await runOnce({ name: 'number-access', everyMs: 0, leaseSeconds: 5, run: async (lease) => { numbered = await numberAccess(lease) } })
    if (outcome === 'ran' && numbered === 0) return
    if (outcome !== 'ran') await new Promise((wait) => setTimeout(wait, 100))
  }
  throw new Error('the lease of number-access could not be had')
}

async function runWhenFree(name: string, run: (lease: string) => Promise<unknown>): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if ((await runOnce({ name, everyMs: 0, leaseSeconds: 5, run })) === 'ran') return
    await new Promise((wait) => setTimeout(wait, 100))
  }
  throw new Error(`the lease of ${name} could not be had`)
}
/** Has what was recorded sealed, all of it. */
export const sealAll = () => runWhenFree('seal-records', sealRecords)
/** Has what was recorded made searchable, all of it. */
export const projectAll = () => runWhenFree('project-records', projectRecords)
/** Has all of the log compared from its first leaf to its last, once; what was found, whoever it is of. The lease is there for the next file. */
export async function compareAll(): Promise<LogFault[]> {
  for (let tries = 0; !(await takeLease('verify-log', 60)); tries++) {
    if (tries === 700) throw new Error('the lease of verify-log could not be had')
    await new Promise((wait) => setTimeout(wait, 100))
  }
  for (let tries = 0; tries < 2_000 && !(await verifyLog('verify-log')); tries++);
  await giveBackLeases()
  const web = await connectAs('web')
  const { rows: [{ faults }] } = await web.query('SELECT faults FROM log_check')
  await web.end()
  return faults as LogFault[]
}

export type Read = { sequence: bigint; bytes: Buffer; leaf: Buffer; entry: StoredEntry }
/** A tenant's stream as it is kept, oldest first. */
export async function recordsOf(tenant: string, stream: Stream): Promise<Read[]> {
  const sql = await connectAs('auditor')
  try {
    await sql.query('BEGIN')
    await sql.query("SELECT set_config('app.tenant_id', $1, true), set_config('app.namespaces', '*', true)", [tenant])
    const { rows } = await sql.query('SELECT sequence, bytes, leaf FROM record WHERE stream = $1 ORDER BY sequence', [stream])
    return rows.map(({ sequence, bytes, leaf }) => ({ sequence: BigInt(sequence), bytes, leaf, entry: JSON.parse(bytes.toString()) as StoredEntry }))
  } finally {
    await sql.end()
  }
}
