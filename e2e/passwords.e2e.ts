/** A password is changed by who knows it and has a second factor; the old one opens nothing any more. */
import type { Page } from '@playwright/test'
import { pointer } from './hands'
import { arrive, heading, leave, withPassword } from './newcomer'
import { expect, signature, test } from './people'

const current = (page: Page) => page.getByLabel('Current password')
const chosen = (page: Page) => page.getByLabel('New password')
async function change(page: Page, from: string, to: string): Promise<void> {
  await current(page).fill(from)
  await chosen(page).fill(to)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(signature(page)).toContainText('Change your password')
  await signature(page).getByRole('button', { name: 'Confirm with a passkey' }).click()
}

test('somebody changes their password; what is wrong is told at its field; the earlier one is refused from then on, and that is told', async ({ page }) => {
  const { person } = await arrive(page, 'Pam Password')
  await page.goto('/you/security')
  await page.getByRole('link', { name: 'Change password' }).click()
  await expect(chosen(page)).toHaveAttribute('autocomplete', 'new-password')
  const better = 'nine purple wagons in a staple'
  await change(page, 'not the password at all', better)
  await expect(current(page)).toHaveAccessibleDescription(/That is not your password\./)
  await change(page, person.password, 'passwordpassword')
  await expect(chosen(page)).toHaveAccessibleDescription(/This is one of the passwords that are tried first\./)
  await change(page, person.password, better)
  await expect(page.getByRole('status').filter({ hasText: 'Your password is changed.' })).toBeAttached()
  await expect(chosen(page)).toHaveValue('')
  await expect(page.getByRole('region', { name: 'What you must know' })).toContainText('Your password was changed, from 127.0.0.1.')

  await leave(page, pointer(page), person)
  await withPassword(page, pointer(page), person)
  await expect(page.getByRole('alert').filter({ hasText: 'That e-mail and password do not belong together' })).toBeVisible()
  await withPassword(page, pointer(page), { ...person, password: better })
  await expect(heading(page, 'Your second factor')).toBeVisible()
})
