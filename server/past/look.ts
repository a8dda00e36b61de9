import { z } from 'zod'
import { Handle } from '~/server/api/inputs'
import type { TenantReader } from '~/server/database/read'
import { decideMoment, type MomentRefusal } from './decide-moment'

/** As somebody wrote it into an address: what is no moment is answered, like any other that cannot be looked at. */
export const LookAt = z.strictObject({ tenant: Handle, asOf: z.string().max(64) })
/** `since` is when the history of the tenant begins. */
export type Looked = { readonly since: string } & ({ readonly ok: true; readonly at: string } | { readonly ok: false; readonly refusal: MomentRefusal })

/** Whether its pages can be read as of that moment. The door asks the same again of each of them. */
export async function lookAt(db: TenantReader, { asOf }: z.infer<typeof LookAt>): Promise<Looked> {
  const kept = await db.pastKept()
  return { since: kept.since, ...decideMoment(asOf, kept) }
}
