/** The demo world: loaded once into each database, whatever becomes of it and of this program, and shown to whoever starts it. */
import { readFileSync } from 'node:fs'
import { digestOf } from './made.mjs'
import { root } from './place.mjs'
import { commandStep, print } from './progress.mjs'
import { Stop } from './words.mjs'

const loaded = 'demo world '
/** The mark is a comment on the database: it goes where the database goes, and is gone when it is another. */
export async function loadDemo(ownerUrl, env, loader) {
  const { default: pg } = await import('pg')
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    const mark = `${loaded}${digestOf(['prisma/seed', 'prisma/migrations'])}`
    const { rows } = await owner.query("select datname as name, shobj_description(oid, 'pg_database') as mark from pg_database where datname = current_database()")
    if (rows[0].mark === mark) return
    // Another version's world has other places and another month. What would be done of it now is not what was done then, and people have lived in this one.
    if (rows[0].mark?.startsWith(loaded)) print('The demo world in this database is that of an earlier Bailiwick, and stays as its people left it. Today’s is loaded into an empty folder: set BAILIWICK_DATA to one.')
    else await commandStep('Loading the demo world', process.execPath, loader, { cwd: root, env })
    // On a server of the user's the owner of the tables may not own the database: then it is loaded, without effect, at every start.
    await owner.query(`COMMENT ON DATABASE ${owner.escapeIdentifier(rows[0].name)} IS ${owner.escapeLiteral(mark)}`).catch(() => {})
  } finally {
    await owner.end()
  }
}

/** Where it is no demo, nobody is let in by what is published. Demo people who are disabled are let in nowhere, and do not count. */
export async function refuseDemoWorld(ownerUrl) {
  const { default: pg } = await import('pg')
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    if (await hasDemoPeople(owner)) throw new Stop('This database holds the demo world, and anybody can come in as its people, whose password is published: give another database by BAILIWICK_DATA or DATABASE_URL_FILE. DEMO=1 starts this one, on this machine.')
  } finally {
    await owner.end()
  }
}
export async function hasDemoPeople(owner) {
  await owner.query("BEGIN; SELECT set_config('app.loading', 'on', true)")
  const { rowCount } = await owner.query('SELECT 1 FROM person WHERE email = ANY ($1) AND disabled_at IS NULL LIMIT 1', [read('people').map(({ email }) => email)])
  await owner.query('COMMIT')
  return rowCount > 0
}

const read = (name) => JSON.parse(readFileSync(`${root}/prisma/seed/${name}.json`, 'utf8'))

export function demoPeople() {
  const { password, totpSecret } = read('credentials')
  const rows = read('people').map(({ email, name, role, place }) => [email, name, role, place].map((cell) => String(cell ?? '')))
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column].length)))
  return [
    `Demo people, all with the password "${password}":`,
    ...rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd()}`),
    `Their second factor: codes of any authenticator app for the secret ${totpSecret}`,
  ].join('\n')
}
