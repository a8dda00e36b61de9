import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { connectAs, doorFor, makeWorld, signInAs, sourceOfTest } from '~/server/testing/world'
import { hasDemoPeople, loadDemo } from './demo.mjs'
import { firstEmail, inviteFirst } from './first.mjs'

afterAll(closeDatabase)

test('while nobody is known, a start makes one link to be a platform admin, and the one before is over; then there is none', async () => {
  const { mark } = await makeWorld()
  const email = `First.${mark}@Example.test`
  const owner = await connectAs('owner')
  expect(await inviteFirst(owner, email, 'https://console.test/')).toBeNull()
  // For this connection there is nobody: an empty table of its own stands before the other.
  await owner.query('CREATE TEMPORARY TABLE person (id uuid)')
  const [earlier, link] = [await inviteFirst(owner, email, 'https://console.test/'), await inviteFirst(owner, email, 'https://console.test/')]
  await owner.end()
  expect(link).toMatch(/^https:\/\/console\.test\/invitations#[A-Za-z0-9_-]{43}$/)
  const accept = async (from: string | null) => (await doorFor(null, { source: { ...sourceOfTest(), address: `first-${mark}` } })).invitations.accept({ token: from?.split('#')[1] ?? '', name: 'First Of All', password: 'an unlikely sentence about harbours' })
  expect(await accept(earlier)).toEqual({ ok: false, refusal: 'link_not_accepted' })
  expect(await accept(link)).toEqual({ ok: true, value: { next: 'enrol', factors: [] } })
  const sql = await connectAs('owner')
  await sql.query("BEGIN; SELECT set_config('app.loading', 'on', true)")
  const { rows } = await sql.query('SELECT id FROM person WHERE email = $1', [email.toLowerCase()])
  await sql.end()
  const session = await signInAs(String(rows[0]?.id), new Date(), { elevated: true })
  expect(await (await doorFor(session)).tenants.summarise({})).toBeDefined()
})
test('of the demo’s people none may be there who could come in, where it is no demo', async () => {
  const owner = await connectAs('owner')
  await owner.query('CREATE TEMPORARY TABLE person (email text, disabled_at timestamptz)')
  await owner.query("INSERT INTO person VALUES ('somebody@example.test', NULL)")
  expect(await hasDemoPeople(owner)).toBe(false)
  await owner.query("INSERT INTO person VALUES ('ada@aurora.test', NULL)")
  expect(await hasDemoPeople(owner)).toBe(true)
  await owner.query("UPDATE person SET disabled_at = now() WHERE email = 'ada@aurora.test'")
  expect(await hasDemoPeople(owner)).toBe(false)
  await owner.end()
})
test('a world that an earlier version loaded stays as its people left it; one that was never loaded whole is loaded', async () => {
  const owner = await connectAs('owner')
  const mark = async () => (await owner.query("SELECT shobj_description(oid, 'pg_database') AS mark FROM pg_database WHERE datname = current_database()")).rows[0].mark
  const say = (was: string | null) => owner.query(`COMMENT ON DATABASE ${owner.escapeIdentifier(owner.database ?? '')} IS ${was === null ? 'NULL' : owner.escapeLiteral(was)}`)
  const load = () => loadDemo(readFileSync(process.env.OWNER_DATABASE_URL_FILE ?? '', 'utf8').trim(), process.env, ['-e', 'process.exit(1)'])
  const was = await mark()
  try {
    await say('demo world of an earlier version')
    await load()
    expect(await mark()).toMatch(/^demo world [0-9a-f]{64}$/)
    await say(null)
    await expect(load()).rejects.toThrow('Loading the demo world failed')
    expect(await mark()).toBeNull()
  } finally {
    await say(was)
    await owner.end()
  }
})
test('an address that is none is said so before anything starts', async () => {
  expect(() => firstEmail({ FIRST_ADMIN_EMAIL: 'somebody' })).toThrow('FIRST_ADMIN_EMAIL must be')
  expect([firstEmail({}), firstEmail({ FIRST_ADMIN_EMAIL: 'first@example.test' })]).toEqual(['', 'first@example.test'])
})
