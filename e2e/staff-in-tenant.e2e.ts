/** Guarantee: what somebody of the platform looks at in a tenant, its admins see, with what it was and without their name. */
import { expectNoFindings } from './findings'
import { expect, expectSeen, people, signIn, test } from './people'

test('what the platform’s staff open of a tenant stands on a page of its admins; who is no admin is told whom to ask', async ({ page, browser }) => {
  await signIn(page, 'Sol')
  await page.goto('/platform/tenants/borealis')
  await expect(page.getByRole('heading', { level: 1, name: /borealis/i })).toBeVisible()
  const context = await browser.newContext()
  const bo = await context.newPage()
  await signIn(bo, 'Bo')
  await bo.goto('/tenants/borealis')
  await bo.getByRole('navigation').getByRole('link', { name: 'Platform’s staff' }).click()
  await expect(bo.getByRole('heading', { level: 1, name: 'Platform’s staff' })).toBeVisible()
  // The record is written at once and searchable within two seconds.
  await expect(async () => {
    await bo.reload()
    await expect(bo.getByRole('table', { name: 'What the platform’s staff did' }).getByRole('row', { name: /^Looked at the tenant’s overview Looking after the platform/ }).first()).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
  await expect(bo.getByRole('main')).not.toContainText(people.Sol.name)
  await expectNoFindings(bo)
  await context.close()
})
test('a developer is told whom to ask', async ({ page }) => {
  await signIn(page, 'Dev')
  await page.goto('/tenants/aurora/staff')
  await expect(page.getByRole('heading', { level: 1, name: 'Platform’s staff' })).toBeVisible()
  await expectSeen(page.getByText(/see what the platform’s staff did here/))
})
