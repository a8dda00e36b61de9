import type { Json } from '~/server/shared/canonical'
import { caseRaised, raiseOnce } from '~/server/database/raise'
import type { Transaction } from '~/server/database/client'
import { type CaseKind, isTriedOut, versions } from './rule'

/** What one rule saw of one tenant. The same under the same name is seen again, however often it is told. */
export type Sighting = { readonly kind: CaseKind; readonly tenant: string; readonly name: string; readonly body: { readonly [key: string]: Json } }

/** Since when each rule watches, as its version is now. One that has never watched begins. */
async function rulesSince(sql: Transaction, now: Date): Promise<ReadonlyMap<CaseKind, Date>> {
  const kinds = Object.entries(versions)
  await sql.$executeRaw`INSERT INTO case_rule (kind, version, since) SELECT kind, version, ${now}::timestamptz FROM unnest(${kinds.map(([kind]) => kind)}::text[], ${kinds.map(([, version]) => version)}::int[]) AS r (kind, version) ON CONFLICT DO NOTHING`
  const rows = await sql.caseRule.findMany()
  return new Map(rows.flatMap(({ kind, version, since }) => (versions[kind as CaseKind] === version ? [[kind as CaseKind, since]] : [])))
}

/**
 * Each is a signal, once, in the case that is open of its tenant and kind, or in a new one. What is seen on after somebody said what it was opens nothing: that is
 * what was said.
 */
export async function fold(sql: Transaction, seen: readonly Sighting[], now: Date): Promise<void> {
  const since = await rulesSince(sql, now)
  for (const { kind, tenant, name, body } of seen) {
    const raised = await caseRaised(sql, kind, name)
    const file = raised === undefined ? await openCase(sql, kind, tenant, isTriedOut(since.get(kind) ?? now, now), now) : raised
    if (raised === undefined) await raiseOnce(sql, kind, name, { ...body, tenant }, { file, at: now })
    if (file !== null) await sql.caseFile.updateMany({ where: { id: file, closedAt: null, seenAt: { lt: now } }, data: { seenAt: now } })
  }
}
/** What somebody is just closing is waited for: what is seen in that moment is none of what they said it was. */
async function openCase(sql: Transaction, kind: CaseKind, tenant: string, shadow: boolean, now: Date): Promise<string> {
  const [open] = await sql.$queryRaw<{ id: string }[]>`SELECT id FROM case_file WHERE tenant_id = ${tenant} AND kind = ${kind} AND closed_at IS NULL FOR NO KEY UPDATE`
  return (open ?? (await sql.caseFile.create({ data: { tenantId: tenant, kind, version: versions[kind], shadow, openedAt: now, seenAt: now }, select: { id: true } }))).id
}
