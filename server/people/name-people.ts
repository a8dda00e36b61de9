import { z } from 'zod'
import { Uuid } from '~/server/api/inputs'
import type { PlatformReader } from '~/server/database/read'

/** As many as one page can name: of an investigation, whoever did any of what was done in it or in its records. */
const namedMost = 2_500
export const NamePeople = z.strictObject({ people: z.array(Uuid).max(namedMost) })
export type PersonNamed = { person: string; name: string }

/** Who they are whose ids a page shows, wherever they stand in the list of everybody. Whom nobody knows any more is left out. */
export async function namePeople({ rows }: PlatformReader, { people }: z.infer<typeof NamePeople>): Promise<PersonNamed[]> {
  const found = await rows.person.findMany({ where: { id: { in: people } }, select: { id: true, name: true }, orderBy: { id: 'asc' } })
  return found.map(({ id, name }) => ({ person: id, name }))
}
