import { paths } from '~/components/shell/paths'
import type { Transaction } from '~/server/database/client'
import { underLease } from '~/server/database/lease'
import { adminsOf } from '~/server/members/held'
import { type Telling, tell } from '~/server/notices/tell'
import { enqueue } from '~/server/outbox/enqueue'
import { decideReminders, reminderDays, tellsAdmins } from './decide-reminders'

const atOnce = 200
/** What ended longer ago than that is news to nobody. */
const newsDays = 1
type Ending = { id: string; tenant: string; namespace: string; name: string; askedBy: string; devices: bigint; admittedAt: Date; endsAt: Date; told: number[] }

/** Says to whoever can do something about it that an allocation ends, and that it has. That it was said is written with it, so it is said once, whoever is killed in between. */
export async function remindOfEnds(lease: string): Promise<number> {
  return (await underLease(lease, { loop: 'lease' }, async (sql) => (await remind(sql)) + (await sayEnded(sql)))) ?? 0
}

async function remind(sql: Transaction): Promise<number> {
  const ending = await sql.$queryRaw<Ending[]>`SELECT a.id, a.tenant_id AS tenant, a.namespace_id AS namespace, a.name, a.asked_by AS "askedBy", a.devices, a.admitted_at AS "admittedAt", a.ends_at AS "endsAt",
      ARRAY(SELECT r.days FROM reminder r WHERE r.allocation_id = a.id AND r.ends_at = a.ends_at) AS told
    FROM allocation a WHERE a.ended_at IS NULL AND a.admitted_at IS NOT NULL AND a.ends_at > now() AND a.ends_at <= now() + make_interval(days => ${reminderDays[0]})
      AND EXISTS (SELECT FROM unnest(${[...reminderDays]}::int[]) AS d WHERE a.ends_at - a.admitted_at > make_interval(hours => d * 24) AND a.ends_at - now() <= make_interval(hours => d * 24)
        AND NOT EXISTS (SELECT FROM reminder r WHERE r.allocation_id = a.id AND r.ends_at = a.ends_at AND r.days = d))
    ORDER BY a.ends_at, a.id LIMIT ${atOnce}`
  const now = new Date()
  let said = 0
  for (const one of ending) {
    const { due, tell: days } = decideReminders(one, now)
    if (days === null) continue
    const path = paths.extendAllocation(one.tenant, one.id)
    const once = `${one.id} ${one.endsAt.toISOString()} ${days}`
    for (const day of due) await sql.$executeRaw`INSERT INTO reminder (allocation_id, ends_at, days) VALUES (${one.id}::uuid, ${one.endsAt}, ${day}) ON CONFLICT DO NOTHING`
    const people = tellsAdmins(one.devices) ? [one.askedBy, ...(await adminsOf(sql, one.tenant, now))] : [one.askedBy]
    await tell(sql, people, 'lease_ends', { label: one.name, days: String(days) }, path, extending(one, once))
    await enqueue(sql, [{ channel: 'event', tenant: one.tenant, kind: 'lease_ends', body: { path, days: String(days) }, once: `lease_ends ${once}` }])
    said++
  }
  return said
}
const extending = ({ tenant, namespace }: Ending, once: string): Telling => ({ needs: { action: 'allocations.extend', tenant, namespace }, once })

type Ended = Pick<Ending, 'id' | 'tenant' | 'namespace' | 'name' | 'askedBy' | 'endsAt'> & { began: boolean; undecided: boolean }
/** What was held until nobody had decided it is over by its request, and so it is told: once. What waited for room until its time was over never began. */
async function sayEnded(sql: Transaction): Promise<number> {
  const ended = await sql.$queryRaw<Ended[]>`SELECT a.id, a.tenant_id AS tenant, a.namespace_id AS namespace, a.name, a.asked_by AS "askedBy", a.ended_at AS "endsAt", a.admitted_at IS NOT NULL AS began,
      EXISTS (SELECT FROM request q WHERE q.allocation_id = a.id AND q.kind = 'allocation.admit' AND q.state = 'lapsed') AS undecided
    FROM allocation a WHERE a.state = 'expired' AND a.ended_at > now() - make_interval(days => ${newsDays}) AND NOT EXISTS (SELECT FROM reminder r WHERE r.allocation_id = a.id AND r.days = 0) ORDER BY a.ended_at, a.id LIMIT ${atOnce}`
  for (const { id, tenant, namespace, name, askedBy, endsAt, began, undecided } of ended) {
    const path = paths.allocation(tenant, id)
    await sql.$executeRaw`INSERT INTO reminder (allocation_id, ends_at, days) VALUES (${id}::uuid, ${endsAt}, 0) ON CONFLICT DO NOTHING`
    if (undecided) continue
    await tell(sql, [askedBy], 'allocation_expired', { label: name, ...(began ? {} : { state: 'no_room' }) }, path, { needs: { action: 'allocations.create', tenant, namespace }, once: id })
    await enqueue(sql, [{ channel: 'event', tenant, kind: 'allocation_expired', body: { path }, once: `allocation_expired ${id}` }])
  }
  return ended.length
}
