export type OrganisationShown = { organisation: string; title: string; createdAt: string; tenants: number }
/** With how many tenants it holds, counted by the database. */
export const withTenants = { _count: { select: { tenants: true } } } as const
type Row = { id: string; title: string; createdAt: Date; _count: { tenants: number } }
export const organisationShown = ({ id, title, createdAt, _count }: Row): OrganisationShown => ({ organisation: id, title, createdAt: createdAt.toISOString(), tenants: _count.tenants })
