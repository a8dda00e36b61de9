/** Looks, four times an hour, at which tenants of different organisations have too much in common: of four weeks, which a minute adds nothing to. The database answers in kinds and figures: of whom and from where is not known here. */
import type { Transaction } from '~/server/database/client'
import { underLease } from '~/server/database/lease'
import { groupsOf, isAboveCap, type Link, linksOf, mergedPercent, type Share, type Trace, turnsOf } from './decide-linked'
import { fold, type Sighting } from './fold'

const [dayMs, lookedBackDays, rhythmDays] = [24 * 3_600_000, 28, 7]

export async function watchLinked(lease: string, now: Date = new Date()): Promise<void> {
  await underLease(lease, { loop: 'watch' }, async (sql) => fold(sql, await linkedIn(sql, now.getTime()), now))
}

async function linkedIn(sql: Transaction, now: number): Promise<Sighting[]> {
  const traces = await sql.$queryRaw<Trace[]>`SELECT kind, one, other, times FROM links_between_tenants(${new Date(now - lookedBackDays * dayMs)})`
  if (traces.length === 0) return []
  const links = linksOf([...traces, ...(await rhythms(sql, traces, now))])
  const shares = links.length === 0 ? [] : await sql.$queryRaw<Share[]>`SELECT tenant, organisation, share, cap FROM shares_of_tenants(${[...new Set(links.flatMap(({ one, other }) => [one, other]))]})`
  return groupsOf(links).flatMap(({ tenants, links: of }) => {
    const percent = mergedPercent(shares.filter(({ tenant }) => tenants.includes(tenant)))
    const [tenant] = tenants
    return tenant !== undefined && percent !== null && isAboveCap(percent) ? [{ kind: 'tenants.linked' as const, tenant, name: nameOf(of), body: { tenants, percent, links: of.map(({ one, other, by }) => ({ one, other, by: by.map((each) => ({ ...each })) })) } }] : []
  })
}
/** By what they are linked, and not how often: what is seen once more is nothing new. */
const nameOf = (links: readonly Link[]) => links.map(({ one, other, by }) => `${one} ${other} ${by.map(({ kind }) => kind).join(' ')}`).join(', ')

/** Of those that have something else in common: a rhythm alone links nobody. */
async function rhythms(sql: Transaction, traces: readonly Trace[], now: number): Promise<Trace[]> {
  const rows = await sql.$queryRaw<{ tenant: string; since: Date; used: bigint }[]>`SELECT tenant, since, used FROM used_by_hour(${[...new Set(traces.flatMap(({ one, other }) => [one, other]))]}, ${new Date(now - rhythmDays * dayMs)})`
  const used = new Map<string, Map<number, number>>()
  for (const { tenant, since, used: milli } of rows) used.set(tenant, (used.get(tenant) ?? new Map()).set(since.getTime(), Number(milli)))
  const none = new Map<number, number>()
  const pairs = new Map(traces.map(({ one, other }) => [`${one} ${other}`, { one, other }]))
  return [...pairs.values()].flatMap(({ one, other }) => {
    const times = turnsOf(used.get(one) ?? none, used.get(other) ?? none)
    return times === null ? [] : [{ kind: 'alternating' as const, one, other, times }]
  })
}
