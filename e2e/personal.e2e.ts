/** Who it was: opened with a reason that stays in the record, and looked for by what nobody can read; and all of oneself, taken out as a file. */
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { expect, people, signIn, test } from './people'

const reason = `The security team asks who it was, ${Date.now().toString(36)}.`
const at = (query: string) => `/tenants/aurora/audit?${new URLSearchParams({ query })}`

test('a tenant’s admin opens whose name a record has, with a reason, and the record says so; by a name that is typed it is found, and the name is in no address', async ({ page }) => {
  await signIn(page, 'Ada')
  await page.goto(at('resource:namespaces verb:create outcome:done since:90d'))
  const rows = page.getByRole('table', { name: 'Records' }).getByRole('row')
  await rows.nth(1).getByRole('link').click()
  const panel = page.getByRole('complementary')
  await panel.getByText('Show who it was').click()
  const opening = panel.getByRole('region', { name: 'Who it was' })
  await opening.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(opening.getByRole('textbox', { name: 'Reason' })).toHaveAttribute('aria-invalid', 'true')
  await expect(opening.getByText(people.Ada.email)).toHaveCount(0)
  await opening.getByRole('textbox', { name: 'Reason' }).fill(reason)
  await opening.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(opening.getByText(/@aurora\.test$/)).toBeVisible()

  await expect(async () => {
    await page.goto(at('resource:personal verb:open since:1h'))
    await rows.nth(1).getByRole('link').click({ timeout: 1_000 })
    await expect(page.getByRole('complementary')).toContainText(reason, { timeout: 2_000 })
  }).toPass()
  await expect(page.getByRole('complementary').getByText(people.Ada.email)).toHaveCount(0)

  await page.goto(at('resource:personal'))
  const bar = page.getByRole('combobox', { name: 'Search the record' })
  await expect(bar).toHaveValue('resource:personal')
  await bar.fill(`username:${people.Ada.email} resource:personal verb:open`)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(/query=username%3A[A-Za-z0-9_-]{43}\+resource/)
  expect(page.url()).not.toContain('aurora.test')
  await expect(rows.nth(1)).toContainText('personal.open')
})
test('more addresses than a search can hold are not searched by, and that is said: it is not everything that is found', async ({ page }) => {
  await signIn(page, 'Ada')
  await page.goto('/tenants/aurora/audit?query=outcome%3Adone')
  const bar = page.getByRole('combobox', { name: 'Search the record' })
  const typed = Array.from({ length: 9 }, (_, at) => `ip:192.0.2.${at + 1}`).join(' ')
  await expect(bar).toBeEditable()
  await bar.fill(typed)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'more names and addresses than can be asked for at once' })).toBeVisible()
  await expect(bar).toHaveValue(typed)
  await expect(page).toHaveURL('/tenants/aurora/audit?query=outcome%3Adone')
})
test('a name that is typed while the page still comes to life is in no address either', async ({ page }) => {
  await signIn(page, 'Sol')
  await page.route('**/_next/static/**', async (route) => {
    await setTimeout(1_500)
    await route.continue()
  })
  await page.goto('/platform/audit?query=tenant%3Aaurora', { waitUntil: 'commit' })
  await page.getByRole('combobox', { name: 'Search the record' }).fill(`tenant:aurora username:${people.Ada.email}`)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(/query=tenant%3Aaurora\+username%3A[A-Za-z0-9_-]{43}$/)
})
test('whoever is here takes out what is kept of them, and of nobody else', async ({ page }, info) => {
  await signIn(page, 'Dev')
  await page.goto('/you/profile')
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Take it out as a file' }).click()])
  expect(download.suggestedFilename()).toMatch(/^kept-of-me-[\dT-]+Z\.json$/)
  const file = info.outputPath('own.json')
  await download.saveAs(file)
  const text = readFileSync(file, 'utf8')
  const own = JSON.parse(text) as { account: { person: object[]; sessions: object[] }; records: { username: string | null }[]; notInHere: object[] }
  expect(own.account.person).toMatchObject([{ email: people.Dev.email }])
  expect(own.account.sessions.length).toBeGreaterThan(0)
  expect(own.records.length).toBeGreaterThan(0)
  expect(own.records.every(({ username }) => username === null || username === people.Dev.email)).toBe(true)
  expect(own.notInHere.length).toBeGreaterThan(3)
  expect((await page.request.get('/api/own?after=x', { headers: { 'sec-fetch-site': 'cross-site' } })).status()).toBe(403)
  expect((await page.request.get('/api/own?person=somebody')).status()).toBe(400)
  const beyond = Buffer.from(JSON.stringify(['2026-01-01T00:00:00.000000Z', '00000000-0000-4000-8000-000000000000'])).toString('base64url')
  expect((await (await page.request.get(`/api/own?after=${beyond}`)).json()).account.person).toMatchObject([{ email: people.Dev.email }])
})
