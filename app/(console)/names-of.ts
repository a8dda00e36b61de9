import { onPage } from '~/server/api/caller'

const isPerson = (id: string | null): id is string => id !== null && /^[0-9a-f-]{36}$/.test(id)
/** Who they are whom a page shows. The engine, a token and nobody at all have no name to be asked for. */
export async function namesOf(ids: readonly (string | null)[]): Promise<Record<string, string>> {
  const people = [...new Set(ids.filter(isPerson))]
  return Object.fromEntries((await onPage((door) => door.people.name({ people }))).map(({ person, name }) => [person, name]))
}
