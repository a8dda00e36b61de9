/** The end of a session: told two minutes before, put off by a press, and nothing that was typed is taken away by it. */
import { elapsed } from './owner'
import { comeInAs, confirm, expect, people, signIn, test } from './people'

const soon = /Your session ends in \d:\d\d, because nothing was done here for a while\./

test('two minutes before rest ends it, it is said; to stay is one press; and after the end what was typed is there', async ({ page, context }) => {
  await page.clock.install()
  await signIn(page, 'Bo')
  await page.goto('/tenants/borealis/quotas?open=change&namespace=training&resource=cpu')
  const limit = page.getByLabel('Limit of cpu')
  // What is typed is asked about, and who asks is there: it has been answered before any time passes.
  const judged = page.waitForResponse(/quotas\.previewTogether/)
  await limit.fill('12')
  await (await judged).finished()
  // Time passes for the server and then for the browser, so that whenever the page asks how it stands, it has passed for both.
  await elapsed(people.Bo.email, { began: 7_200, seen: 3_410, powers: 3_410 })
  await page.clock.fastForward('56:40')
  await expect(page.getByText(soon)).toBeHidden()
  await elapsed(people.Bo.email, { began: 7_300, seen: 3_490, powers: 3_490 })
  await page.clock.fastForward('01:30')
  await expect(page.getByText(soon)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Your session ends in two minutes' })).toBeAttached()
  await page.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(page.getByText(soon)).toBeHidden()
  await expect(limit).toHaveValue('12')

  await elapsed(people.Bo.email, { began: 10_900, seen: 3_700, powers: 3_700 })
  await page.clock.fastForward('01:01:40')
  const over = page.getByText(/You were signed out\./)
  await expect(over).toBeVisible()
  await expect(page.getByText('what you typed stays here', { exact: false })).toBeVisible()
  await expect(limit).toHaveValue('12')

  const elsewhere = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Sign in in a new window' }).click()
  const signIns = await elsewhere
  await comeInAs(signIns, 'Bo')
  await signIns.close()
  await page.bringToFront()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(over).toBeHidden()
  await expect(limit).toHaveValue('12')
})

test('what is sent after the session was ended in another window is told so and stays as it was typed; signed in again beside it, it is sent once more and done', async ({ page, context }) => {
  await signIn(page, 'Bo')
  await page.goto('/tenants/borealis/quotas?open=change&namespace=training&resource=cpu')
  const limit = page.getByLabel('Limit of cpu')
  const wanted = (await limit.inputValue()) === '12' ? '13' : '12'
  await limit.fill(wanted)
  const other = await context.newPage()
  await other.goto('/you/profile')
  await other.getByRole('button', { name: people.Bo.name }).click()
  await other.getByRole('button', { name: 'Sign out' }).click()
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await other.close()

  await page.bringToFront()
  const send = page.getByRole('button', { name: 'Change quota' })
  await send.click()
  const told = page.getByRole('alert').filter({ hasText: 'You are not signed in.' })
  await expect(told).toBeVisible()
  await expect(page.getByText(/You were signed out\./)).toBeVisible()
  await expect(limit).toHaveValue(wanted)

  const elsewhere = context.waitForEvent('page')
  await told.getByRole('link', { name: 'Sign in in a new window' }).click()
  const signIns = await elsewhere
  await comeInAs(signIns, 'Bo')
  await signIns.close()
  await page.bringToFront()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(told).toBeHidden()
  await expect(limit).toHaveValue(wanted)
  await send.click()
  await confirm(page, /Change quota of borealis\/training/)
  await expect(page.getByRole('status').filter({ hasText: `The limit of cpu in training is now ${wanted} cores.` })).toBeAttached()
})

test('a day after the sign-in it ends whatever one does, and that is said without offering to stay', async ({ page }) => {
  await signIn(page, 'Bo')
  await elapsed(people.Bo.email, { began: 24 * 3600 - 100, seen: 30, powers: 30 })
  await page.goto('/tenants/borealis')
  await expect(page.getByText(/Your session ends in \d:\d\d, because you signed in a day ago\. What you typed stays here\./)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Stay signed in' })).toBeHidden()
})
