import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { bin, root } from './place.mjs'
import { commandStep } from './progress.mjs'
import { Stop } from './words.mjs'

/** Ids that a database makes are of a kind that older ones cannot. */
const oldest = 18
export const serverProblem = ({ number, version }) => (number < oldest * 10_000 ? `The database is PostgreSQL ${version}: Bailiwick needs ${oldest} or newer.` : null)

/** The migrations of this clone: name and digest, as Prisma writes them down. */
function migrations() {
  const folder = `${root}/prisma/migrations`
  const file = (name) => `${folder}/${name}/migration.sql`
  return new Map(readdirSync(folder).sort().filter((name) => existsSync(file(name))).map((name) => [name, createHash('sha256').update(readFileSync(file(name))).digest('hex')]))
}

/**
 * One that was ended in the middle is not there (prisma/schema-engine.mjs), and is begun again. Prisma would apply none before somebody had said what became of it.
 * Whoever migrates at this moment is waited for, by the lock that Prisma takes.
 */
export async function letGoOfUnfinished(owner) {
  await owner.query('SELECT pg_advisory_lock(72707369)')
  await owner.query('UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL')
}

/**
 * Whether an engine works on this database: one holds a lease that has not lapsed, and is connected. One that was killed is not connected; of a machine that is gone, whose connections are seen for
 * hours, the leases lapse within two minutes.
 */
export async function engineWorks(owner) {
  const { rows: [{ found }] } = await owner.query("SELECT to_regclass('lease') AS found")
  if (!found) return false
  const { rowCount } = await owner.query("SELECT 1 FROM lease WHERE expires_at > clock_timestamp() AND EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'bailiwick-engine%') LIMIT 1")
  return rowCount > 0
}

/** Compares with what this very database has, not with a mark beside it: the database may have been replaced. */
export async function migrate(ownerUrl, env) {
  const { default: pg } = await import('pg')
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect().catch((error) => {
    if (error.code === '3D000') throw new Stop(`There is no database ${new URL(ownerUrl).pathname.slice(1)} on that server: create it, owned by the role in the address.`)
    throw new Stop(`The database does not answer at its address (${error.code ?? ''} ${error.message}): check the address, the password and the server.`)
  })
  const there = migrations()
  try {
    const { rows: [server] } = await owner.query("select current_setting('server_version_num')::int as number, current_setting('server_version') as version")
    const problem = serverProblem(server)
    if (problem) throw new Stop(problem)
    const { rows } = await owner.query("select to_regclass('_prisma_migrations') as found")
    const done = rows[0].found ? (await owner.query('select migration_name as name, checksum, finished_at is not null as finished from _prisma_migrations where rolled_back_at is null')).rows : []
    for (const { name, checksum, finished } of done) {
      if (!there.has(name)) throw new Stop(`This database was migrated by a newer Bailiwick (${name}): start that version, or give another database.`)
      if (finished && there.get(name) !== checksum) throw new Stop(`The migration ${name} is another than the one this database has: put the file back, or start with an empty database.`)
    }
    if (done.length === there.size && done.every(({ finished }) => finished)) return
    // It would go on, and write what it was written for into tables that are otherwise by then.
    if (await engineWorks(owner)) throw new Stop('An engine works on this database, and was not written for what this makes of it: end every engine, also those on other machines, and do this again.')
    if (done.some(({ finished }) => !finished)) await letGoOfUnfinished(owner)
  } finally {
    await owner.end()
  }
  await commandStep('Migrating the database', bin('prisma'), ['migrate', 'deploy', '--config', 'prisma/config.ts'], { cwd: root, env })
}
