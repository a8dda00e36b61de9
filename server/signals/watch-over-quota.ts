import { paths } from '~/components/shell/paths'
import type { Transaction } from '~/server/database/client'
import { underLease } from '~/server/database/lease'
import { raiseOnce } from '~/server/database/raise'
import { adminsOf } from '~/server/members/held'
import { tell } from '~/server/notices/tell'
import { enqueue } from '~/server/outbox/enqueue'
import { decideOverQuota, isNewsTo, type OverQuota, type OverQuotaHour } from './decide-over-quota'

const hourMs = 3_600_000

/**
 * Tells the platform, once an hour, whose wishes were above a quota, and the admins of that tenant, once a day. The hour before is looked at as well, so that what was refused in its last
 * moments is told of. A look at a moment that has passed sees nothing that came later.
 */
export async function watchOverQuota(lease: string, now: Date = new Date()): Promise<number> {
  return (await underLease(lease, { loop: 'watch' }, async (sql) => {
    const since = new Date((Math.floor(now.getTime() / hourMs) - 1) * hourMs)
    const tried = await sql.$queryRaw<OverQuota[]>`SELECT DISTINCT tenant_id AS tenant, person_id::text AS person, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:00"Z"') AS hour FROM decision
      WHERE reason IN ('quota_exceeded', 'quota_exceeded_above') AND at >= ${since} AND at <= ${now} ORDER BY 3, 1, 2`
    const over = decideOverQuota(tried)
    for (const one of over) await tellOf(sql, one, now)
    return over.length
  })) ?? 0
}

async function tellOf(sql: Transaction, one: OverQuotaHour, now: Date): Promise<void> {
  const { tenant, hour } = one
  const once = `${tenant} ${hour.slice(0, 10)}`
  const path = paths.auditOf(tenant, `resource:allocations reason:quota_exceeded reason:quota_exceeded_above since:${hour.slice(0, 10)}`)
  await raiseOnce(sql, 'allocations.over_quota', `${tenant} ${hour}`, { tenant, hour }, { at: now })
  const admins = await adminsOf(sql, tenant, now)
  await tell(sql, admins.filter((admin) => isNewsTo(admin, one)), 'over_quota', { place: tenant }, path, { needs: { action: 'audit.search', tenant }, once })
  await enqueue(sql, [{ channel: 'event', tenant, kind: 'over_quota', body: { path }, once: `over_quota ${once}` }])
}
