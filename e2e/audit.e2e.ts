import type { Page } from '@playwright/test'
import { confirm, expect, signIn, test } from './people'

/** The access stream is numbered shortly after the fact, so the page is read until it is there. */
async function untilShown(page: Page, address: string, row: (page: Page) => ReturnType<Page['getByRole']>): Promise<void> {
  await expect(async () => {
    await page.goto(address)
    await expect(row(page).first()).toBeVisible({ timeout: 1_000 })
  }).toPass()
}

test('the deed and the refusal just made are in the record, by whom, with before and after', async ({ page }) => {
  await signIn(page, 'Ada')
  await page.goto('/tenants/aurora/quotas?open=change&namespace=serving&resource=cpu')
  const limit = page.getByLabel('Limit of cpu')
  const before = await limit.inputValue()
  const wanted = before === '12.5' ? '13.5' : '12.5'
  await limit.fill(wanted)
  await page.getByRole('button', { name: 'Change quota' }).click()
  await confirm(page, `aurora/serving: cpu ${before} cores → ${wanted} cores`)
  await expect(page.getByText(`is now ${wanted} cores.`).first()).toBeVisible()

  await page.goto('/tenants/aurora/audit')
  const deed = page.getByRole('row', { name: /quotas\.change/ }).first()
  await expect(deed).toContainText('Done')
  await expect(deed).toContainText('Ada Aurora')
  await expect(deed).toContainText('serving / cpu')
  await deed.getByText(/^Details of record/).click()
  const changed = page.getByRole('row', { name: /limit \(changed\)/ })
  await expect(changed.getByRole('deletion')).toHaveText(String(Number(before) * 1000))
  await expect(changed.getByRole('insertion')).toHaveText(String(Number(wanted) * 1000))
  await expect(page.getByText('Leaf hash').first()).toBeVisible()

  await page.goto('/tenants/aurora/namespaces?open=create')
  await page.getByRole('textbox', { name: 'Name' }).fill('serving')
  await page.getByRole('textbox', { name: 'Title' }).fill('Taken')
  await page.getByRole('button', { name: 'Create namespace' }).click()
  await expect(page.getByText('This tenant has a namespace of that name.')).toBeVisible()
  const refusal = (page: Page) => page.getByRole('row', { name: /namespaces\.create/ }).filter({ hasText: 'Refused: This tenant has a namespace of that name.' })
  await untilShown(page, '/tenants/aurora/audit?tab=access', refusal)
  await expect(refusal(page).first()).toContainText('Ada Aurora')
})

test('older records are reached by a link, newest first, each once', async ({ page }) => {
  await signIn(page, 'Sol')
  await page.goto('/platform/audit?tab=access')
  // To look is itself recorded, so that looking often enough makes a second page.
  while (!(await page.getByRole('link', { name: 'Next', exact: true }).isVisible())) await page.reload()
  const times = () => page.getByRole('rowheader').locator('time').evaluateAll((all) => all.map((time) => time.getAttribute('datetime') ?? ''))
  const newest = await times()
  expect(newest).toEqual([...newest].sort().reverse())
  await page.getByRole('link', { name: 'Next', exact: true }).click()
  await expect(page).toHaveURL(/after=/)
  await expect(page.getByRole('link', { name: 'Previous', exact: true })).toBeVisible()
  const older = await times()
  expect([...newest, ...older]).toEqual([...newest, ...older].sort().reverse())
  expect(newest.filter((time) => older.includes(time))).toEqual([])
})

test('who may not read the record is told whose it is, and that they asked is in it', async ({ page, context }) => {
  await signIn(page, 'Dev')
  await page.goto('/tenants/aurora/audit')
  await expect(page.getByText('Only a tenant admin or an auditor can read the record.')).toBeVisible()
  await context.clearCookies()
  await signIn(page, 'Ada')
  await untilShown(page, '/tenants/aurora/audit?tab=access', (page) => page.getByRole('row', { name: /audit\.list/ }).filter({ hasText: 'Dev Aurora' }).filter({ hasText: 'Denied: Your roles do not allow this.' }))
})

test('a place in the stream that is none is not a fault', async ({ page }) => {
  await signIn(page, 'Ada')
  for (const before of ['0', 'x', '-1', '99999999999999999999', "1'--"]) {
    expect((await page.goto(`/tenants/aurora/audit?before=${encodeURIComponent(before)}`))?.status()).toBe(404)
  }
})
