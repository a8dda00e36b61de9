import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { connectAs, loading, makeWorld, type World } from '~/server/testing/world'
import { engineWorks, letGoOfUnfinished, migrate } from './migrate.mjs'
import { root } from './place.mjs'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(closeDatabase)

const ownerFile = process.env.OWNER_DATABASE_URL_FILE ?? ''
const ownerUrl = () => readFileSync(ownerFile, 'utf8').trim()

/** The way that every migration goes: Prisma asks this of the engine that it starts. */
function ask(url: string, method: string, params: object): ChildProcess {
  const engine = spawn(process.execPath, ['prisma/schema-engine.mjs', '--datasource', JSON.stringify({ url })], { cwd: root, stdio: ['pipe', 'ignore', 'ignore'] })
  engine.stdin?.end(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })}\n`)
  return engine
}
const over = (engine: ChildProcess) => new Promise((ended) => engine.once('exit', ended))
const apply = (url: string, migrations: Record<string, string>) => ask(url, 'applyMigrations', {
  migrationsList: {
    baseDir: root, lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"' }, shadowDbInitScript: '',
    migrationDirectories: Object.entries(migrations).map(([path, value]) => ({ path, migrationFile: { path: 'migration.sql', content: { tag: 'ok', value } } })),
  },
  filters: { externalTables: [], externalEnums: [] },
})

const migrating = (name: string) => over(ask(ownerUrl(), 'dbExecute', { datasourceType: { tag: 'url', url: ownerUrl() }, script: readFileSync(`${root}/prisma/migrations/${name}/migration.sql`, 'utf8') }))
const contained = async () => (await loading((sql) => sql.query('SELECT contained_nodes AS nodes FROM residency_violation WHERE id = $1', [world.violation]))).rows[0]

test('a migration reaches every tenant’s rows: what was contained before its nodes were kept is contained on those that it was on, and what was signed since stays', async () => {
  const before = (nodes: string[]) => loading((sql) => sql.query("UPDATE residency_violation SET contained_at = now(), contained_nodes = $2, nodes = '{n1,n2}' WHERE id = $1", [world.violation, nodes]))
  await before([])
  await migrating('0200_contained_before')
  expect(await contained()).toEqual({ nodes: ['n1', 'n2'] })
  await before(['n0'])
  await migrating('0200_contained_before')
  expect(await contained()).toEqual({ nodes: ['n0'] })
})

/** A database of its own, which the owner may not make. */
async function withEmpty(work: (url: string, owner: pg.Client) => Promise<void>) {
  const own = new URL(ownerUrl())
  const name = `migrating_${world.mark}`
  const superuser = new pg.Client({ host: own.hostname, port: Number(own.port), user: 'postgres', password: readFileSync(`${dirname(ownerFile)}/database-superuser-password`, 'utf8').trim(), database: 'postgres' })
  await superuser.connect()
  own.pathname = name
  const owner = new pg.Client({ connectionString: own.href })
  try {
    await superuser.query(`CREATE DATABASE ${name} OWNER ${own.username}`)
    await owner.connect()
    await work(own.href, owner)
  } finally {
    await owner.end()
    await superuser.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    await superuser.end()
  }
}

test('a migration that was ended in the middle is there as a whole or not at all, and the next start begins it again', () => withEmpty(async (url, owner) => {
  const tables = async () => (await owner.query("SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> '_prisma_migrations' ORDER BY 1")).rows.map(({ name }) => name)
  const rows = async () => (await owner.query('SELECT migration_name AS name, finished_at IS NOT NULL AS finished, rolled_back_at IS NOT NULL AS back FROM _prisma_migrations ORDER BY started_at')).rows
  const sleeping = async () => {
    for (;;) {
      const { rows: [at] } = await owner.query("SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND wait_event = 'PgSleep'")
      if (at) return Number(at.pid)
      await wait(20)
    }
  }
  // Whoever asked is gone, and the database goes on with it to its end: that is waited for.
  const first = apply(url, { '1_one': 'CREATE TABLE one (); SELECT pg_sleep(1); CREATE TABLE two ();' })
  await sleeping()
  first.kill('SIGKILL')
  await letGoOfUnfinished(owner)
  expect([await tables(), await rows()]).toEqual([['one', 'two'], [{ name: '1_one', finished: true, back: false }]])
  await owner.query('SELECT pg_advisory_unlock_all()')
  // The database itself was ended.
  const second = apply(url, { '1_one': '', '2_two': 'CREATE TABLE three (); SELECT pg_sleep(60); CREATE TABLE four ();' })
  const pid = await sleeping()
  second.kill('SIGKILL')
  await owner.query('SELECT pg_terminate_backend($1, 5000)', [pid])
  await letGoOfUnfinished(owner)
  expect([await tables(), (await rows())[1]]).toEqual([['one', 'two'], { name: '2_two', finished: false, back: true }])
  await owner.query('SELECT pg_advisory_unlock_all()')
  await over(apply(url, { '1_one': '', '2_two': 'CREATE TABLE three (); CREATE TABLE four ();' }))
  expect([await tables(), (await rows())[2]]).toEqual([['four', 'one', 'three', 'two'], { name: '2_two', finished: true, back: false }])
}))

test('while an engine works nothing is migrated; one that was killed, or whose machine is gone, holds up nobody', () => withEmpty(async (url, owner) => {
  expect(await engineWorks(owner)).toBe(false)
  await owner.query('CREATE TABLE lease (name text PRIMARY KEY, expires_at timestamptz NOT NULL)')
  const leased = (seconds: number) => owner.query("INSERT INTO lease VALUES ('seal-records', clock_timestamp() + make_interval(secs => $1)) ON CONFLICT (name) DO UPDATE SET expires_at = excluded.expires_at", [seconds])
  await leased(60)
  expect(await engineWorks(owner)).toBe(false)
  const engine = new pg.Client({ connectionString: url, application_name: 'bailiwick-engine-loops' })
  await engine.connect()
  try {
    await expect(migrate(url, {})).rejects.toThrow('An engine works on this database, and was not written for what this makes of it: end every engine, also those on other machines, and do this again.')
    await leased(-1)
    expect(await engineWorks(owner)).toBe(false)
  } finally {
    await engine.end()
  }
}))
test('whoever migrates sees the leases of engines', async () => {
  const [owner, engine] = [await connectAs('owner'), await connectAs('engine')]
  const name = `migrating-${world.mark}`
  await engine.query("INSERT INTO lease (name, holder, expires_at) VALUES ($1, gen_random_uuid(), clock_timestamp())", [name])
  expect((await owner.query('SELECT 1 FROM lease WHERE name = $1', [name])).rowCount).toBe(1)
  await engine.query('DELETE FROM lease WHERE name = $1', [name])
  await Promise.all([owner.end(), engine.end()])
})
