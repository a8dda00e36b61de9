import type { Page } from '@playwright/test'
import { expect, expectSeen, listen, signIn, test } from './people'

async function request(page: Page, name: string): Promise<void> {
  await page.goto('/tenants/cardia/requests?open=create')
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('textbox', { name: 'Title' }).fill('Of a story')
  await page.getByRole('radio', { name: /^3, hard/ }).check()
  await page.getByRole('checkbox', { name: /^eu-north-1/ }).check()
  await page.getByRole('textbox', { name: 'Purpose' }).fill('A story told by a test')
  await page.getByRole('button', { name: 'Request tenant' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Tenant ${name} in halcyon` })).toBeVisible()
}

test('a request is refused with a reason, and whoever asked reads it; nothing was made', async ({ page, browser, complaints }) => {
  const name = `no-${Date.now().toString(36)}`
  await signIn(page, 'Cleo')
  await request(page, name)
  const context = await browser.newContext()
  await listen(context, complaints)
  const approver = await context.newPage()
  await signIn(approver, 'Alma')
  await expect(approver).toHaveURL('/platform/requests')
  await approver.getByRole('link', { name: `Tenant ${name} in halcyon` }).click()
  await approver.getByRole('button', { name: 'Refuse request' }).click()
  const dialog = approver.getByRole('dialog', { name: 'Refuse request' })
  await dialog.getByRole('button', { name: 'Refuse request' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveAccessibleDescription(/A refusal says why./)
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('There is room in cardia.')
  await dialog.getByRole('button', { name: 'Refuse request' }).click()
  await expect(approver.getByText('Refused: There is room in cardia.')).toBeVisible()
  await expect(approver.getByRole('button', { name: /^Sign: / })).toBeHidden()
  await page.reload()
  await expect(page.getByText('Refused: There is room in cardia.')).toBeVisible()
  expect((await approver.goto(`/platform/tenants/${name}`))?.status()).toBe(404)
  await context.close()
})

test('whoever asked withdraws it, and asks for the same again', async ({ page }) => {
  const name = `back-${Date.now().toString(36)}`
  await signIn(page, 'Cleo')
  await request(page, name)
  await page.getByRole('button', { name: 'Withdraw request' }).click()
  await expectSeen(page.getByText('Withdrawn', { exact: true }))
  await request(page, name)
  await page.goto('/tenants/cardia/requests?open=create')
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('button', { name: 'Request tenant' }).click()
  await expectSeen(page.getByRole('alert').or(page.getByText(/things are to be mended/)))
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(name)
  await page.getByRole('link', { name: 'Close' }).click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/tenants/cardia/requests')
})

test('another tenant’s request is not found, by whatever way', async ({ page, context }) => {
  await signIn(page, 'Cleo')
  await page.goto('/tenants/cardia/requests?tab=others')
  await page.getByRole('link', { name: 'Tenant cardia-trials in halcyon' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tenant cardia-trials in halcyon' })).toBeVisible()
  const address = new URL(page.url()).pathname
  await context.clearCookies()
  await signIn(page, 'Rhea')
  expect((await page.goto(address))?.status()).toBe(404)
  expect((await page.goto(address.replace('cardia', 'radia')))?.status()).toBe(404)
  expect((await page.goto(address.replace('/tenants/cardia', '/platform')))?.status()).toBe(404)
})
