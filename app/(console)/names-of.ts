import { onPage } from '~/server/api/caller'

const isPerson = (id: string | null): id is string => id !== null && /^[0-9a-f-]{36}$/.test(id)
/** Who they are whom a page shows: of everybody, or of a tenant's members. The engine, a token and nobody at all have no name to be asked for. */
export async function namesOf(ids: readonly (string | null)[], tenant: string | null = null): Promise<Record<string, string>> {
  const people = [...new Set(ids.filter(isPerson))]
  return Object.fromEntries((await onPage((door) => (tenant === null ? door.people.name({ people }) : door.members.name({ tenant, people })))).map(({ person, name }) => [person, name]))
}
