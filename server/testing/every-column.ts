import { connectAs } from './world'

/** Where any of these words stands, in any column of any table, as text, as the bytes of it, or in a record: as somebody would find it who has the whole database. */
export async function sweepFor(words: readonly string[]): Promise<{ tables: number; found: string[] }> {
  const owner = await connectAs('owner')
  try {
    await owner.query('BEGIN')
    const { rows: tables } = await owner.query("SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> '_prisma_migrations'")
    const found: string[] = []
    for (const { relname } of tables) {
      await owner.query(`ALTER TABLE ${relname} NO FORCE ROW LEVEL SECURITY`)
      const { rows } = await owner.query(`SELECT word FROM unnest($1::text[]) AS word WHERE EXISTS (SELECT FROM ${relname} t WHERE strpos(t::text, word) > 0 OR strpos(t::text, encode(convert_to(word, 'UTF8'), 'hex')) > 0)`, [words])
      found.push(...rows.map(({ word }) => `${relname}: ${word}`))
    }
    return { tables: tables.length, found }
  } finally {
    await owner.query('ROLLBACK')
    await owner.end()
  }
}
