import { z } from 'zod'
import { failoverOf, residencyAt } from '~/server/admission/residency/decide-failover'
import { knownAt } from '~/server/admission/residency/decide-new-work'
import type { KnownRegion } from '~/server/admission/residency/decide-residency'
import { Find, Handle } from '~/server/api/inputs'
import { containing, type Order, type Page, Paged, pageOf } from '~/server/api/page'
import type { PlatformReader, Reading, TenantReader } from '~/server/database/read'
import type { Json } from '~/server/shared/canonical'
import { grouped } from '~/server/shared/grouped'
import { type Cell, decideCells, type RegionSeen, type Used } from './decide-cells'
import { isCovered } from './decide-exception'
import type { StayState } from './decide-stays'
import { disastersIn, preparedIn, residencyOf } from './look'

export type RegionColumn = { readonly region: string; readonly title: string; readonly country: string; readonly jurisdiction: string; readonly nodes: number; readonly shown: number }
/** Without a version the tenant may be where it was made to be. */
export type MatrixRow = { readonly tenant: string; readonly title: string; readonly jurisdiction: string | null; readonly policy: string | null; readonly since: string | null; /** Where it may go in a disaster, and the regions in which there is one now that opens these to it. */ readonly prepared: readonly string[]; readonly disasters: readonly string[]; readonly cells: readonly Cell[] }
type Matrix = Page<MatrixRow> & { readonly regions: readonly RegionColumn[]; /** When somebody looked last. */ readonly lookedAt: string | null }
const byName = { by: [['id', 'handle']], way: 'asc' } as const satisfies Order
export const ReadMatrix = z.strictObject({ find: Find, ...Paged })
export const ReadRow = z.strictObject({ tenant: Handle })

type Rows = Reading['rows']
/** Which nodes show that they stand in the region that the inventory has them in: those that say so themselves. What says so and stands elsewhere shows nothing of it. */
async function regionsSeen({ rows, nodesShown }: Pick<Reading, 'rows' | 'nodesShown'>, countsNodes: boolean): Promise<RegionColumn[]> {
  const regions = await rows.region.findMany({ orderBy: { id: 'asc' } })
  if (!countsNodes) return regions.map(({ id, title, country, jurisdiction }) => ({ region: id, title, country, jurisdiction, nodes: 0, shown: 0 }))
  const clusters = new Map((await rows.cluster.findMany({ select: { id: true, regionId: true } })).map(({ id, regionId }) => [id, regionId]))
  const pools = new Map((await rows.pool.findMany({ select: { id: true, clusterId: true } })).map(({ id, clusterId }) => [id, clusters.get(clusterId) ?? '']))
  const nodes = await rows.node.groupBy({ by: ['poolId'], _count: true })
  const shown = new Map((await nodesShown()).map((one) => [one.region, one.nodes]))
  return regions.map(({ id, title, country, jurisdiction }) => ({ region: id, title, country, jurisdiction, nodes: nodes.reduce((sum, { poolId, _count }) => sum + (pools.get(poolId) === id ? _count : 0), 0), shown: shown.get(id) ?? 0 }))
}

async function rowsOf(rows: Rows, tenants: readonly { id: string; title: string; regions: string[] }[], regions: readonly RegionColumn[]): Promise<MatrixRow[]> {
  const ids = tenants.map(({ id }) => id)
  const said = await rows.policy.findMany({ where: { tenantId: { in: ids }, kind: { in: ['residency', 'failover'] }, validTo: null } })
  const disasters = disastersIn(await rows.policy.findFirst({ where: { tenantId: null, kind: 'disasters', validTo: null } }))
  const now = new Date()
  const used = await rows.residencyStay.groupBy({ by: ['tenantId', 'region', 'placed', 'work', 'state'], where: { tenantId: { in: ids }, until: null }, _sum: { gpuMilli: true } })
  const exceptions = await rows.residencyException.findMany({ where: { tenantId: { in: ids }, endedAt: null, until: { gt: now } } })
  const known = knownAt(regions.map(({ region, jurisdiction, nodes, shown }): RegionSeen => ({ region, jurisdiction: jurisdiction as KnownRegion['jurisdiction'], nodes, shown })), disasters, now.toISOString())
  return tenants.map(({ id, title, regions: own }) => {
    const saidOf = (kind: string) => said.find((one) => one.tenantId === id && one.kind === kind)
    const policy = saidOf('residency')
    const prepared = preparedIn(saidOf('failover'))
    const residency = residencyAt(policy ? residencyOf(policy.body as Json) : { jurisdiction: null, allowed: own, prohibited: [] }, failoverOf(prepared, disasters), known, now.toISOString())
    const theirs = used.filter(({ tenantId }) => tenantId === id)
    // A violation is of all regions in which the work may not be, and what excuses it covers every one of them or none.
    const violations = grouped(theirs.filter(({ state }) => state === 'prohibited'), ({ work }) => work)
    const isExcepted = (work: string) => {
      const regions = (violations.get(work) ?? []).flatMap(({ region }) => region ?? [])
      return exceptions.some((one) => one.tenantId === id && isCovered(one, { work, regions }))
    }
    const here = theirs.map(({ region, placed, work, state, _sum }): Used => ({ region, placed, work, state: state as StayState, excepted: state === 'prohibited' && isExcepted(work), gpuMilli: _sum.gpuMilli ?? 0n }))
    return { tenant: id, title, jurisdiction: residency.jurisdiction, policy: policy ? String(policy.version) : null, since: policy?.validFrom.toISOString() ?? null, prepared, disasters: residency.failover?.disasters ?? [], cells: decideCells(residency, known, here) }
  })
}
/** The one that was looked at longest ago. */
const lookedAt = async (rows: Rows, tenants: readonly string[]) => (await rows.residencyBook.findFirst({ where: { tenantId: { in: [...tenants] } }, orderBy: { lookedAt: 'asc' } }))?.lookedAt.toISOString() ?? null
const columns = { id: true, title: true, regions: true } as const

/** Tenants by name, each with every region there is. */
export async function readMatrix({ rows, ...db }: PlatformReader, { find, ...asked }: z.infer<typeof ReadMatrix>): Promise<Matrix> {
  const regions = await regionsSeen({ rows, ...db }, true)
  const page = await pageOf(byName, asked, ({ where, ...part }) => rows.tenant.findMany({ where: { AND: [containing(find, 'id', 'title'), where] }, select: columns, ...part }))
  return { ...page, rows: await rowsOf(rows, page.rows, regions), regions, lookedAt: await lookedAt(rows, page.rows.map(({ id }) => id)) }
}
/** A tenant's own row, and how far what was seen of it stands in its record. How many nodes there are anywhere is not theirs to know. */
export async function readRow({ rows, tenant, ...db }: TenantReader, _: z.infer<typeof ReadRow>): Promise<{ row: MatrixRow; regions: readonly RegionColumn[]; lookedAt: string | null; writtenUntil: string | null; isAsked: boolean }> {
  const regions = await regionsSeen({ rows, ...db }, false)
  const own = await rows.tenant.findUniqueOrThrow({ where: { id: tenant }, select: columns })
  const [row] = await rowsOf(rows, [own], regions)
  const book = await rows.residencyBook.findUnique({ where: { tenantId: tenant } })
  return { row: row as MatrixRow, regions, lookedAt: book?.lookedAt.toISOString() ?? null, writtenUntil: book?.writtenUntil.toISOString() ?? null, isAsked: book?.askedAt !== null && book?.askedAt !== undefined }
}
