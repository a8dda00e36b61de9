import type { AskRefusal, BeginRefusal } from './decide-elevation'

export type ElevationRefusal = 'not_elevated' | AskRefusal | BeginRefusal

export const elevationRefusals = {
  not_elevated: { says: 'You are not elevated.', fix: 'Nothing to do.' },
  needs_second: { says: 'For so long nobody elevates by themselves: it takes a yes that still counts.', fix: 'Ask somebody else of the platform first, or elevate for less long.' },
  may_alone: { says: 'For so long you need nobody’s yes.', fix: 'Elevate.' },
  asked_already: { says: 'Somebody is asked already.', fix: 'Wait for the answer, or withdraw what you asked.' },
} as const satisfies Record<ElevationRefusal, { says: string; fix: string }>
