/** A process that was written for other tables than there are reads what is not there, or writes past what a newer one relies on: where the database was migrated further than this, or not as far, it says so and does not start. */
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { database } from './client'

/** From here and from what is compiled it is as far. */
const folder = fileURLToPath(new URL('../../prisma/migrations', import.meta.url))
const known = (): string[] => readdirSync(folder).filter((name) => existsSync(`${folder}/${name}/migration.sql`)).sort()

/** The sentence, or null where they are the same. */
export function decideSchema(ours: readonly string[], theirs: readonly string[]): string | null {
  const newer = theirs.find((name) => !ours.includes(name))
  if (newer !== undefined) return `This database was migrated by a newer Bailiwick (${newer}): start that version, or give another database.`
  const lacking = ours.filter((name) => !theirs.includes(name))
  return lacking[0] === undefined ? null : `This database is not migrated as far as this Bailiwick (${lacking[0]} is lacking): npm run migrate, then start this again.`
}

/** A database that cannot be asked yet lacks what it is asked by. */
const [asked, noFunction] = ['0151_what_was_migrated', '42883']
export async function otherSchema(role: 'web' | 'engine', ours = known()): Promise<string | null> {
  const done = await database(role).$queryRaw<{ name: string }[]>`SELECT name FROM migrations_done() AS name`.catch((fault: unknown) => {
    if (String(fault).includes(noFunction)) return ours.filter((name) => name < asked).map((name) => ({ name }))
    throw fault
  })
  return decideSchema(ours, done.map(({ name }) => name))
}
