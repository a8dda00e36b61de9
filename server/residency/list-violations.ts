import { z } from 'zod'
import type { ResidencyReason } from '~/server/admission/residency/decide-residency'
import { Handle } from '~/server/api/inputs'
import { type Order, type Page, Paged, pageOf } from '~/server/api/page'
import type { PlatformReader, Reading, TenantReader } from '~/server/database/read'
import { exceptionHolds, isCovered } from './decide-exception'
import { type ViolationState, violationStateOf } from './decide-violation'
import type { Ending } from './decide-violations'
import { namesOf } from './list-stays'

/** By what it is left where it may not be: who answers for it, who signed it, and until when. */
type ExceptionShown = { readonly exception: string; readonly covers: 'work' | 'tenant'; readonly owner: string | null; readonly by: string | null; readonly reason: string; readonly since: string; readonly until: string }
/** `allocation` and `namespace` are for the tenant alone. Nobody contained it where its policy says that it is done at once. */
export type ViolationShown = {
  readonly violation: string; readonly tenant: string; readonly namespace: string | null; readonly allocation: string | null; /** What its people call the allocation. */ readonly name: string | null; readonly isAllocated: boolean; readonly regions: readonly string[]; readonly nodes: readonly string[]; readonly reason: ResidencyReason; readonly policy: string | null
  readonly state: ViolationState; readonly beganAt: string; readonly changedAt: string; readonly acknowledged: { readonly at: string; readonly by: string | null; readonly note: string } | null
  readonly exception: ExceptionShown | null
  readonly contained: { readonly at: string; readonly by: string | null; /** That take nothing new because of it. */ readonly nodes: readonly string[] } | null; readonly ended: { readonly at: string; readonly because: Ending } | null
}
const newest = { by: [['beganAt', 'moment'], ['id', 'uuid']], way: 'desc' } as const satisfies Order
const filters = { show: z.enum(['now', 'all']), ...Paged }
export const ListViolations = z.strictObject({ of: Handle.nullable(), ...filters })
export const ListViolationsInTenant = z.strictObject({ tenant: Handle, ...filters })

async function list({ rows }: Pick<Reading, 'rows'>, of: object, { show, ...asked }: Omit<z.infer<typeof ListViolations>, 'of'>): Promise<Page<ViolationShown>> {
  const { rows: found, ...ends } = await pageOf(newest, asked, ({ where, ...part }) => rows.residencyViolation.findMany({ where: { AND: [of, show === 'now' ? { endedAt: null } : {}, where] }, ...part }))
  const now = new Date()
  const exceptions = (await rows.residencyException.findMany({ where: { tenantId: { in: [...new Set(found.map(({ tenantId }) => tenantId))] }, endedAt: null, until: { gt: now } }, orderBy: { until: 'desc' } })).filter((one) => exceptionHolds(one, now))
  const ids = [...found.flatMap(({ acknowledgedBy, containedBy }) => [acknowledgedBy, containedBy]), ...exceptions.flatMap(({ ownerId, grantedBy }) => [ownerId, grantedBy])].filter((id) => id !== null)
  const names = new Map(ids.length === 0 ? [] : (await rows.person.findMany({ where: { id: { in: [...new Set(ids)] } }, select: { id: true, name: true } })).map(({ id, name }) => [id, name]))
  const allocations = await namesOf(rows, found)
  /** Of several the one that ends last. */
  const exceptionOf = ({ tenantId, endedAt, ...violation }: (typeof found)[number]): ExceptionShown | null => {
    const one = endedAt !== null ? undefined : exceptions.find((exception) => exception.tenantId === tenantId && isCovered(exception, violation))
    return one ? { exception: one.id, covers: one.work === null ? 'tenant' : 'work', owner: names.get(one.ownerId) ?? null, by: names.get(one.grantedBy) ?? null, reason: one.reason, since: one.since.toISOString(), until: one.until.toISOString() } : null
  }
  return {
    rows: found.map((row) => ({
      violation: row.id, tenant: row.tenantId, namespace: row.namespaceId, allocation: row.allocationId, name: allocations.get(row.allocationId ?? '') ?? null, isAllocated: row.allocationId !== null, regions: row.regions, nodes: row.nodes, reason: row.reason as ResidencyReason, policy: row.policyVersion === null ? null : String(row.policyVersion),
      state: violationStateOf({ ended: row.endedAt !== null, contained: row.containedAt !== null, excepted: exceptionOf(row) !== null, acknowledged: row.acknowledgedAt !== null }), exception: exceptionOf(row), beganAt: row.beganAt.toISOString(), changedAt: row.changedAt.toISOString(),
      acknowledged: row.acknowledgedAt === null ? null : { at: row.acknowledgedAt.toISOString(), by: names.get(row.acknowledgedBy ?? '') ?? null, note: row.note ?? '' },
      contained: row.containedAt === null ? null : { at: row.containedAt.toISOString(), by: names.get(row.containedBy ?? '') ?? null, nodes: row.containedNodes }, ended: row.endedAt === null ? null : { at: row.endedAt.toISOString(), because: row.endedBecause as Ending },
    })),
    ...ends,
  }
}
export async function listViolations(db: PlatformReader, { of, ...asked }: z.infer<typeof ListViolations>): Promise<Page<ViolationShown>> {
  const page = await list(db, of === null ? {} : { tenantId: of }, asked)
  return { ...page, rows: page.rows.map((row) => ({ ...row, namespace: null, allocation: null })) }
}
export const listViolationsInTenant = (db: TenantReader, { tenant, ...asked }: z.infer<typeof ListViolationsInTenant>) => list(db, { tenantId: tenant }, asked)
