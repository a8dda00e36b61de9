type Row = { roleId: string; version: bigint; title: string; actions: string[]; validFrom: Date }
/** A role as it is now: `actions` are what it gives beside what every role does. */
export const roleShown = ({ roleId, version, title, actions, validFrom }: Row) => ({ role: roleId, version: String(version), title, actions, since: validFrom.toISOString() })
export type RoleShown = ReturnType<typeof roleShown>
