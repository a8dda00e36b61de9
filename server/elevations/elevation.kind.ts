import { makeKind, type PersonShown } from '~/server/requests/kind'
import { LongElevation } from './elevation'

type LongElevationShown = Omit<LongElevation, 'person'> & { person: PersonShown }

/** A yes elevates nobody: whoever asked begins it themselves, in their own browser and with their own second factor, within a day. */
export const elevate = makeKind({
  asks: ['elevations.ask'],
  payload: LongElevation,
  gainers: ({ person }) => [person],
  shown: ({ person, ...asked }, nameOf): LongElevationShown => ({ ...asked, person: nameOf(person) }),
  inDeed: {
    load: async () => null,
    decide: (): { ok: true } | { ok: false; refusal: never } => ({ ok: true }),
    effect: async (_tx, { person, hours }: LongElevation) => ({ person, hours }),
  },
})
