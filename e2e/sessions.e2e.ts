import { confirm, expect, listen, signIn, test } from './people'

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
