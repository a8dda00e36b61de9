/** From what looks wrong to what it was. What is found is found by an engine that looks at what its clusters say; only the half hour before is brought about. */
import { standIdle } from './owner'
import { elevate, expect, expectSeen, signIn, test } from './people'

test('GPUs that stand unused become a case of their tenant, which is read with its evidence and closed with what it was, by the keyboard', async ({ page }) => {
  test.setTimeout(180_000)
  await standIdle('idle-bench', 31)
  await signIn(page, 'Pia')
  await elevate(page)
  await expect(async () => {
    await page.goto('/platform/cases?kind=allocations.squatting')
    await expect(page.getByRole('row', { name: /Holds GPUs unused aurora/ })).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 90_000 })
  await expect(page.getByRole('row', { name: /^Holds GPUs unused None of its GPUs/ })).toContainText('In force')
  await page.getByRole('link', { name: 'Holds GPUs unused' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'aurora holds GPUs unused' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Evidence' }).getByRole('row', { name: /1 GPU, since \d+ min ago idle-bench training/ }).first()).toBeVisible()
  await page.getByRole('radio', { name: 'It was so' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('textbox', { name: 'Note' }).fill('Kept at hand for the morning.')
  await page.keyboard.press('Control+Enter')
  await expectSeen(page.getByText('There was a good reason', { exact: true }))
  await expectSeen(page.getByText(/^By Pia .*: Kept at hand for the morning\.$/))
  await page.goto('/platform/cases?tab=closed')
  await expect(page.getByRole('row', { name: /Holds GPUs unused aurora There was a good reason/ })).toBeVisible()
})
test('an auditor reads cases and closes none, and is told why; nobody in a tenant is shown any', async ({ page, browser }) => {
  await signIn(page, 'Sol')
  await page.goto('/platform/cases?tab=closed')
  await expect(page.getByRole('heading', { level: 1, name: 'Cases' })).toBeVisible()
  const context = await browser.newContext()
  const ada = await context.newPage()
  await signIn(ada, 'Ada')
  await ada.goto('/platform/cases')
  await expect(ada.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible()
  await context.close()
})
