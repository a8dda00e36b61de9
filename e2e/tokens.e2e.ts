/** What a machine shows in somebody's place: made with a second factor, shown once, less than its owner, and worth nothing when it is revoked. */
import { address } from './address'
import { confirm, expect, signIn, test } from './people'

/** As a script would call: no browser, no cookie, no page that it comes from. */
async function ask(secret: string, name: string, input: object): Promise<{ status: number; text: string; challenge: string | null }> {
  const isCommand = /\.(create|change)$/.test(name)
  const at = `${address}/api/trpc/${name}${isCommand ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`}`
  const response = await fetch(at, { method: isCommand ? 'POST' : 'GET', headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }, ...(isCommand ? { body: JSON.stringify(input) } : {}) })
  return { status: response.status, text: await response.text(), challenge: response.headers.get('www-authenticate') }
}
/** The machine door: REST, at its own address. */
async function atMachineDoor(secret: string, path: string, init: RequestInit = {}): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${process.env.MACHINE_ADDRESS}/v1/tenants/${path}`, { ...init, headers: { authorization: `Bearer ${secret}`, ...init.headers } })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const names = (tenant: string) => ({ tenant, find: null, state: null, environment: null, sort: 'name', descending: false, after: null, before: null })

test('a token does what was chosen, where its owner may, and nothing else; nothing that needs a second factor is offered; revoked, it is nobody’s', async ({ page }) => {
  const title = `Nightly report ${Date.now().toString(36)}`
  await signIn(page, 'Ada')
  await page.goto('/you/tokens')
  await page.getByRole('link', { name: 'Make token' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.getByRole('combobox', { name: 'Works for' }).selectOption('1')
  await page.getByRole('checkbox', { name: 'namespaces.list' }).check()
  await page.getByRole('checkbox', { name: 'namespaces.create' }).check()
  await expect(page.getByRole('checkbox', { name: 'quotas.change' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Make token' }).click()
  await confirm(page, `Make the token “${title}” for 1 day`)
  // What had the focus is gone each time, and whoever goes by the keyboard goes on from next to it.
  await expect(page.getByRole('group', { name: 'Give this to the machine, and keep no copy of it.' })).toBeFocused()
  await expect(page.getByText('It is shown only now.')).toBeVisible()
  const secret = await page.getByRole('main').getByText(/^[A-Za-z0-9_-]{43}/).innerText()
  await page.getByRole('button', { name: 'I have it' }).click()
  await expect(page.getByRole('heading', { name: 'Make token' })).toBeFocused()
  const row = page.getByRole('row', { name: title })
  await expect(row).toContainText('Works')
  const lastUsed = row.getByRole('cell').nth(4)
  await expect(lastUsed).toHaveText('')
  expect(await page.content()).not.toContain(secret)

  expect(await ask(secret, 'namespaces.list', names('aurora'))).toMatchObject({ status: 200, text: expect.stringContaining('training') })
  const made = `machine-${Date.now().toString(36)}`
  expect(await ask(secret, 'namespaces.create', { tenant: 'aurora', name: made, title: 'Of a machine', environment: 'development', costCentre: null, owner: null, isolation: null, podSecurity: null, labels: {} })).toMatchObject({ status: 200, text: expect.stringContaining('"ok":true') })
  expect(await ask(secret, 'namespaces.list', names('borealis'))).toMatchObject({ status: 404 })
  expect(await ask(secret, 'quotas.list', { tenant: 'aurora', namespace: null, find: null, after: null, before: null })).toMatchObject({ status: 403 })
  const wish = { tenant: 'aurora', namespace: 'training', resource: 'cpu', limit: '9', version: '1' }
  expect(await ask(secret, 'quotas.change', wish)).toMatchObject({ status: 403 })
  await page.reload()
  await expect(lastUsed).toHaveText(/^(now|\d+ \w+ ago)/)

  await row.getByRole('button', { name: `Revoke ${title}` }).click()
  await expect(row).toContainText('Revoked')
  await expect(page.getByRole('group', { name: 'Your tokens' })).toBeFocused()
  expect(await ask(secret, 'namespaces.list', names('aurora'))).toMatchObject({ status: 401, challenge: 'Bearer error="invalid_token"' })
})

test('a script asks for GPUs at the machine door, gives them back, and is nobody there when its token is revoked', async ({ page }) => {
  const [title, name] = [`Scheduler ${Date.now().toString(36)}`, `by-script-${Date.now().toString(36)}`]
  await signIn(page, 'Ada')
  await page.goto('/you/tokens')
  await page.getByRole('link', { name: 'Make token' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.getByRole('combobox', { name: 'Works for' }).selectOption('1')
  for (const action of ['allocations.create', 'allocations.read', 'allocations.release']) await page.getByRole('checkbox', { name: action }).check()
  await page.getByRole('button', { name: 'Make token' }).click()
  await confirm(page, `Make the token “${title}” for 1 day`)
  const secret = await page.getByRole('main').getByText(/^[A-Za-z0-9_-]{43}/).innerText()
  await page.getByRole('button', { name: 'I have it' }).click()

  const wish = { namespace: 'training', name, class: 'normal', pods: 1, each: { cpu: '1' }, labels: { 'cost-center': 'research' }, purpose: 'A script asks.', hours: 1 }
  const once = { method: 'POST', headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }, body: JSON.stringify(wish) }
  const made = await atMachineDoor(secret, 'aurora/allocations', once)
  expect(made).toMatchObject({ status: 201, body: { verdict: 'admit' } })
  expect(await atMachineDoor(secret, 'aurora/allocations', once)).toEqual(made)
  await page.goto('/tenants/aurora/allocations')
  await expect(page.getByRole('row', { name })).toBeVisible()
  expect(await atMachineDoor(secret, `aurora/allocations/${made.body.allocation}`)).toMatchObject({ status: 200, body: { allocation: { name } } })
  expect(await atMachineDoor(secret, 'aurora/quotas')).toMatchObject({ status: 403, body: { code: 'forbidden', permission: 'quotas.list' } })
  expect(await atMachineDoor(secret, 'borealis/allocations', { ...once, headers: { ...once.headers, 'idempotency-key': crypto.randomUUID() } })).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(await atMachineDoor(secret, `aurora/allocations/${made.body.allocation}/release`, { method: 'POST', headers: { 'idempotency-key': crypto.randomUUID() } })).toMatchObject({ status: 200, body: { state: 'released' } })

  await page.goto('/you/tokens')
  const row = page.getByRole('row', { name: title })
  await row.getByRole('button', { name: `Revoke ${title}` }).click()
  await expect(row).toContainText('Revoked')
  expect(await atMachineDoor(secret, `aurora/allocations/${made.body.allocation}`)).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
})
