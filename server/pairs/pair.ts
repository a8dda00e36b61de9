import { z } from 'zod'
import { Handle, Instant, Uuid } from '~/server/api/inputs'
import type { ReadRows } from '~/server/database/rows'
import type { Allowed } from '~/server/namespaces/decide-objects'
import type { PersonShown } from '~/server/requests/kind'
import { allowedBy, type PairState, pairStateAt, portsMost } from './decide-pair'

export const kind = 'pair.allow'
const Place = z.strictObject({ tenant: Handle, namespace: Handle })
export type Place = z.infer<typeof Place>
export const Ports = z.array(z.int().min(1).max(65_535)).min(1).max(portsMost).refine((ports) => new Set(ports).size === ports.length, 'has each port once')
/** What the other side signs: `from` opens connections to these ports of `to`, and `offers` is the tenant whose word is given already. */
export const PairTerms = z.strictObject({ pair: Uuid, offers: Handle, from: Place, to: Place, ports: Ports, until: Instant })
export type PairTerms = z.infer<typeof PairTerms>

export type PairRow = {
  id: string; tenantId: string; namespaceId: string; otherTenant: string; otherNamespace: string; way: string; ports: number[]; until: Date; purpose: string; offeredBy: string; offeredAt: Date; lapsesAt: Date
  answer: string | null; answeredAt: Date | null; reason: string | null; endedAt: Date | null; endedIn: string | null; endedBecause: string | null; told: string[]
}
type Between = Pick<PairRow, 'tenantId' | 'namespaceId' | 'otherTenant' | 'otherNamespace' | 'way'>
/** Whichever side offers it: who opens the connection, and to whom. */
export function connectionOf({ tenantId, namespaceId, otherTenant, otherNamespace, way }: Between): { from: Place; to: Place } {
  const [offers, other] = [{ tenant: tenantId, namespace: namespaceId }, { tenant: otherTenant, namespace: otherNamespace }]
  return way === 'out' ? { from: offers, to: other } : { from: other, to: offers }
}
export const saidOf = ({ tenant, namespace }: Place): string => `${tenant}/${namespace}`
export const labelOf = (row: Between): string => `${saidOf(connectionOf(row).from)} → ${saidOf(connectionOf(row).to)}`
/** Who is asked. */
export const askedOf = ({ offers, from, to }: Pick<PairTerms, 'offers' | 'from' | 'to'>): Place => (from.tenant === offers ? to : from)
/** The same connection, whichever side offered it. */
export const sameConnection = ({ from, to }: { from: Place; to: Place }) => ({
  OR: [
    { tenantId: from.tenant, namespaceId: from.namespace, otherTenant: to.tenant, otherNamespace: to.namespace, way: 'out' },
    { tenantId: to.tenant, namespaceId: to.namespace, otherTenant: from.tenant, otherNamespace: from.namespace, way: 'in' },
  ],
})
export const ofPlace = ({ tenant, namespace }: Place) => ({ OR: [{ tenantId: tenant, namespaceId: namespace }, { otherTenant: tenant, otherNamespace: namespace }] })
export const inForce = (now: Date) => ({ answer: 'yes', endedAt: null, until: { gt: now } })

/** As one of the two sees it. The person is whoever offered it: it was offered in their name. Who said yes or ended it on the other side is no more than that side. */
export type PairShown = {
  pair: string; namespace: string; other: Place; way: Allowed['way']; ports: number[]; until: string; purpose: string; state: PairState; isOurs: boolean; offeredBy: PersonShown; offeredAt: string; lapsesAt: string
  answeredAt: string | null; reason: string | null; endedAt: string | null; endedIn: string | null; endedBecause: string | null
}
const mirrored = { in: 'out', out: 'in' } as const
export function pairShown(row: PairRow, { tenant, name, now }: { tenant: string; name: string; now: Date }): PairShown {
  const { id, tenantId, namespaceId, otherTenant, otherNamespace, ports, until, purpose, offeredBy, offeredAt, lapsesAt, answeredAt, reason, endedAt, endedIn, endedBecause } = row
  const isOurs = tenantId === tenant
  const way = row.way === 'in' ? 'in' : 'out'
  const state = pairStateAt(row, now)
  const wasEnded = state === 'ended' || state === 'withdrawn'
  return {
    pair: id, ...(isOurs ? { namespace: namespaceId, other: { tenant: otherTenant, namespace: otherNamespace }, way } : { namespace: otherNamespace, other: { tenant: tenantId, namespace: namespaceId }, way: mirrored[way] }),
    ports, until: until.toISOString(), purpose, state, isOurs, offeredBy: { person: offeredBy, name }, offeredAt: offeredAt.toISOString(), lapsesAt: lapsesAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null, reason, endedAt: wasEnded ? (endedAt?.toISOString() ?? null) : null, endedIn: wasEnded ? endedIn : null, endedBecause: wasEnded ? endedBecause : null,
  }
}
/** For the record: what is the same for both. */
export const pairRecorded = (row: PairRow, now: Date) => ({ pair: row.id, offers: row.tenantId, ...connectionOf(row), ports: row.ports, until: row.until.toISOString(), state: pairStateAt(row, now) })

/** How a namespace of one's own stands, as far as it matters here. */
export async function placeNow(rows: Pick<ReadRows, 'namespace' | 'pair' | 'tenant'>, place: Place, now: Date) {
  const { frozenAt } = await rows.tenant.findUniqueOrThrow({ where: { id: place.tenant }, select: { frozenAt: true } })
  const row = await rows.namespace.findUnique({ where: { tenantId_id: { tenantId: place.tenant, id: place.namespace } }, select: { frozenAt: true, closingAt: true } })
  const namespace = row === null ? null : row.closingAt !== null ? ('closed' as const) : row.frozenAt !== null ? ('frozen' as const) : ('open' as const)
  return { tenantFrozen: frozenAt !== null, namespace, pairs: await rows.pair.count({ where: { AND: [ofPlace(place), inForce(now)] } }) }
}

/** What a namespace may talk with now, as its own side of each: the objects of both sides say so, and nothing passes unless both do. A frozen tenant's say nothing. */
export async function allowedNow(rows: Pick<ReadRows, 'pair' | 'tenant'>, place: Place, now: Date): Promise<Allowed[]> {
  const { frozenAt } = await rows.tenant.findUniqueOrThrow({ where: { id: place.tenant }, select: { frozenAt: true } })
  if (frozenAt !== null) return []
  const found = await rows.pair.findMany({ where: { AND: [ofPlace(place), inForce(now)] }, orderBy: { id: 'asc' } })
  return found.map((row) => allowedBy({ ...connectionOf(row), pair: row.id, ports: row.ports }, place.tenant))
}
