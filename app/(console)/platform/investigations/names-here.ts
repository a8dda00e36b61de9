import { firstPage } from '~/server/api/page'
import { onPage } from '~/server/api/caller'

/** Who somebody is, as far as the platform's lists say at once: whoever works on it, and its people. Whoever is beyond that is shown by id, as in the record. */
export async function namesHere(): Promise<Record<string, string>> {
  const people = await onPage(async (door) => (await door.people.list({ find: null, ...firstPage })).rows)
  const staff = await onPage(async (door) => (await door.staff.list({ find: null, ...firstPage })).rows)
  return Object.fromEntries([...people, ...staff].map(({ person, name }) => [person, name]))
}
