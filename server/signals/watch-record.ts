import { fold, type Sighting } from '~/server/cases/fold'
import type { Transaction } from '~/server/database/client'
import { underLease } from '~/server/database/lease'
import { raiseOnce } from '~/server/database/raise'
import { deniedMost, deniedWithinMs, hoursOfManyDenials } from './decide-denials'
import { freshLeast, looksAround } from './decide-reach'
import { askedLeast, isUnusual } from './decide-unusual'

const [hourMs, dayMs, throughEveryMs] = [3_600_000, 86_400_000, 600_000]
const hourOf = (at: number) => Math.floor(at / hourMs) * hourMs

/** What came in the last moments of an hour stands in the lines a little later, and is looked at in the next. */
const lateMs = 2 * 60_000
const momentsAt = (now: number): number[] => (now - hourOf(now) < lateMs ? [hourOf(now) - 1, now] : [now])

/** Looks through what was recorded lately for what is no mistake any more. Each is told once an hour, however often it is seen. */
export async function watchRecord(lease: string, at?: Date): Promise<void> {
  await underLease(lease, { loop: 'watch' }, async (sql) => {
    const [row] = await sql.$queryRaw<{ now: Date }[]>`SELECT now() AS now`
    const now = (at ?? row?.now ?? new Date()).getTime()
    await watchDenials(sql, now)
    for (const moment of momentsAt(now)) {
      await watchAsking(sql, moment)
      await watchTokens(sql, moment)
      await watchReach(sql, moment)
    }
  })
}

/** The rate alone, at a moment: what came in later hours is not counted. */
export async function watchRate(lease: string, now: Date): Promise<void> {
  await underLease(lease, { loop: 'watch' }, (sql) => watchAsking(sql, now.getTime()))
}

/**
 * Who is in reads on, and is told no, while no engine runs; what they were told waits until one does, with the time of then. So all of a day is looked through when a process begins, and again and again, because
 * after long there is much to be numbered first.
 */
let throughAt: number | null = null
const isLookedThrough = (now: number) => throughAt !== null && now >= throughAt && now - throughAt < throughEveryMs

async function watchDenials(sql: Transaction, now: number): Promise<void> {
  // Twice the window and what the lines may be behind: no minute falls between two looks.
  const since = new Date(now - (isLookedThrough(now) ? 3 * deniedWithinMs : dayMs))
  // Said before it is done: a day that takes longer than a look may keeps the next ones from nothing.
  if (!isLookedThrough(now)) throughAt = now
  const some = await sql.$queryRaw<{ actor: string; times: Date[] }[]>`SELECT actor, times FROM many_denied(${since}, ${deniedMost + 1}::int)`
  for (const { actor, times } of some) for (const many of hoursOfManyDenials(times.map((at) => at.getTime()))) await raiseOnce(sql, 'authorization.many_denials', `${actor} ${many.hour}`, { person: actor, times: many.times })
}

async function watchAsking(sql: Transaction, now: number): Promise<void> {
  const current = hourOf(now)
  const asked = await sql.$queryRaw<{ tenant: string; since: Date; times: bigint }[]>`SELECT tenant, since, times FROM asked_by_hour(${new Date(current)}, ${askedLeast}::int)`
  const unusual: Sighting[] = []
  for (const tenant of new Set(asked.map((one) => one.tenant))) {
    const times = unusualTimes(asked.filter((one) => one.tenant === tenant), current)
    if (times !== null) unusual.push({ kind: 'allocations.unusual_rate', tenant, name: `${tenant} ${current}`, body: { times } })
  }
  await fold(sql, unusual, new Date(now))
}

/** A script's token that is stolen, or a script that runs wild, by what is usual of that token alone. */
async function watchTokens(sql: Transaction, now: number): Promise<void> {
  const current = hourOf(now)
  const asked = await sql.$queryRaw<{ tenant: string; person: string; token: string; since: Date; times: bigint }[]>`SELECT tenant, person, token, since, times FROM asked_by_token(${new Date(current)}, ${askedLeast}::int)`
  const unusual: Sighting[] = []
  for (const token of new Set(asked.map((one) => one.token))) {
    const own = asked.filter((one) => one.token === token)
    const [{ tenant, person } = { tenant: '', person: '' }] = own
    const times = unusualTimes(own, current)
    if (times !== null) unusual.push({ kind: 'tokens.unusual_rate', tenant, name: `${token} ${current}`, body: { times, name: token, person } })
  }
  await fold(sql, unusual, new Date(now))
}

/** How often in the hour that goes on, where that is unusual; null where it is not. Each hour since the first that is known counts, also those in which nothing was asked. */
function unusualTimes(asked: readonly { readonly since: Date; readonly times: bigint }[], current: number): number | null {
  const byHour = new Map(asked.map(({ since, times }) => [since.getTime(), Number(times)]))
  const first = Math.min(...byHour.keys())
  const times = byHour.get(current) ?? 0
  return isUnusual(times, Array.from({ length: Math.max(0, (current - first) / hourMs) }, (_, back) => byHour.get(first + back * hourMs) ?? 0)) ? times : null
}

async function watchReach(sql: Transaction, now: number): Promise<void> {
  const current = hourOf(now)
  const some = await sql.$queryRaw<{ person: string; fresh: number; known: number; since: Date | null }[]>`SELECT person, fresh, known, since FROM reached_by_person(${new Date(current)}, ${freshLeast}::int)`
  for (const { person, since, ...reach } of some) if (looksAround({ ...reach, since: since?.getTime() ?? null }, now)) await raiseOnce(sql, 'authorization.looks_around', `${person} ${current}`, { person, places: reach.fresh })
}
