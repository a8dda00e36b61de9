/** What a person is told: in the header, with the way to where it can be answered, until they have read it; and by mail as they wish. */
import { askFor, release } from './asking'
import { endsIn } from './owner'
import { expect, expectSeen, signIn, test } from './people'

const bell = /^Notices, /
test('an allocation that ends soon is told in the header; from there it is one step to extending it, as is proposed; what was followed is read', async ({ page }) => {
  test.setTimeout(120_000)
  const name = `ends-${Date.now().toString(36)}`
  await signIn(page, 'Ada')
  await askFor(page, { tenant: 'aurora', name, namespace: 'training', gpus: '', cpu: '100m' })
  await endsIn(2, name)
  const says = `The allocation “${name}” ends in 1 day.`
  await expect(async () => {
    await page.goto('/tenants/aurora')
    await page.getByRole('button', { name: bell }).click()
    await expect(page.getByRole('link', { name: says })).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 90_000, intervals: [2_000] })
  await page.getByRole('link', { name: says }).click()
  const dialog = page.getByRole('dialog', { name: `Extend ${name}` })
  await expect(dialog.getByText('As long as it was given for is proposed, from now.')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Later by' })).toHaveValue(/^2[56]$/)
  await dialog.getByRole('textbox', { name: 'Later by' }).fill('1')
  await dialog.getByRole('button', { name: 'Extend allocation' }).click()
  await expectSeen(page.getByText(`${name} ends later now.`))
  await page.goto('/you/notices')
  await expect(page.getByRole('row', { name: says })).toContainText('Read')
  await page.getByRole('combobox', { name: 'Show' }).selectOption('unread')
  await expect(page.getByRole('row', { name: says })).toHaveCount(0)
  await page.goBack()
  await page.goto('/tenants/aurora/allocations')
  await page.getByRole('link', { name, exact: true }).click()
  await release(page, name)
})
test('somebody says when they wish to be written to, and is told where no mail is sent', async ({ page }) => {
  await signIn(page, 'Bo')
  await page.goto('/you/profile')
  await expect(page.getByText('This installation sends no mail')).toBeVisible()
  await page.getByRole('radio', { name: 'At once, where somebody waits for you' }).check()
  await page.getByRole('combobox', { name: 'Hour of the day’s mail' }).selectOption('17')
  await page.getByRole('button', { name: 'Change mail' }).click()
  await expectSeen(page.getByText('Your wish is kept.'))
  await page.reload()
  await expect(page.getByRole('radio', { name: 'At once, where somebody waits for you' })).toBeChecked()
  await expect(page.getByRole('combobox', { name: 'Hour of the day’s mail' })).toHaveValue('17')
})
test('on a phone what a notice says is read without moving its table', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'Alma')
  await page.goto('/you/notices')
  const words = page.getByRole('table', { name: 'Notices' }).getByRole('rowheader').first()
  await expect(words).toContainText(/\./)
  const box = await words.boundingBox()
  expect([box !== null && box.x >= 0, box !== null && box.x + box.width <= 390]).toEqual([true, true])
  await expect(words.getByRole('link')).toBeInViewport({ ratio: 1 })
})
