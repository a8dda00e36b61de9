/** Limits that are on their way down, by the clock: each follows what is in use until it is there. A step of a tenant is one transaction, so that a process that was killed has done it or not, and the next goes on. */
import { paths } from '~/components/shell/paths'
import { holdPlace, recordByItself } from '~/server/database/by-itself'
import type { Transaction } from '~/server/database/client'
import { lookUnderLease, underLease } from '~/server/database/lease'
import { tell } from '~/server/notices/tell'
import { eachAlone } from '~/server/shared/alone'
import { decideStep } from './decide-lowering'
import { accountColumns, nothingGiven, quotaOf, quotaShown } from './quota'
import { lowersShown } from './lowers'
import { writeLimits } from './write-limits'

const limitsAtOnce = 200

export async function lowerLimits(lease: string): Promise<number> {
  const due = await lookUnderLease(lease, { loop: 'quotas' }, (sql) => dueIn(sql, null))
  const steps = await eachAlone(new Set((due ?? []).map(({ tenant }) => tenant)), (tenant) => underLease(lease, { loop: 'quotas', tenant, namespaces: '*' }, (sql) => lowerIn(sql, tenant)))
  return steps.reduce<number>((sum, done) => sum + (done ?? 0), 0)
}

/** Those that begin, or can come lower than they are, the oldest first; of one tenant, or of all. In a frozen tenant nothing changes. */
const dueIn = (sql: Transaction, tenant: string | null) => sql.$queryRaw<{ id: string; tenant: string }[]>`SELECT l.id::text, l.tenant_id AS tenant FROM lowering l JOIN account a ON a.id = l.account_id JOIN tenant t ON t.id = l.tenant_id
  WHERE l.ended_at IS NULL AND t.frozen_at IS NULL AND l.begins_at <= clock_timestamp() AND (${tenant}::text IS NULL OR l.tenant_id = ${tenant})
    AND (l.began_at IS NULL OR EXISTS (SELECT FROM unnest(a.resources, a.nominal, a.used, a.held) AS r (resource, nominal, used, held) WHERE r.resource = l.resource AND r.nominal > greatest(l.goal, r.used + r.held)))
  ORDER BY l.begins_at, l.id LIMIT ${limitsAtOnce}`

async function lowerIn(sql: Transaction, tenant: string): Promise<number> {
  const now = await holdPlace(sql, tenant)
  if (now === null) return 0
  const open = await sql.lowering.findMany({ where: { id: { in: (await dueIn(sql, tenant)).map(({ id }) => id) } }, orderBy: [{ beginsAt: 'asc' }, { id: 'asc' }] })
  let steps = 0
  for (const lowering of open) {
    // One limit after another, each on what the one before left of its account.
    const account = await sql.account.findUniqueOrThrow({ where: { id: lowering.accountId }, select: accountColumns })
    const quota = quotaOf(account, lowering.resource, nothingGiven)
    const step = decideStep({ ...lowering, ...quota }, now)
    if (step === null) continue
    const { goal, askedBy: by } = lowering
    await writeLimits({ rows: sql, now, tenant }, [{ account, resource: lowering.resource, limit: step.limit, goal: step.reached ? null : goal, by }])
    await sql.lowering.update({ where: { id: lowering.id }, data: { beganAt: lowering.beganAt ?? now, ...(step.reached ? { endedAt: now, outcome: 'reached' } : {}) }, select: { id: true } })
    const shown = (isAfter: boolean) => quotaShown(lowering.namespaceId, isAfter ? { ...quota, limit: step.limit, unshared: step.limit, version: quota.version + 1n } : quota, isAfter && step.reached ? null : lowersShown({ ...lowering, beganAt: isAfter ? now : lowering.beganAt }, new Map()))
    await recordByItself(sql, tenant, {
      action: 'quotas.change', input: { tenant, namespace: lowering.namespaceId, resource: lowering.resource, limit: `${goal}` }, because: lowering.beganAt === null ? 'moment_came' : 'freed', before: shown(false), after: shown(true), reference: lowering.id,
    })
    if (step.reached) await tell(sql, [by], 'limit_lowered', { label: lowering.resource, place: lowering.namespaceId }, paths.changeQuota(tenant, lowering.namespaceId, lowering.resource), { needs: { action: 'quotas.change', tenant, namespace: lowering.namespaceId }, once: lowering.id })
    steps++
  }
  return steps
}
