import { fold, type Sighting } from '~/server/cases/fold'
import type { Transaction } from '~/server/database/client'
import { underLease } from '~/server/database/lease'
import { raiseOnce } from '~/server/database/raise'
import { areManyDenials, deniedMost, deniedWithinMs } from './decide-denials'
import { isUnusual } from './decide-unusual'

const hourMs = 3_600_000
const weekHours = 7 * 24
const hourOf = (at: number) => Math.floor(at / hourMs) * hourMs

/** Looks through what was recorded lately for what is no mistake any more. Each is told once an hour, however often it is seen. */
export async function watchRecord(lease: string): Promise<void> {
  await underLease(lease, { loop: 'watch' }, async (sql) => {
    const [{ now } = { now: new Date() }] = await sql.$queryRaw<{ now: Date }[]>`SELECT now() AS now`
    await watchDenials(sql, now.getTime())
    await watchAsking(sql, now.getTime())
  })
}

/** The rate alone, at a moment: what came in later hours is not counted. */
export async function watchRate(lease: string, now: Date): Promise<void> {
  await underLease(lease, { loop: 'watch' }, (sql) => watchAsking(sql, now.getTime()))
}

async function watchDenials(sql: Transaction, now: number): Promise<void> {
  // Twice the window and what the lines may be behind: no minute falls between two looks.
  const since = new Date(now - 3 * deniedWithinMs)
  const some = await sql.$queryRaw<{ actor: string; times: Date[] }[]>`SELECT actor, times FROM many_denied(${since}, ${deniedMost + 1}::int)`
  for (const { actor, times } of some) if (areManyDenials(times.map((at) => at.getTime()))) await raiseOnce(sql, 'authorization.many_denials', `${actor} ${hourOf(now)}`, { person: actor, times: times.length })
}

async function watchAsking(sql: Transaction, now: number): Promise<void> {
  const current = hourOf(now)
  const asked = await sql.$queryRaw<{ tenant: string; since: Date; times: bigint }[]>`SELECT tenant, since, times FROM asked_by_hour(${new Date(current - weekHours * hourMs)})`
  const unusual: Sighting[] = []
  for (const tenant of new Set(asked.map((one) => one.tenant))) {
    const own = asked.filter((one) => one.tenant === tenant).map(({ since, times }) => ({ at: since.getTime(), times: Number(times) }))
    const first = Math.min(...own.map(({ at }) => at))
    const hours = Array.from({ length: Math.max(0, (current - first) / hourMs) }, (_, back) => own.find(({ at }) => at === first + back * hourMs)?.times ?? 0)
    const times = own.find(({ at }) => at === current)?.times ?? 0
    if (isUnusual(times, hours)) unusual.push({ kind: 'allocations.unusual_rate', tenant, name: `${tenant} ${current}`, body: { times } })
  }
  await fold(sql, unusual, new Date(now))
}
