/** Whether what nobody confirms is over at the deadline: tried by closing a review of a tenant that nobody but this transaction ever sees, as the engine closes any. */
import { randomBytes, randomUUID } from 'node:crypto'
import { rehearseLoop } from '~/server/database/rehearse'
import type { ControlId } from './catalogue'
import { done } from './decide-control'
import type { Keepers } from './keepers'
import type { Probe } from './probe'

/** A role that was held when the review began, kept by an admin or by nobody, and whether it is held when the deadline has passed. */
const heldAfter = ({ closeReview }: Keepers, isKept: boolean): Promise<string> => rehearseLoop(async (sql, on) => {
  const tenant = `probe-${randomBytes(6).toString('hex')}`
  const [admin, holder, review] = [randomUUID(), randomUUID(), randomUUID()]
  const now = new Date()
  const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 3_600_000)
  await on({ platform: true })
  await sql.$executeRaw`INSERT INTO organisation (id, title, created_at) VALUES (${tenant}, ${tenant}, ${now})`
  await sql.$executeRaw`INSERT INTO account (id, kind, parent_id, organisation_id) VALUES (${`platform/${tenant}`}, 'organisation', 'platform', ${tenant})`
  await sql.$executeRaw`INSERT INTO tenant (id, organisation_id, title, isolation_level, trust, regions, compliance, created_at) VALUES (${tenant}, ${tenant}, ${tenant}, 1, 'internal', '{probe}', '{}', ${now})`
  await sql.$executeRaw`INSERT INTO account (id, kind, parent_id, organisation_id, tenant_id) VALUES (${`platform/${tenant}/${tenant}`}, 'tenant', ${`platform/${tenant}`}, ${tenant}, ${tenant})`
  for (const [person, role] of [[admin, 'tenant_admin'], [holder, 'developer']] as const) {
    await on({ person, tenant, namespaces: '*' })
    await sql.$executeRaw`INSERT INTO person (id, email, name) VALUES (${person}::uuid, ${`${person}@probe.invalid`}, 'Probe')`
    await sql.$executeRaw`INSERT INTO role_binding (id, person_id, role, tenant_id, valid_from) VALUES (${randomUUID()}::uuid, ${person}::uuid, ${role}, ${tenant}, ${daysAgo(4)})`
  }
  await sql.$executeRaw`INSERT INTO review (id, tenant_id, began_at, deadline) VALUES (${review}::uuid, ${tenant}, ${daysAgo(3)}, ${daysAgo(1)})`
  await on({ person: admin, tenant, namespaces: '*' })
  if (isKept) await sql.$executeRaw`UPDATE review_line SET state = 'kept', decided_at = ${daysAgo(2)}, decided_by = ${admin}::uuid WHERE review_id = ${review}::uuid AND person_id = ${holder}::uuid`
  await on({ loop: 'reviews', tenant, namespaces: '*' })
  await closeReview(sql, { id: review, tenantId: tenant }, now)
  return (await sql.$queryRaw<unknown[]>`SELECT 1 FROM role_binding WHERE person_id = ${holder}::uuid AND (valid_to IS NULL OR valid_to > ${now})`).length > 0 ? done : 'ended'
})

export const reviewProbes = {
  'people.confirmed': async ({ keepers }) => ({ forbidden: await heldAfter(keepers, false), allowed: await heldAfter(keepers, true) }),
} as const satisfies Partial<Record<ControlId, Probe>>
