import { database } from './client'

/** Whose organisations these tenants are of; of one that there is not, nothing is said. */
export async function organisationsOf(tenants: readonly string[]): Promise<Map<string, string>> {
  const rows = await database('engine').$queryRaw<{ tenant: string; organisation: string }[]>`SELECT tenant, organisation FROM organisations_of(${[...tenants]}::text[])`
  return new Map(rows.map(({ tenant, organisation }) => [tenant, organisation]))
}
