import type { Page } from '@playwright/test'
import { comeInAs, confirm, expect, listen, signIn, test } from './people'

test('a session ended from another browser is felt there at once', async ({ page, browser, complaints }) => {
  await signIn(page, 'Nils')
  const elsewhere = await browser.newContext({ userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36 Edg/149.0' })
  await listen(elsewhere, complaints)
  const other = await elsewhere.newPage()
  await signIn(other, 'Nils')
  await expect(other.getByRole('heading', { name: 'Aurora' })).toBeVisible()

  await page.goto('/you/sessions')
  const row = page.getByRole('row', { name: /Edge on Windows/ }).filter({ has: page.getByText('Active') }).first()
  await row.getByRole('button', { name: /^End the session of Edge on Windows/ }).click()
  await confirm(page, /^End the session of Edge on Windows/)
  await expect(page.getByRole('row', { name: /Edge on Windows/ }).filter({ hasText: 'Ended: you ended it' }).first()).toBeVisible()

  await other.getByRole('link', { name: 'Quotas', exact: true }).click()
  await expect(other).toHaveURL(/\/sign-in\?to=/)
  await page.reload()
  await expect(page.getByRole('row', { name: /this browser/ })).toBeVisible()
  await elsewhere.close()
})

test('all the others are ended together: a window that only waits is told, and this one goes on', async ({ page, browser, complaints }) => {
  await signIn(page, 'Nils')
  const others = await Promise.all([1, 2].map(() => browser.newContext()))
  const windows: Page[] = []
  for (const other of others) {
    await listen(other, complaints)
    const window = await other.newPage()
    await signIn(window, 'Nils')
    await expect(window.getByText(/^as of .* UTC, live$/)).toBeVisible()
    windows.push(window)
  }
  await page.goto('/you/sessions')
  await page.getByRole('button', { name: 'End all others' }).click()
  await confirm(page, /^End your \d+ other sessions$/)
  await expect(page.getByRole('button', { name: 'End all others' })).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: /Active(?!: this browser)/ })).toHaveCount(0)
  await expect(page.getByText('Where you are signed in: here only.')).toBeVisible()
  for (const window of windows) await expect(window.getByText(/You were signed out\./)).toBeVisible()
  // Whoever signs in beside it and comes back finds it at work again.
  const [[window], [other]] = [windows, others]
  if (!window || !other) throw new Error('there are no others')
  const opened = other.waitForEvent('page')
  await window.getByRole('link', { name: 'Sign in in a new window' }).click()
  const beside = await opened
  await comeInAs(beside, 'Nils')
  await beside.close()
  await window.bringToFront()
  await window.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(window.getByText(/You were signed out\./)).toBeHidden()
  await expect(window.getByText(/^as of .* UTC, live$/)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('row', { name: /this browser/ })).toBeVisible()
  await Promise.all(others.map((other) => other.close()))
})
