import type { WriteRows } from '~/server/database/rows'
import { heldAt } from '~/server/members/held'

/** A role on the platform as the record keeps it: people by id. */
type Row = { id: string; personId: string; role: string; validFrom: Date; validTo: Date | null }
export const shown = ({ id, personId, role, validFrom, validTo }: Row) => ({ binding: id, person: personId, role, since: validFrom.toISOString(), until: validTo?.toISOString() ?? null })

/** Platform admins who can act and whose role has no end, but for this one of theirs, or for all of this person's. */
export const lastingAdmins = (rows: WriteRows, now: Date, but: { binding: string } | { person: string }): Promise<number> => rows.roleBinding.count({
  where: { tenantId: null, role: 'platform_admin', person: { disabledAt: null }, ...heldAt(now), validTo: null, ...('binding' in but ? { id: { not: but.binding } } : { personId: { not: but.person } }) },
})
