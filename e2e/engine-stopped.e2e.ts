/** A web process whose engine does not answer: reading and signing in go on, and nothing pretends to be done. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, signIn, test } from './people'

const freePort = () => new Promise<number>((found) => {
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const { port } = probe.address() as AddressInfo
    probe.close(() => found(port))
  })
})

let web: ChildProcess
let alone: string
test.beforeAll(async () => {
  const [port, metricsPort, nobodysPort] = await Promise.all([freePort(), freePort(), freePort()])
  alone = `http://localhost:${port}`
  const { OWNER_DATABASE_URL_FILE, MASTER_KEY_FILE, ENGINE_DATABASE_URL_FILE, ...env } = process.env
  const own = { PUBLIC_URL: alone, PORT: String(port), METRICS_PORT: String(metricsPort), ENGINE_URL: `http://127.0.0.1:${nobodysPort}`, NODE_ENV: 'production' as const }
  web = spawn(process.execPath, ['--import', 'tsx', 'server/web.ts'], { cwd: fileURLToPath(new URL('..', import.meta.url)), env: { ...env, ...own }, stdio: ['ignore', 'ignore', 'inherit'] })
  await expect.poll(() => fetch(`http://127.0.0.1:${port}/health`).then(({ ok }) => ok, () => false), { timeout: 60_000 }).toBe(true)
})
test.afterAll(async () => {
  const gone = new Promise((done) => web.once('exit', done))
  web.kill('SIGTERM')
  await gone
})

const strip = 'Changes are unavailable: the engine does not answer. Reading goes on.'

test('every page opens and says what is unavailable; a control that needs the engine says why it waits', async ({ page }) => {
  await signIn(page, 'Ada', alone)
  for (const path of ['/tenants/aurora', '/tenants/aurora/namespaces', '/tenants/aurora/quotas', '/tenants/aurora/members', '/tenants/aurora/audit', '/sessions']) {
    expect((await page.goto(`${alone}${path}`))?.status()).toBe(200)
    await expect(page.getByText(strip)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await page.goto(`${alone}/tenants/aurora/quotas`)
  await expect(page.getByRole('table')).toContainText('nvidia.com/gpu')
  for (const change of await page.getByRole('button', { name: /^Change/ }).all()) await expect(change).toHaveAttribute('aria-disabled', 'true')
})
test('a command sent all the same is told that nothing was changed', async ({ page }) => {
  await signIn(page, 'Ada', alone)
  const answer = await page.evaluate(async () => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ tenant: 'aurora', name: 'while-stopped', title: 'While stopped' }) }
    const response = await fetch('/api/trpc/namespaces.create', init)
    return { status: response.status, body: await response.json() }
  })
  expect([answer.status, answer.body.error.data.refusal]).toEqual([503, 'engine_unavailable'])
  await page.goto(`${alone}/tenants/aurora/namespaces`)
  await expect(page.getByText('while-stopped')).toHaveCount(0)
})
