import { paths } from '~/components/shell/paths'
import type { Transaction } from '~/server/database/client'
import { lookUnderLease, underLease } from '~/server/database/lease'
import { raiseOnce } from '~/server/database/raise'
import { adminsOf, staffNow } from '~/server/members/held'
import { tell } from '~/server/notices/tell'
import { standingOf, untoldSince } from './decide-break-glass'

/** What was told later than that after it happened is said to whoever watches over the platform, too. */
const lateMs = 5 * 60_000

/** Tells, and nothing else: that it is asked for, that it is open, that it is over. What it gives is over by the clock, whether anybody runs or not. */
export async function watchBreakGlass(lease: string): Promise<number> {
  const some = await lookUnderLease(lease, scope, (sql) => untold(sql, new Date()))
  return (some ?? []).length === 0 ? 0 : ((await underLease(lease, scope, watch)) ?? 0)
}
const scope = { loop: 'break-glass' } as const
const standsAs = { waits: 'asked', open: 'opened', over: 'over' } as const
async function untold(sql: Transaction, now: Date) {
  const some = await sql.breakGlass.findMany({ where: { NOT: { told: { has: 'over' } } }, orderBy: { askedAt: 'asc' }, take: 20 })
  return some.flatMap((glass) => {
    const what = standsAs[standingOf(glass, now)]
    return glass.told.includes(what) ? [] : [{ ...glass, what }]
  })
}
async function watch(sql: Transaction): Promise<number> {
  const now = new Date()
  let said = 0
  for (const { what, ...glass } of await untold(sql, now)) {
    await sql.breakGlass.updateMany({ where: { id: glass.id }, data: { told: [...new Set([...glass.told, ...(what === 'over' ? ['asked', 'opened', 'over'] : what === 'opened' ? ['asked', 'opened'] : ['asked'])])] } })
    const since = untoldSince(glass, glass.told, now) ?? now
    if (now.getTime() - since.getTime() > lateMs) await raiseOnce(sql, 'break_glass.late', `${glass.id} ${what}`, { breakGlass: glass.id, told: what, lateSeconds: String(Math.round((now.getTime() - since.getTime()) / 1000)) })
    await tell(sql, await concerned(sql, null, now, glass.personId), `break_glass_${what}`, { label: glass.reason, place: null }, paths.breakGlass(), { once: glass.id })
    for (const tenant of glass.tenants) await tell(sql, await concerned(sql, tenant, now, glass.personId), `break_glass_${what}`, { place: tenant }, paths.tenant(tenant), { once: `${glass.id} ${tenant}` })
    said++
  }
  return said
}
/** Everybody who works on the platform, and the admins of a tenant; not whoever it is. */
async function concerned(sql: Transaction, tenant: string | null, now: Date, but: string): Promise<string[]> {
  const held = tenant === null ? await staffNow(sql, now) : await adminsOf(sql, tenant, now)
  return held.filter((person) => person !== but)
}
