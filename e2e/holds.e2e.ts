import { expectNoFindings } from './findings'
import { keyboard } from './hands'
import { confirm, elevate, expect, listen, signature, signIn, test } from './people'

test('an approver places a hold with the keyboard and cannot lift it alone; a platform admin lifts it with a reason and a signature, and it stays on the list', async ({ page, browser, complaints }) => {
  test.setTimeout(360_000)
  const matter = `Matter ${Date.now()}`
  await signIn(page, 'Alma')
  await page.goto('/platform/holds?open=place')
  const alma = keyboard(page)
  await alma.write(/^Tenant/, 'nowhere')
  await alma.write('Matter', matter)
  await alma.write('Reason', 'A story told by a test')
  await alma.press('Place hold')
  await expect(page.getByRole('textbox', { name: /^Tenant/ })).toHaveAccessibleDescription(/There is no such tenant\./)
  await alma.write(/^Tenant/, 'aurora')
  await alma.press('Place hold')
  const row = page.getByRole('row').filter({ hasText: matter })
  await expect(row).toContainText('Stands')
  await expect(row).toContainText('aurora')
  await expect(page.getByRole('button', { name: `Lift the hold for ${matter}` })).toHaveAccessibleDescription(/^You placed this hold\./)
  await expectNoFindings(page)
  // The months are looked at once a minute, and later where the engine was too busy for it.
  await expect(async () => {
    await page.goto('/platform/retention')
    await expect(page.getByRole('table', { name: 'Months of the record' })).toContainText('Made ahead', { timeout: 3_000 })
  }).toPass({ timeout: 180_000 })
  await expect(page.getByRole('main')).toContainText('days after the end of each month')

  const context = await browser.newContext()
  await listen(context, complaints)
  const pia = await context.newPage()
  await signIn(pia, 'Pia')
  await elevate(pia)
  await pia.goto('/platform/holds')
  await pia.getByRole('button', { name: `Lift the hold for ${matter}` }).click()
  const lifting = pia.getByRole('dialog', { name: `Lift the hold for ${matter}` })
  const reason = lifting.getByRole('textbox', { name: 'Reason' })
  for (const [typed, told] of [['', /wants to know why\./], ['y'.repeat(501), /longer than 500 characters\./]] as const) {
    await reason.fill(typed)
    await lifting.getByRole('button', { name: 'Lift hold' }).click()
    await expect(reason).toHaveAccessibleDescription(told)
    await expect(reason).toBeFocused()
  }
  await reason.fill('The story is over')
  await expectNoFindings(pia)
  // Put away by mistake, before it is sent and over the signature, it holds what was typed.
  await pia.keyboard.press('Escape')
  await pia.getByRole('button', { name: `Lift the hold for ${matter}` }).click()
  await lifting.getByRole('button', { name: 'Lift hold' }).click()
  await signature(pia).getByRole('button', { name: 'Cancel' }).click()
  await expect(reason).toHaveValue('The story is over')
  await lifting.getByRole('button', { name: 'Lift hold' }).click()
  await confirm(pia, `Lift the hold for ${matter}`)
  await expect(pia.getByRole('row').filter({ hasText: matter })).toHaveCount(0)
  await pia.goto('/platform/holds?tab=all')
  await expect(pia.getByRole('row').filter({ hasText: matter })).toContainText('The story is over')
  await context.close()
})

test('who runs a tenant sees neither what is held nor how long the record is kept', async ({ page }) => {
  await signIn(page, 'Ada')
  for (const path of ['/platform/holds', '/platform/retention']) {
    await page.goto(path)
    await expect(page.getByRole('table')).toHaveCount(0)
    await expect(page.getByRole('button', { name: /Place hold|Lift/ })).toHaveCount(0)
  }
})
