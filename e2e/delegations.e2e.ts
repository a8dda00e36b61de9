import { confirm, expect, listen, people, signIn, test } from './people'

const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600_000).toISOString().slice(0, 10)

test('whoever is away lets a member decide for them: both are told, the member sees what waits for an answer, and not after it was ended', async ({ page, browser, complaints }) => {
  await signIn(page, 'Ada')
  await page.goto('/tenants/aurora/members?tab=delegations&open=delegate')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(people.Ada.email)
  await page.getByLabel('Ends').fill(inDays(3))
  await page.getByRole('textbox', { name: 'Reason' }).fill('On leave')
  await page.getByRole('button', { name: 'Let them decide' }).click()
  await confirm(page, `Let ${people.Ada.email} decide for you in aurora`)
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveAccessibleDescription(/You named yourself./)
  await page.getByRole('textbox', { name: 'E-mail' }).fill(people.Nils.email)
  await page.getByRole('button', { name: 'Let them decide' }).click()
  await confirm(page, `Let ${people.Nils.email} decide for you in aurora`)
  const row = page.getByRole('row', { name: /^Ada Aurora/ }).filter({ hasText: 'Nils Aurora' })
  await expect(row).toContainText('On leave')

  const elsewhere = await browser.newContext()
  await listen(elsewhere, complaints)
  const other = await elsewhere.newPage()
  await signIn(other, 'Nils')
  await expect(other.getByText('Nils Aurora decides for Ada Aurora in aurora while they are away.')).toBeVisible()
  await other.goto('/tenants/aurora/requests')
  await expect(other.getByRole('heading', { level: 1, name: 'Requests' })).toBeVisible()
  await expect(other.getByRole('main').getByText(/for a tenant admin/)).toHaveCount(0)

  await row.getByRole('button', { name: 'End that Nils Aurora decides for Ada Aurora' }).click()
  await expect(row.getByRole('button')).toHaveCount(0)
  await other.reload()
  await expect(other.getByText('Nils Aurora decides for Ada Aurora in aurora no more.')).toBeVisible()
  for (const each of [page, other]) {
    await each.goto('/tenants/aurora')
    for (const says of ['while they are away.', 'no more.']) {
      const know = each.getByRole('button', { name: new RegExp(`^I know: Nils Aurora decides for Ada Aurora in aurora ${says}`) })
      await know.click()
      await expect(know).toHaveCount(0)
    }
    await expect(each.getByText(/Nils Aurora decides for/)).toHaveCount(0)
  }
  await elsewhere.close()
})
