/**
 * Carries out what is due, and certifies it when the log has it. An erasure is one transaction: the key, everything else and the deed that says so, or none of it. The certificate comes after the
 * deed is sealed; killed in between, the next turn finds an erasure without one.
 */
import { holdPlace, recordByItself } from '~/server/database/by-itself'
import type { Transaction } from '~/server/database/client'
import { lookUnderLease, underLease } from '~/server/database/lease'
import { eachAlone } from '~/server/shared/alone'
import { certify } from './certify'
import { tellOfErasures } from './tell-of-erasures'

const atOnce = 20
const loop = { loop: 'erase' } as const

export async function carryOutErasures(lease: string): Promise<number> {
  const [, erased] = await eachAlone<(lease: string) => Promise<number>, number>([tellOfErasures, eraseDue, certifyErased], (part) => part(lease))
  return erased ?? 0
}
async function eraseDue(lease: string): Promise<number> {
  // What is held may stay so for years: however many are, they keep no other from its turn.
  if (!(await lookUnderLease(lease, loop, isAnyDue))) return 0
  const due = await underLease(lease, loop, (sql) => sql.$queryRaw<{ id: string; tenant: string }[]>`SELECT e.id::text, e.tenant_id AS tenant FROM erasure e
    WHERE e.due_at <= clock_timestamp() AND e.taken_back_at IS NULL AND e.erased_at IS NULL AND NOT EXISTS (SELECT FROM holds_of(e.tenant_id)) ORDER BY e.due_at, e.id LIMIT ${atOnce}`)
  const done = await eachAlone(due ?? [], ({ id, tenant }) => underLease(lease, { ...loop, tenant, namespaces: '*' }, (sql) => carryOut(sql, id, tenant)))
  return done.filter((isDone) => isDone).length
}
const isAnyDue = async (sql: Transaction): Promise<boolean> => (await sql.$queryRaw<unknown[]>`SELECT FROM erasure WHERE due_at <= clock_timestamp() AND taken_back_at IS NULL AND erased_at IS NULL LIMIT 1`).length > 0
async function certifyErased(lease: string): Promise<number> {
  const without = await lookUnderLease(lease, loop, (sql) => sql.erasure.findMany({ where: { erasedAt: { not: null }, note: null }, orderBy: { erasedAt: 'asc' }, take: atOnce }))
  return (await eachAlone(without ?? [], (erasure) => certify(lease, erasure))).length
}

/** Nothing where a hold stands: nobody in the tenant is told of one, and it is done when that is lifted. */
async function carryOut(sql: Transaction, id: string, tenant: string): Promise<boolean> {
  if (!(await holdPlace(sql, tenant))) return false
  const [made] = await sql.$queryRaw<{ found: { [what: string]: number } | null }[]>`SELECT erase_tenant(${id}::uuid) AS found`
  if (!made?.found) return false
  await recordByItself(sql, tenant, { action: 'erasures.carryOut', input: { tenant, name: id }, because: 'due', before: null, after: { erasure: id, erased: made.found }, reference: crypto.randomUUID() })
  await sql.$executeRaw`UPDATE erasure SET sequence = (SELECT deed_sequence FROM account WHERE kind = 'tenant' AND tenant_id = ${tenant}) WHERE id = ${id}::uuid`
  return true
}
