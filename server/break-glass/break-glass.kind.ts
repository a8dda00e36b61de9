import { z } from 'zod'
import { Handle, Instant, Prose, Uuid } from '~/server/api/inputs'
import { type Approving, makeKind, type PersonShown, type Seen } from '~/server/requests/kind'
import { type ReviewRefusal, standingOf } from './decide-break-glass'

/** What was asked for where nobody else was there to allow it. */
export const Review = z.strictObject({ breakGlass: Uuid, person: Uuid, minutes: z.int(), reason: Prose, tenants: z.array(Handle), askedAt: Instant })
export type Review = z.infer<typeof Review>
export type ReviewShown = Omit<Review, 'person'> & { person: PersonShown }

/** A yes is that it was looked at and was right; a no, that it was looked at and was not. Neither while it lasts, and neither by who did it. */
export const review = makeKind({
  asks: ['breakGlass.begin'],
  payload: Review,
  gainers: ({ person }) => [person],
  stays: true,
  shown: ({ person, ...asked }, nameOf): ReviewShown => ({ ...asked, person: nameOf(person) }),
  inDeed: {
    load: async (rows: Seen, asked) => ({ glass: await rows.breakGlass.findUniqueOrThrow({ where: { id: asked.breakGlass }, select: { opensAt: true, until: true, endedAt: true } }), now: new Date() }),
    decide: ({ glass, now }): { ok: true } | { ok: false; refusal: ReviewRefusal } => (standingOf(glass, now) === 'over' ? { ok: true } : { ok: false, refusal: 'glass_not_over' }),
    effect: async ({ rows, now, actor }: Approving, asked) => {
      await rows.breakGlass.updateMany({ where: { id: asked.breakGlass }, data: { reviewedAt: now, reviewedBy: actor.personId } })
      return { breakGlass: asked.breakGlass, person: asked.person }
    },
  },
})
