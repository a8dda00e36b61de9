import { z } from 'zod'
import { Handle, Instant, Prose } from '~/server/api/inputs'
import type { TenantWriter } from '~/server/database/deed'
import { decideOffer, lapsesAt } from './decide-pair'
import { connectionOf, inForce, pairRecorded, pairShown, placeNow, Ports, sameConnection } from './pair'

export const OfferPair = z.strictObject({ tenant: Handle, namespace: Handle, otherTenant: Handle, otherNamespace: Handle, way: z.enum(['in', 'out']), ports: Ports, until: Instant, purpose: Prose })

/**
 * One side's word, which waits for the other's. Whether there is another side is not looked at here, and could not be: what is read are rows of whoever offers. A loop finds whom
 * to ask, so the answer to this is the same, and as fast, whatever was typed.
 */
export async function offerPair(tx: TenantWriter<'pairs.offer'>, { tenant, namespace, otherTenant, otherNamespace, way, purpose, ...wish }: z.infer<typeof OfferPair>) {
  const { rows, now, actor } = tx
  const place = { tenantId: tenant, namespaceId: namespace, otherTenant, otherNamespace, way }
  const [until, ports] = [new Date(wish.until), wish.ports.toSorted((one, other) => one - other)]
  const waiting = { tenantId: tenant, answer: null, endedAt: null, lapsesAt: { gt: now } }
  const standing = await rows.pair.findFirst({ where: { AND: [sameConnection(connectionOf(place)), inForce(now)] }, select: { ports: true, until: true } })
  const decision = decideOffer({
    ...(await placeNow(rows, { tenant, namespace }, now)), standing, now,
    alreadyOffered: (await rows.pair.count({ where: { ...waiting, ...place } })) > 0, offers: await rows.pair.count({ where: waiting }),
  }, { tenant, otherTenant, ports, until })
  if (!decision.ok) return tx.refuse(decision.refusal)
  const row = await rows.pair.create({ data: { ...place, ports, until, purpose, offeredBy: actor.personId, offeredAt: now, lapsesAt: lapsesAt(until, now) } })
  return tx.record({ before: null, after: pairRecorded(row, now) }, pairShown(row, { tenant, name: actor.name, now }))
}
