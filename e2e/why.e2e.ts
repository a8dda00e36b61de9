/** "Why can't I?": what is missing, who has it, how to ask; and nothing of what one may not know of. */
import type { Page } from '@playwright/test'
import { keyboard } from './hands'
import { expect, people, signIn, test } from './people'

test('a control that is not mine says which permission it needs, who has it and how to ask, with nothing but the keyboard', async ({ page }) => {
  await signIn(page, 'Dev')
  await page.goto('/tenants/aurora/namespaces')
  const create = page.getByRole('main').getByRole('button', { name: 'Create namespace' })
  await expect(create).toHaveAccessibleDescription(`Only a tenant admin can create namespaces. Ask ${people.Ada.name}. The permission is namespaces.create.`)
  const { press, follow } = keyboard(page)
  await press('Create namespace')
  const dialog = page.getByRole('dialog', { name: 'Why can’t I?' })
  await expect(dialog).toContainText('namespaces.create')
  await expect(dialog).toContainText('A tenant admin')
  await expect(dialog).toContainText(`Ask ${people.Ada.name}.`)
  await page.keyboard.press('Escape')
  await expect(create).toBeFocused()
  await page.keyboard.press('Enter')
  await follow('All permissions', dialog)
  await expect(page).toHaveURL('/permissions#namespaces.create')
  const line = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'namespaces.create', exact: true }) })
  await expect(line).toContainText('Not you')
  await expect(line).toBeInViewport()
})

test('a page that is not mine says the same', async ({ page }) => {
  await signIn(page, 'Dev')
  await page.goto('/tenants/aurora/audit')
  await expect(page.getByText(`Only a tenant admin or an auditor can read the record. Ask ${people.Ada.name}. The permission is audit.search.`)).toBeVisible()
})

test('whoever may not read what others ask for is led to what they asked for themselves', async ({ page }) => {
  await signIn(page, 'Dev')
  await page.goto('/tenants/aurora/requests')
  await expect(page.getByText('The permission is requests.listInTenant.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Allocations' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Allocations' })).toBeVisible()
})

test('on the platform a role is named, and nobody who holds it', async ({ page }) => {
  await signIn(page, 'Sol')
  await page.goto('/platform/tenants/aurora')
  await page.getByRole('button', { name: 'Freeze aurora' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Why can’t I?' })
  await expect(dialog).toContainText('A platform admin')
  await expect(dialog).not.toContainText(people.Pia.name)
})

test('a call that is refused names the permission', async ({ page }) => {
  await signIn(page, 'Dev')
  await page.goto('/tenants/aurora')
  const answer = await page.evaluate(async () => {
    const response = await fetch('/api/trpc/namespaces.create', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ tenant: 'aurora', name: 'mine', title: 'Mine', environment: 'development', costCentre: null, owner: null, isolation: null, podSecurity: null, labels: {} }) })
    return { status: response.status, body: await response.json() as { error: { data: object } } }
  })
  expect(answer).toMatchObject({ status: 403, body: { error: { data: { refusal: 'forbidden', permission: 'namespaces.create' } } } })
})

/** What an address answers, but for the reference, which is each answer's own, and the name that was asked with. */
async function answerOf(page: Page, path: string, name: string): Promise<string> {
  const { status, body } = await page.evaluate(async (path) => {
    const response = await fetch(path)
    return { status: response.status, body: await response.text() }
  }, path)
  return `${status} ${body.replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'reference').replaceAll(name, 'name')}`
}
test('what I may not see answers as what does not exist, byte for byte', async ({ page }) => {
  await signIn(page, 'Dev')
  await page.goto('/permissions')
  const asked = (tenant: string) => `/api/trpc/members.whoMay?input=${encodeURIComponent(JSON.stringify({ tenant, action: 'quotas.change' }))}`
  const theirs = await answerOf(page, asked('borealis'), 'borealis')
  expect(theirs).toMatch(/^404 /)
  expect(theirs).not.toContain('permission')
  expect(theirs).toBe(await answerOf(page, asked('nowhere1'), 'nowhere1'))
})

test('the permissions are found by a word, and mine are told from the others', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'Ada')
  await page.goto('/permissions')
  const lines = page.getByRole('list', { name: 'Permissions' }).getByRole('listitem')
  const all = await lines.count()
  await page.getByRole('searchbox', { name: 'Name, role or need' }).fill('quotas')
  await expect(page).toHaveURL('/permissions?find=quotas')
  await expect(lines.filter({ hasText: /^quotas\.change(?!T)/ })).toContainText('You, in aurora')
  expect(await lines.count()).toBeLessThan(all)
  await page.goto('/permissions?whose=mine')
  await expect(lines.filter({ hasText: 'tenants.freeze' })).toHaveCount(0)
  await expect(lines.filter({ hasText: 'members.grantMany' })).toBeVisible()
})
