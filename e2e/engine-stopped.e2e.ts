/** A web process whose engine does not answer: reading and signing in go on, and nothing pretends to be done. */
import { createServer } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { type Alone, freePort, startAlone } from './alone'
import { expect, signIn, test } from './people'

let web: Alone
let alone: string
let enginePort: number
test.beforeAll(async () => {
  enginePort = await freePort()
  web = await startAlone({ ENGINE_URL: `http://127.0.0.1:${enginePort}` })
  alone = web.address
})
test.afterAll(() => web.stop())

const strip = 'Changes are unavailable: the engine does not answer. Reading goes on.'

test('every page opens and says what is unavailable; a control that needs the engine says why it waits', async ({ page }) => {
  await signIn(page, 'Ada', alone)
  for (const path of ['/tenants/aurora', '/tenants/aurora/namespaces', '/tenants/aurora/quotas', '/tenants/aurora/members', '/tenants/aurora/audit', '/you/sessions']) {
    expect((await page.goto(`${alone}${path}`))?.status()).toBe(200)
    await expect(page.getByText(strip)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await page.goto(`${alone}/tenants/aurora/quotas`)
  await expect(page.getByRole('grid')).toContainText('nvidia.com/gpu')
  for (const change of await page.getByRole('button', { name: /^Change/ }).all()) await expect(change).toHaveAttribute('aria-disabled', 'true')
})
test('a command sent all the same is told that nothing was changed', async ({ page }) => {
  await signIn(page, 'Ada', alone)
  const answer = await page.evaluate(async () => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ tenant: 'aurora', name: 'while-stopped', title: 'While stopped', environment: 'development', costCentre: null, owner: null, isolation: null, podSecurity: null, labels: {} }) }
    const response = await fetch('/api/trpc/namespaces.create', init)
    return { status: response.status, body: await response.json() }
  })
  expect([answer.status, answer.body.error.data.refusal]).toEqual([503, 'engine_unavailable'])
  await page.goto(`${alone}/tenants/aurora/namespaces`)
  await expect(page.getByText('while-stopped')).toHaveCount(0)
})
test('a page that was told so reads itself again, and is as ever once something answers there, however busy it is', async ({ page }) => {
  await signIn(page, 'Ada', alone)
  await page.goto(`${alone}/tenants/aurora/namespaces`)
  await expect(page.getByText(strip)).toBeVisible()
  // All that a page asks of an engine is whether it is there: this one takes a second and a half to say so.
  const busy = createServer((_, response) => void setTimeout(1_500).then(() => response.end('ready')))
  await new Promise<void>((listening) => busy.listen(enginePort, '127.0.0.1', listening))
  await expect(page.getByText(strip)).toBeHidden()
  await expect(page.getByRole('link', { name: 'Create namespace' })).toBeVisible()
  await new Promise((closed) => { busy.close(closed); busy.closeAllConnections() })
})
test('what an engine was told and did not answer is not called undone when nobody listens any more, and is the same submission until it is answered', async ({ page }) => {
  const keys: (string | undefined)[] = []
  page.on('request', (request) => { if (request.url().endsWith('/api/trpc/namespaces.create')) keys.push(request.headers()['idempotency-key']) })
  let denied: string | null = null
  const engine = createServer((request, response) => {
    if (request.url !== '/command') response.end('ready')
    else if (denied === null) request.socket.destroy()
    else response.setHeader('content-type', 'application/json').end(JSON.stringify({ denied, about: [] }))
  })
  const listen = () => new Promise<void>((listening) => engine.listen(enginePort, '127.0.0.1', listening))
  const stop = () => new Promise((closed) => { engine.close(closed); engine.closeAllConnections() })
  await listen()
  await signIn(page, 'Ada', alone)
  await page.goto(`${alone}/tenants/aurora/namespaces?open=create`)
  await page.getByRole('textbox', { name: 'Name' }).fill('heard-or-not')
  await page.getByRole('textbox', { name: 'Title' }).fill('Heard or not')
  const press = (says: RegExp) => Promise.all([page.getByRole('button', { name: 'Create namespace' }).click(), expect(page.getByRole('main').getByRole('alert').filter({ hasText: says })).toBeVisible()])
  await press(/did not answer, so it is not known whether this was done/)
  await stop()
  await Promise.all([page.waitForResponse(/namespaces\.create/), page.getByRole('button', { name: 'Create namespace' }).click()])
  await expect(page.getByRole('button', { name: 'Create namespace' })).not.toHaveAttribute('aria-busy')
  await expect(page.getByRole('main').getByRole('alert').filter({ hasText: 'it is not known whether this was done' })).toBeVisible()
  denied = 'too_many_requests'
  await listen()
  await press(/More is asked at once than is answered here/)
  await press(/More is asked at once than is answered here/)
  expect(keys).toHaveLength(4)
  expect(new Set(keys).size).toBe(1)
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Heard or not')
  await stop()
})
