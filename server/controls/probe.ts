import type { Policy } from '~/server/admission/facts'
import type { Rehearse } from '~/server/database/rehearse'
import type { Seen } from './decide-control'
import type { Keepers } from './keepers'

/** What a promise is tried on: rehearsals in the database, what keeps it in code, and what the platform says of everybody now. */
export type Ground = { readonly rehearse: Rehearse; readonly keepers: Keepers; readonly policy: Policy; readonly now: Date }
export type Probe = (ground: Ground) => Promise<Seen>
