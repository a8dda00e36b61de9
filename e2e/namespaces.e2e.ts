import type { Page } from '@playwright/test'
import { expect, signIn, test } from './people'

async function create(page: Page, name: string, title: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.getByRole('button', { name: 'Create namespace' }).click()
}

test('a tenant admin creates a namespace; it holds nothing yet; another of that name is refused', async ({ page }) => {
  const name = `story-${Date.now().toString(36)}`
  await signIn(page, 'Ada')
  await page.goto('/tenants/aurora/namespaces')
  await page.getByRole('link', { name: 'Create namespace' }).click()
  await create(page, name, 'Of a story')
  await expect(page.getByText(`Namespace ${name} is there.`, { exact: false }).first()).toBeVisible()
  await expect(page.getByRole('rowheader', { name })).toBeVisible()

  await create(page, name, 'Of another story')
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(/This tenant has a namespace of that name. Choose another name./)
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Of another story')

  await page.goto('/tenants/aurora/quotas')
  await expect(page.getByRole('row', { name: `Change cpu of ${name}` })).toContainText('0 used, 0 held, 0 free of 0 cores')
})

test('what is no name is refused at its field, in the words of the door', async ({ page }) => {
  await signIn(page, 'Bo')
  await page.goto('/tenants/borealis/namespaces?open=create')
  await create(page, 'Two Words', '')
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(/lower-case letters, digits and hyphens/)
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Two Words')
})

test('a title is text, whatever is in it', async ({ page }) => {
  const title = '<img src=x onerror=alert(1)>"\'&amp;'
  await signIn(page, 'Bo')
  await page.goto('/tenants/borealis/namespaces?open=create')
  await create(page, `text-${Date.now().toString(36)}`, title)
  await expect(page.getByRole('cell', { name: title }).first()).toBeVisible()
})

test('a namespace admin sees only their namespace, and why they cannot create one', async ({ page }) => {
  await signIn(page, 'Nils')
  await page.goto('/tenants/aurora/namespaces?open=create')
  await expect(page.getByRole('rowheader')).toHaveText(['training'])
  await expect(page.getByRole('button', { name: 'Create namespace' })).toHaveAccessibleDescription(/^Only a tenant admin can create namespaces\. Ask .+\. The permission is namespaces\.create\.$/)
})
