import { z } from 'zod'
import { Handle } from '~/server/api/inputs'
import { type Order, type Page, Paged, pageOf } from '~/server/api/page'
import type { PlatformReader, Reading, TenantReader } from '~/server/database/read'
import { type StayReason, type StayState, stayStates } from './decide-stays'
import type { Evidence } from './decide-where'

/** Where work runs now, by which evidence, and by which version of the policy it was judged. `namespace` and `allocation` are for the tenant alone. */
export type StayShown = {
  readonly stay: string; readonly tenant: string; readonly namespace: string | null; readonly allocation: string | null; /** What its people call the allocation. */ readonly name: string | null; readonly cluster: string; readonly node: string; readonly gpuMilli: string; readonly placed: string; readonly region: string | null
  readonly state: StayState; readonly reason: StayReason | null; readonly policy: string | null; /** The region for whose disaster it may be there. */ readonly failover: string | null; readonly evidence: (Evidence & { readonly since: string }) | null; readonly heardAt: string | null; readonly since: string; readonly seenAt: string; readonly until: string | null
}
const newest = { by: [['since', 'moment'], ['id', 'uuid']], way: 'desc' } as const satisfies Order
const filters = { region: Handle.nullable(), state: z.enum(stayStates).nullable(), ...Paged }
export const ListStays = z.strictObject({ of: Handle.nullable(), ...filters })
export const ListStaysInTenant = z.strictObject({ tenant: Handle, ...filters })
type Asked = Omit<z.infer<typeof ListStays>, 'of'>

async function list({ rows }: Pick<Reading, 'rows'>, of: object, { region, state, ...asked }: Asked): Promise<Page<StayShown>> {
  // What is not known to stand anywhere is where the inventory has it.
  const there = region === null ? {} : { OR: [{ region }, { region: null, placed: region }] }
  const { rows: found, ...ends } = await pageOf(newest, asked, ({ where, ...part }) => rows.residencyStay.findMany({ where: { AND: [{ until: null }, of, there, state === null ? {} : { state }, where] }, ...part }))
  const places = new Map((await rows.nodePlace.findMany({ where: { id: { in: found.flatMap(({ placeId }) => placeId ?? []) } } })).map((place) => [place.id, place]))
  const allocations = await namesOf(rows, found)
  return {
    rows: found.map((row) => {
      const place = row.placeId === null ? undefined : places.get(row.placeId)
      return {
        stay: row.id, tenant: row.tenantId, namespace: row.namespaceId, allocation: row.allocationId, name: allocations.get(row.allocationId ?? '') ?? null, cluster: row.clusterId, node: row.nodeId, gpuMilli: String(row.gpuMilli), placed: row.placed, region: row.region, state: row.state as StayState, reason: row.reason as StayReason | null,
        policy: row.policyVersion === null ? null : String(row.policyVersion), failover: row.failover, evidence: place ? { region: place.region, residency: place.residency, jurisdiction: place.jurisdiction, providerId: place.providerId, since: place.since.toISOString() } : null,
        heardAt: row.heardAt?.toISOString() ?? null, since: row.since.toISOString(), seenAt: row.seenAt.toISOString(), until: row.until?.toISOString() ?? null,
      }
    }),
    ...ends,
  }
}
/** The platform reads no allocation, so to it none has a name. */
export async function namesOf(rows: Reading['rows'], found: readonly { readonly allocationId: string | null }[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(found.flatMap(({ allocationId }) => allocationId ?? []))]
  return new Map(ids.length === 0 ? [] : (await rows.allocation.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } })).map(({ id, name }) => [id, name]))
}
/** Whoever runs the platform sees whose it is and where, and nothing of what it is. */
export async function listStays(db: PlatformReader, { of, ...asked }: z.infer<typeof ListStays>): Promise<Page<StayShown>> {
  const page = await list(db, of === null ? {} : { tenantId: of }, asked)
  return { ...page, rows: page.rows.map((row) => ({ ...row, namespace: null, allocation: null })) }
}
export const listStaysInTenant = (db: TenantReader, { tenant, ...asked }: z.infer<typeof ListStaysInTenant>) => list(db, { tenantId: tenant }, asked)
