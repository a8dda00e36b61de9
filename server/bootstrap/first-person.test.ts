/** An installation that is no demo begins with nobody: who starts it gets one link, and with it the first person comes in. */
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { hashToken, makeToken } from '~/server/identity/token'
import { doorFor, loading } from '~/server/testing/world'
import { freePorts, isRoot } from './place.mjs'
import { run } from './run.mjs'

const data = mkdtempSync(`${tmpdir()}/bailiwick-first-`)
let product: Awaited<ReturnType<typeof run>>
beforeAll(async () => {
  chmodSync(data, isRoot ? 0o711 : 0o700)
  const ports = await freePorts(7200 + 8 * (process.pid % 200))
  const place = { data, ports, host: '127.0.0.1', publicUrl: `http://localhost:${ports.web}`, demo: '0', owner: null, dist: '.next-test', dev: false }
  product = await run(place, { pages: false, fast: true, giveUp: () => undefined })
}, 120_000)
afterAll(async () => {
  await product.stop()
  rmSync(data, { recursive: true, force: true })
  await closeDatabase()
})

async function start(given: string): Promise<string> {
  const owner: NodeJS.ProcessEnv = { ...product.env[0]?.owner }
  const child = spawn(process.execPath, ['--import', 'tsx', 'prisma/seed/first-person.ts'], { env: { ...owner, FIRST_ADMIN: given }, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (part) => { said += part })
  await new Promise((ended) => { child.once('exit', ended) })
  return said
}
const tokenIn = (said: string) => /\/invitations#([A-Za-z0-9_-]{43})\n$/.exec(said)?.[1]

test('who names no address is told to; one that is none is refused; for one there is a link, and another at the next start', async () => {
  expect(product.first).toMatch(/^Nobody is known here yet\. Set FIRST_ADMIN to your e-mail address/)
  expect(await start('me')).toMatch(/^FIRST_ADMIN must be an e-mail address, not "me"\./)
  const links = [tokenIn(await start('First@Example.test')), tokenIn(await start('first@example.test'))]
  expect(new Set(links).size).toBe(2)
  expect(links).not.toContain(undefined)
}, 60_000)
test('whoever comes by it is a platform admin once a second factor is theirs; the link that it replaced is worth nothing', async () => {
  const [old, token] = [makeToken(), makeToken()]
  const email = `first-${crypto.randomUUID().slice(0, 8)}@example.test`
  await loading(async (sql) => {
    for (const [secret, withdrawn] of [[old, 'now()'], [token, 'NULL']] as const) {
      await sql.query(`INSERT INTO invitation (id, email, role, token_hash, invited_at, expires_at, withdrawn_at) VALUES (gen_random_uuid(), $1, 'platform_admin', $2, now(), now() + interval '1 day', ${withdrawn})`, [email, hashToken(secret)])
    }
  })
  const accept = async (secret: string) => (await doorFor(null)).invitations.accept({ token: secret, name: 'Somebody New', password: 'staple wagon nine purple' })
  expect(await accept(old)).toMatchObject({ ok: false })
  expect(await accept(token)).toMatchObject({ ok: true })
  const { rows } = await loading((sql) => sql.query('SELECT role, tenant_id, granted_by FROM role_binding WHERE person_id = (SELECT person_id FROM local_account WHERE email = $1)', [email]))
  expect(rows).toEqual([{ role: 'platform_admin', tenant_id: null, granted_by: null }])
})
