import { fold, type Sighting } from '~/server/cases/fold'
import { underLease } from '~/server/database/lease'
import { areManyPreemptions, preemptionsMost } from './decide-many-preemptions'

/** Tells the platform whose work was pushed aside too often within an hour, and whose work pushes others aside as often: once for each hour in which it is so. */
export async function watchPreemptions(lease: string): Promise<number> {
  return (await underLease(lease, { loop: 'watch' }, async (sql) => {
    const [{ now, hour } = { now: new Date(), hour: '' }] = await sql.$queryRaw<{ now: Date; hour: string }[]>`SELECT now() AS now, to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24') AS hour`
    const preempted = await sql.$queryRaw<Times[]>`SELECT tenant_id AS tenant, count(*)::int AS times FROM decision WHERE action = 'allocations.preempt' AND verdict = 'admit' AND at > now() - interval '1 hour' GROUP BY tenant_id ORDER BY tenant_id`
    const pushing = await sql.$queryRaw<Times[]>`SELECT tenant, times FROM pushed_by_tenant(now() - interval '1 hour', ${preemptionsMost + 1}::int)`
    const seen = (kind: Sighting['kind'], of: readonly Times[]) => of.filter(({ times }) => areManyPreemptions(times)).map(({ tenant, times }): Sighting => ({ kind, tenant, name: `${tenant} ${hour}`, body: { times } }))
    const many = [...seen('allocations.many_preemptions', preempted), ...seen('allocations.pushing', pushing)]
    await fold(sql, many, now)
    return many.length
  })) ?? 0
}
type Times = { readonly tenant: string; readonly times: number }
