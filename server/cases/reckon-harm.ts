/**
 * Reckons what open cases cost others, each in one transaction from what is kept of decisions: looked at again it comes to the same, and killed in between, nothing of it has happened. Whichever was
 * not looked at for longest comes first.
 */
import type { Transaction } from '~/server/database/client'
import { lookUnderLease, underLease } from '~/server/database/lease'
import { type Harm, harmOn, minutesIn, noHarm } from './decide-harm'
import { eachCame } from './read-came'
import { heldIn, heldMost, keepHeld, type OpenCase, reckoned } from './read-held'
import type { CaseKind } from './rule'

/** How it is reckoned: with another version a case may come to another figure. */
const harmVersion = 1
const [casesAtOnce, mostMs] = [10, 60_000]

export async function reckonHarm(lease: string, now: Date = new Date()): Promise<number> {
  const due = (await lookUnderLease(lease, { loop: 'harm' }, (sql) => sql.$queryRaw<{ id: string }[]>`SELECT id::text FROM case_file
    WHERE closed_at IS NULL AND kind = ANY (${[...reckoned]}) AND (harm_at IS NULL OR harm_at < ${now}) ORDER BY harm_at NULLS FIRST, id LIMIT ${casesAtOnce}`)) ?? []
  const faults: unknown[] = []
  for (const { id } of due) {
    await underLease(lease, { loop: 'harm' }, async (sql) => {
      const found = await sql.caseFile.findFirst({ where: { id, closedAt: null }, select: { tenantId: true, kind: true, seenAt: true } })
      if (found) await reckon(sql, { id, tenant: found.tenantId, kind: found.kind as CaseKind, seenAt: found.seenAt }, now)
    }, mostMs).catch((thrown: unknown) => { faults.push(thrown) })
  }
  // One that cannot be reckoned holds up none of the others, and is told of all the same.
  if (faults.length > 0) throw faults[0]
  return due.length
}

async function reckon(sql: Transaction, file: OpenCase, now: Date): Promise<void> {
  await keepHeld(sql, file)
  const all = await heldIn(sql, file)
  const given = all.slice(0, heldMost)
  let [harm, isPart]: [Harm, boolean] = [noHarm, all.length > heldMost]
  if (given.length > 0) {
    const { organisationId: organisation } = await sql.tenant.findUniqueOrThrow({ where: { id: file.tenant }, select: { organisationId: true } })
    const tenants = (await sql.tenant.findMany({ where: { organisationId: organisation }, select: { id: true } })).map(({ id }) => id)
    const [from, to] = [Math.min(...given.map((one) => one.from)), Math.min(now.getTime(), Math.max(...given.map((one) => one.to)))]
    const seen = await eachCame(sql, { tenant: file.tenant, organisation, tenants, from: new Date(from), to: new Date(to) }, (came) => { harm = harmOn(harm, given, came, now.getTime()) })
    isPart ||= seen.isPart
  }
  // What was closed meanwhile keeps its figure.
  const { count } = await sql.caseFile.updateMany({ where: { id: file.id, closedAt: null }, data: { harmMinutes: minutesIn(harm), harmWishes: harm.lost.length, harmGaps: harm.gaps, harmAtLeast: isPart || harm.gaps > 0, harmVersion, harmAt: now } })
  if (count === 0) return
  await sql.caseLoss.deleteMany({ where: { caseId: file.id } })
  await sql.caseLoss.createMany({ data: harm.lost.map(({ decision, tenant, namespace, name, was, gpuMilli, from, until, minutes }) => ({ caseId: file.id, decisionId: decision, loserTenant: tenant, loserNamespace: namespace, name, was, gpuMilli, since: new Date(from), until: new Date(until), minutes })) })
}
