import type { Policy } from '~/server/admission/facts'
import type { Rehearse } from '~/server/database/rehearse'
import type { Seen } from './decide-control'

/** What a promise is tried on: rehearsals in the database, and what the platform says of everybody now. */
export type Ground = { readonly rehearse: Rehearse; readonly policy: Policy; readonly now: Date }
export type Probe = (ground: Ground) => Promise<Seen>
