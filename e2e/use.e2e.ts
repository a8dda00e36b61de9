import { expectNoFindings } from './findings'
import { expect, signIn, test } from './people'

test('a tenant admin sees what was charged and used, of one namespace, by model and by person, with what it cost and how that was reckoned', async ({ page }) => {
  await signIn(page, 'Ada')
  await page.goto('/tenants/aurora/namespaces/training')
  await page.getByRole('link', { name: 'What training was charged and used' }).click()
  await expect(page).toHaveURL(/\/tenants\/aurora\/use\?namespace=training$/)
  await expect(page.getByText(/^In the last 7 days training was charged [\d,.]+ GPU hours and used [\d.]+ % of what was measured. At the prices of now: EUR [\d,.]+\.$/)).toBeVisible()
  const figure = page.getByRole('figure').filter({ hasText: /^GPUs[\d]/ })
  await expect(figure.getByText(/GPUs were charged on average/)).toBeVisible()
  // A night in which nobody looked is a gap, and no nought.
  await expect(figure.getByText(/Where there is a gap nobody looked\.$/)).toBeVisible()
  await figure.getByText('View as table').click()
  const table = figure.getByRole('table', { name: 'GPUs' })
  await expect(table.getByRole('columnheader')).toHaveText(['From', 'Charged', 'Metered', 'Of it measured'])
  await expect(table.getByRole('row').filter({ hasText: '———' })).toHaveCount(5)
  await expect(figure.getByRole('link', { name: 'Download as CSV' })).toHaveAttribute('download', 'gpus of training.csv')

  await expect(page.getByRole('figure').filter({ hasText: /^Memory/ }).getByText(/GiB were charged on average.* was measured, and of that [\d.]+ % was used/)).toBeVisible()

  await page.getByRole('link', { name: 'Clear filter' }).click()
  await expect(page.getByRole('table', { name: 'Use by namespace' }).getByRole('rowheader')).toHaveText(['training', 'serving', 'In all'])
  await page.getByRole('combobox', { name: 'Of what' }).selectOption('By person')
  await expect(page.getByRole('table', { name: 'Use by person' }).getByRole('rowheader', { name: 'Ada Aurora' })).toBeVisible()
  await page.getByRole('link', { name: '30 days' }).click()
  await expect(page).toHaveURL(/by=person/)
  await expect(page.getByText(/^In the last 30 days /)).toBeVisible()

  const reckoned = page.getByRole('table', { name: 'How the cost is reckoned' })
  await expect(reckoned.getByRole('columnheader')).toHaveText(['What', 'Charged', 'Of it measured', 'Of that used', 'Billed', 'EUR an hour', 'EUR'])
  await expect(page.getByText(/max\(used, 0\.6 × charged\) × price\. What nobody measured is billed as it was charged\./)).toBeVisible()
  for (const row of await reckoned.getByRole('row').filter({ hasText: / hours/ }).all()) {
    const [charged = 0, , , billed = 0] = (await row.getByRole('cell').allTextContents()).map((text) => Number.parseFloat(text.replaceAll(',', '')))
    expect(billed).toBeGreaterThanOrEqual(0.6 * charged - 0.01)
    expect(billed).toBeLessThan(charged)
  }
  const rows = await reckoned.getByRole('row').all()
  const costs = await Promise.all(rows.slice(1).map(async (row) => Number((await row.getByRole('cell').last().textContent())?.replaceAll(',', ''))))
  const total = costs.pop() ?? Number.NaN
  expect(Math.abs(costs.reduce((sum, cost) => sum + cost, 0) - total)).toBeLessThan(0.01 * costs.length)
  await expect(page.getByRole('table', { name: 'Idle or too large' }).getByRole('row', { name: /^idle-bench Idle 1 / })).toContainText('None: release it')
  await expectNoFindings(page)
})
test('what would do with fewer cores and less memory is asked for so with what was asked, in a form that is filled', async ({ page }) => {
  await signIn(page, 'Ada')
  await page.goto('/tenants/aurora/use')
  const row = page.getByRole('table', { name: 'Cores and memory of a pod' }).getByRole('row', { name: /^idle-bench / })
  await expect(row).toContainText(/0\.25 cores.*[\d,]+ samples of \d days/)
  await row.getByRole('link', { name: /^Ask for that ?, idle-bench in training$/ }).click()
  await expect(page.getByRole('textbox', { name: 'CPU per pod' })).toHaveValue('250m')
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('idle-bench')
  await expect(page.getByRole('textbox', { name: 'Memory per pod' })).toHaveValue(new URL(page.url()).searchParams.get('memory') ?? 'none')
  await expectNoFindings(page)
})
test('who may not see who is here reads what their namespace was charged, and not by whom', async ({ page }) => {
  await signIn(page, 'Dev')
  await page.goto('/tenants/aurora/use')
  await expect(page.getByRole('table', { name: 'Use by namespace' }).getByRole('rowheader')).toHaveText(['training'])
  await expect(page.getByRole('combobox', { name: 'Of what' }).getByRole('option')).toHaveText(['By namespace', 'By model'])
  await page.goto('/tenants/aurora/use?by=person')
  await expect(page.getByRole('main').getByText(/see who was charged how much/)).toBeVisible()
  await expect(page.getByRole('table', { name: /^Use by/ })).toHaveCount(0)
})
test('quotas say beside what is charged what was metered, of memory as of cores and GPUs', async ({ page }) => {
  await signIn(page, 'Ada')
  await page.goto('/tenants/aurora/quotas')
  const cells = page.getByRole('grid').getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'training' }) }).getByRole('gridcell')
  await expect(cells.nth(13)).toHaveText(/^[\d.]+$/)
  await expect(cells.nth(8)).toHaveText(/^[\d.]+$/)
})
