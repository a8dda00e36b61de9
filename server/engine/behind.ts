/** For how long what is done unasked has waited, by the database: whichever engine is asked says the same. Nothing that waits is 0. And how far this process’s clock is from the database’s. */
import { clockOff } from '~/server/database/clock-off'
import { inScope } from '~/server/database/scope'

export const unasked = ['numbers', 'seal', 'witness', 'outbox', 'reconciliation'] as const
export type Behind = { readonly waits: Readonly<Record<(typeof unasked)[number], number>>; readonly clockOff: number }
type Since = { seconds: number | null }[]
/** Of so many that wait the oldest is looked for: of each stream its first are there. */
const looked = 512

export async function howFarBehind(): Promise<Behind> {
  const of = (rows: Since) => Math.max(0, rows[0]?.seconds ?? 0)
  const [numbers, sealed, outbox, reconciliation, off] = await Promise.all([
    inScope('engine', { loop: 'number' }, (sql) => sql.$queryRaw<Since>`SELECT extract(epoch FROM clock_timestamp() - min(at))::float8 AS seconds FROM access_inbox`),
    inScope('engine', { loop: 'seal' }, async (sql) => ({
      seal: await sql.$queryRaw<Since>`SELECT extract(epoch FROM clock_timestamp() - greatest(min(at), (SELECT max(at) FROM checkpoint)))::float8 AS seconds FROM to_be_sealed(${looked}::int)`,
      witness: await sql.$queryRaw<Since>`SELECT extract(epoch FROM clock_timestamp() - min(failing_since))::float8 AS seconds FROM witness WHERE ended_at IS NULL AND failure IS NOT NULL`,
    })),
    inScope('engine', { loop: 'deliver' }, (sql) => sql.$queryRaw<Since>`SELECT extract(epoch FROM clock_timestamp() - min(next_at))::float8 AS seconds FROM outbox WHERE ended_at IS NULL AND next_at <= clock_timestamp()`),
    inScope('engine', { loop: 'fleet' }, (sql) => sql.$queryRaw<Since>`SELECT extract(epoch FROM clock_timestamp() - max(at))::float8 AS seconds FROM reconciliation_run`),
    clockOff(),
  ])
  return { waits: { numbers: of(numbers), seal: of(sealed.seal), witness: of(sealed.witness), outbox: of(outbox), reconciliation: of(reconciliation) }, clockOff: off }
}
