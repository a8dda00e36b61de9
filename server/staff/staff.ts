/** A role on the platform as the record keeps it: people by id. */
type Row = { id: string; personId: string; role: string; validFrom: Date; validTo: Date | null }
export const shown = ({ id, personId, role, validFrom, validTo }: Row) => ({ binding: id, person: personId, role, since: validFrom.toISOString(), until: validTo?.toISOString() ?? null })
