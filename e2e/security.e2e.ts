/** Whoever failed too often, or flooded, is seen on the platform's security page, and let in again by a platform admin with a signature. */
import { expectNoFindings } from './findings'
import { pointer } from './hands'
import { heading, withPassword } from './newcomer'
import { freshPerson, whileShutOut } from './owner'
import { confirm, elevate, expect, listen, signIn, test } from './people'

test('five wrong passwords shut somebody out; a platform admin finds them on the security page and lets them in with a signature, and they come in', async ({ page, browser, complaints }) => {
  test.setTimeout(180_000)
  const person = await freshPerson('Tess Typo')
  for (let time = 0; time < 5; time++) {
    await withPassword(page, pointer(page), { ...person, password: `not the password, try ${time}` })
    await expect(page.getByRole('alert').filter({ hasText: /That e-mail and password do not belong together/ })).toBeVisible()
  }
  await withPassword(page, pointer(page), person)
  await expect(page.getByRole('alert').filter({ hasText: /[Tt]oo many/ })).toBeVisible()

  const context = await browser.newContext()
  await listen(context, complaints)
  const pia = await context.newPage()
  await signIn(pia, 'Pia')
  await elevate(pia)
  // What was refused stands in the figures as soon as it is recorded and counted.
  await expect(async () => {
    await pia.goto('/platform/security?range=day')
    await expect(pia.getByRole('figure').filter({ hasText: 'Sign-ins refused, by the hour' })).toContainText(/\d+ refused sign-ins?, at most \d+ in one hour/, { timeout: 3_000 })
  }).toPass({ timeout: 60_000 })
  await pia.getByRole('navigation', { name: 'What is shown' }).getByRole('link', { name: 'Shut out' }).click()
  const row = pia.getByRole('row').filter({ hasText: person.email })
  await expect(row).toContainText('Five wrong passwords of one account from one place')
  await expect(row).toContainText('Shut out')
  await expectNoFindings(pia)
  await pia.getByRole('button', { name: `Let ${person.email} in again` }).click()
  await pia.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('Tess called, and it was her')
  await pia.getByRole('dialog').getByRole('button', { name: 'Let in again' }).click()
  await confirm(pia, `Let ${person.email} in again`)
  await expect(row).toHaveCount(0)
  await pia.goto('/platform/security?tab=out&show=all')
  await expect(pia.getByRole('row').filter({ hasText: person.email })).toContainText('Tess called, and it was her')
  await context.close()

  await withPassword(page, pointer(page), person)
  await expect(heading(page, 'Add a second factor')).toBeVisible()
})

test('an address that flooded is seen where the others are who are shut out, and how often it did; a platform admin lets it in with a signature', async ({ page }) => {
  test.setTimeout(120_000)
  const network = '2001:db8:f100:d5::/64'
  await whileShutOut(network, async () => {
    await signIn(page, 'Pia')
    await elevate(page)
    const row = page.getByRole('row').filter({ hasText: network })
    await expect(async () => {
      await page.goto('/platform/security?tab=out')
      await expect(row).toContainText('An address without a session or token asked on and on for most of a minute though it was told no, for the second time', { timeout: 1_000 })
    }).toPass({ timeout: 30_000 })
    await expectNoFindings(page)
    await page.getByRole('button', { name: `Let ${network} in again` }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('Their monitoring asks less often now')
    await page.getByRole('dialog').getByRole('button', { name: 'Let in again' }).click()
    await confirm(page, `Let ${network} in again`)
    await expect(row).toHaveCount(0)
    await page.goto('/platform/security?tab=out&show=all')
    await expect(row).toContainText('Let in again')
    await expect(row).toContainText('Their monitoring asks less often now')
  })
})

test('whoever audits the platform reads it and lets nobody in; who runs a tenant does not see it', async ({ page, browser, complaints }) => {
  await signIn(page, 'Sol')
  for (const tab of ['Over time', 'Shut out', 'What falls due', 'Keys']) {
    await page.goto('/platform/security')
    await page.getByRole('navigation', { name: 'What is shown' }).getByRole('link', { name: tab }).click()
    await expect(page.getByRole('navigation', { name: 'What is shown' }).getByRole('link', { name: tab })).toHaveAttribute('aria-current', 'page')
    await expectNoFindings(page)
  }
  await expect(page.getByRole('table', { name: 'Keys' })).toBeVisible()
  const context = await browser.newContext()
  await listen(context, complaints)
  const ada = await context.newPage()
  await signIn(ada, 'Ada')
  await ada.goto('/platform/security?tab=out&show=all')
  await expect(ada.getByRole('table')).toHaveCount(0)
  await context.close()
})
