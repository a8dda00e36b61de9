import { elapsed } from './owner'
import { confirm, elevate, expect, people, signIn, test } from './people'

const elevation = (page: Parameters<typeof elevate>[0]) => page.getByRole('group', { name: 'Elevation' }).filter({ visible: true })

test('a platform admin reads, elevates for a while and with a reason, changes something, and reads again', async ({ page }) => {
  await signIn(page, 'Per')
  await page.goto('/platform/tenants/aurora')
  const freeze = page.getByRole('button', { name: 'Freeze aurora' })
  await expect(page.getByText('You read only. Elevate to change things.')).toBeVisible()
  await expect(freeze).toHaveAttribute('aria-disabled', 'true')
  await expect(freeze).toHaveAccessibleDescription(/You read only/)

  await page.getByRole('main').getByRole('button', { name: 'Elevate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Elevate' })
  await dialog.getByRole('button', { name: 'Elevate' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveAccessibleDescription(/wants to know why/)
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await dialog.getByRole('combobox', { name: 'For how long' }).selectOption('2')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('A story told by a test')
  await dialog.getByRole('button', { name: 'Elevate' }).click()
  await expect(page.getByRole('dialog')).toContainText('Reason: A story told by a test')
  // Closed, it comes back as it was.
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('A story told by a test')
  await dialog.getByRole('button', { name: 'Elevate' }).click()
  await confirm(page, 'Elevate for 2 hours')
  await expect(elevation(page)).toContainText(/Elevated · (2 h|1 h 5\d min) left/)
  // What was pressed is gone: whoever goes by the keyboard goes on from the page.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByText('You read only.')).toBeHidden()
  await expect(freeze).not.toHaveAttribute('aria-disabled')
  // The session has another token now, under which the page goes on being told.
  await page.goto('/platform')
  await expect(page.getByText(/^as of .* UTC, live$/)).toBeVisible()
  await page.goto('/you/profile')
  await expect(page.getByText(/^Until \d{4}-/)).toBeVisible()

  await elevation(page).getByRole('button', { name: 'End now' }).click()
  await expect(elevation(page)).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.goto('/platform/tenants/aurora')
  await expect(freeze).toHaveAttribute('aria-disabled', 'true')
})

test('the header counts down, and when it is over the page says so by itself', async ({ page }) => {
  await page.clock.install()
  await signIn(page, 'Per')
  await elevate(page)
  await expect(elevation(page)).toContainText(/5\d min left/)
  await expect(page.getByText('You were signed out.')).toBeHidden()
  await page.clock.fastForward('46:00')
  await expect(elevation(page)).toContainText(/\b1?\d min left/)
  await elevation(page).getByRole('button', { name: 'End now' }).click()
  await expect(page.getByText('You read only. Elevate to change things.')).toBeVisible()
})

test('it is this browser’s alone', async ({ page, browser }) => {
  await signIn(page, 'Pia')
  await elevate(page)
  const other = await (await browser.newContext()).newPage()
  await signIn(other, 'Pia')
  await expect(other.getByText('You read only. Elevate to change things.')).toBeVisible()
  await expect(elevation(other)).toBeHidden()
  await other.context().close()
})

test('powers that rest are woken by confirming, on the page where one is; reading went on', async ({ page }) => {
  await signIn(page, 'Alma')
  await elapsed(people.Alma.email, { began: 3_000, seen: 60, powers: 1_000 })
  await page.goto('/platform/requests')
  await expect(page.getByText(/Your powers rest since/)).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Confirm it is you' }).click()
  await confirm(page, 'Confirm that it is you')
  await expect(page.getByText(/Your powers rest since/)).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
