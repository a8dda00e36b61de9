import { type Approving, makeKind, type Seen } from '~/server/requests/kind'
import { decideAllow, pairStateAt } from './decide-pair'
import { askedOf, inForce, PairTerms, placeNow, sameConnection } from './pair'

/** Asked in the other tenant, of its own admins. With their yes both have given their word, and it is in force in that deed. */
export const allow = makeKind({
  asks: ['pairs.offer'],
  payload: PairTerms,
  gainers: () => [],
  shown: (asked: PairTerms) => asked,
  elsewhere: true,
  inDeed: {
    /** Whatever there is of this connection: whoever takes it back, ends it or answers another offer of it at the same moment is waited for. */
    hold: async (tx: Approving, asked: PairTerms) => {
      await tx.rows.pair.updateMany({ where: { AND: [sameConnection(asked), { endedAt: null }] }, data: { version: { increment: 1n } } })
    },
    load: async (rows: Seen, asked: PairTerms) => {
      const now = new Date()
      return { ...(await placeNow(rows, askedOf(asked), now)), state: pairStateAt(await rows.pair.findUniqueOrThrow({ where: { id: asked.pair } }), now) }
    },
    decide: decideAllow,
    /** One that is in force the same way makes room for it. */
    effect: async ({ rows, now, actor }: Approving, asked: PairTerms) => {
      const own = askedOf(asked)
      const by = { endedAt: now, endedBy: actor.personId, endedIn: own.tenant, endedBecause: 'replaced' }
      const earlier = await rows.pair.findMany({ where: { AND: [sameConnection(asked), inForce(now)] }, select: { id: true } })
      await rows.pair.updateMany({ where: { AND: [sameConnection(asked), { answer: 'yes', endedAt: null }] }, data: by })
      await rows.pair.updateMany({ where: { id: asked.pair, answer: null, endedAt: null }, data: { answer: 'yes', answeredAt: now, answeredBy: actor.personId } })
      return { ...asked, replaced: earlier.map(({ id }) => id) }
    },
    refused: async ({ rows, now, actor }: Approving, { pair }: PairTerms, reason: string) => {
      await rows.pair.updateMany({ where: { id: pair, answer: null, endedAt: null, lapsesAt: { gt: now } }, data: { answer: 'no', answeredAt: now, answeredBy: actor.personId, reason } })
    },
  },
})
