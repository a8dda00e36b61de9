/** More loops than have a connection, each of which holds one until a lock of the test's is let go. */
import { inScope } from '~/server/database/scope'
import type { Loop } from '~/server/engine/loops'

export const lockOfTest = 7_110
export const loops: readonly Loop[] = Array.from({ length: 12 }, (_, at) => ({
  name: `waits-${at}`, everyMs: 60_000, leaseSeconds: 5, run: () => inScope('engine', { loop: 'watch' }, (sql) => sql.$executeRaw`SELECT pg_advisory_xact_lock_shared(${lockOfTest}::int)`),
}))
