import { confirm, expect, listen, people, signIn, test } from './people'

test('a role is given and ended with a second factor, and felt at once', async ({ page, browser, complaints }) => {
  await signIn(page, 'Rhea')
  await page.goto('/tenants/radia/members?open=grant')
  await page.getByRole('textbox', { name: 'E-mail' }).fill('nobody@nowhere.test')
  await page.getByRole('button', { name: 'Give role' }).click()
  await confirm(page, 'Make nobody@nowhere.test developer of radia')
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveAccessibleDescription(/Nobody who is known here has that e-mail./)
  await page.getByRole('textbox', { name: 'E-mail' }).fill(people.Otto.email)
  await page.getByRole('combobox', { name: 'Where' }).selectOption('readings')
  await page.getByRole('button', { name: 'Give role' }).click()
  await confirm(page, `Make ${people.Otto.email} developer of radia/readings`)
  const row = page.getByRole('row', { name: /Otto Oncora/ }).filter({ hasText: 'Held' })
  await expect(row).toContainText('readings')

  const elsewhere = await browser.newContext()
  await listen(elsewhere, complaints)
  const other = await elsewhere.newPage()
  await signIn(other, 'Otto')
  await other.goto('/tenants/radia/namespaces')
  await expect(other.getByRole('rowheader')).toHaveText(['readings'])

  await row.getByRole('button', { name: /^End the role developer of Otto Oncora/ }).click()
  await confirm(page, 'End the role developer of Otto Oncora in readings')
  await expect(page.getByRole('row', { name: /Otto Oncora/ }).filter({ hasText: 'Until' }).first()).toBeVisible()
  expect((await other.goto('/tenants/radia/namespaces'))?.status()).toBe(404)
  await elsewhere.close()
})

test('the only admin of a tenant stays one', async ({ page }) => {
  await signIn(page, 'Otto')
  await page.goto('/tenants/oncora/members')
  await page.getByRole('button', { name: 'End the role tenant admin of Otto Oncora in oncora' }).click()
  await confirm(page, /End the role tenant admin/)
  await expect(page.getByText('It is the only admin of the tenant.')).toBeVisible()
})
