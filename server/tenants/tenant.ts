/** What may be seen of a tenant by whoever may see that it exists. */
export type TenantShown = { tenant: string; organisation: string; title: string; frozenAt: string | null }
type Row = { id: string; organisationId: string; title: string; frozenAt: Date | null }
export const tenantShown = (row: Row): TenantShown => ({ tenant: row.id, organisation: row.organisationId, title: row.title, frozenAt: row.frozenAt?.toISOString() ?? null })
