import { fold } from '~/server/cases/fold'
import { underLease } from '~/server/database/lease'
import { areManyPreemptions } from './decide-many-preemptions'

/** Tells the platform whose work was pushed aside too often within an hour: once for each hour in which it is so. */
export async function watchPreemptions(lease: string): Promise<number> {
  return (await underLease(lease, { loop: 'watch' }, async (sql) => {
    const preempted = await sql.$queryRaw<{ tenant: string; times: number; hour: string }[]>`SELECT tenant_id AS tenant, count(*)::int AS times, to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24') AS hour
      FROM decision WHERE action = 'allocations.preempt' AND verdict = 'admit' AND at > now() - interval '1 hour' GROUP BY tenant_id ORDER BY tenant_id`
    const many = preempted.filter(({ times }) => areManyPreemptions(times))
    await fold(sql, many.map(({ tenant, times, hour }) => ({ kind: 'allocations.many_preemptions' as const, tenant, name: `${tenant} ${hour}`, body: { times } })), new Date())
    return many.length
  })) ?? 0
}
