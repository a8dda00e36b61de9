import { startAlone } from './alone'
import { pointer } from './hands'
import { codeField, setUpGenerator, withPassword } from './newcomer'
import { freshPerson, withNamespaces } from './owner'
import { codeNext, codeNow, confirm, expect, listen, people, signature, signIn, test } from './people'

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
  const row = page.getByRole('row', { name: /Otto Oncora/ }).filter({ hasText: 'In force' })
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

test('where there are more namespaces than one chooses from, the one that is meant is typed, wherever one is named', async ({ page }) => {
  await signIn(page, 'Cleo')
  await withNamespaces('cardia', 'z-many', 51, async () => {
    await page.goto('/tenants/cardia/members?open=grant')
    await page.getByRole('textbox', { name: 'E-mail' }).fill(people.Otto.email)
    const where = page.getByRole('textbox', { name: 'Where' })
    await expect(where).toHaveAccessibleDescription('Left empty, it is the whole tenant.')
    await where.fill('z-many-051')
    await page.getByRole('combobox', { name: 'Role' }).selectOption('namespace_admin')
    await page.getByRole('button', { name: 'Give role' }).click()
    await expect(signature(page)).toContainText(`Make ${people.Otto.email} namespace admin of cardia/z-many-051`)
    await page.keyboard.press('Escape')
    await where.fill('z-many-052')
    await page.getByRole('button', { name: 'Give role' }).click()
    await confirm(page, /^Make .* of cardia\/z-many-052$/)
    await expect(where).toHaveAccessibleDescription(/This tenant has no such namespace./)
    for (const at of ['requests?open=except', 'pairs?open=offer']) {
      await page.goto(`/tenants/cardia/${at}`)
      await expect(page.getByRole('textbox', { name: 'Namespace', exact: true })).toBeVisible()
    }
  })
})

test('the only admin of a tenant stays one', async ({ page }) => {
  await signIn(page, 'Otto')
  await page.goto('/tenants/oncora/members')
  await page.getByRole('button', { name: 'End the role tenant admin of Otto Oncora in oncora' }).click()
  await confirm(page, /End the role tenant admin/)
  await expect(page.getByText('It is the only admin of the tenant whose role has no end.')).toBeVisible()
})

const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600_000).toISOString().slice(0, 10)

test('many are given a role together, or nobody is; what they hold says who gave it and when it ends', async ({ page }) => {
  await signIn(page, 'Cleo')
  await page.goto('/tenants/cardia/members?open=grant')
  await page.getByRole('link', { name: 'Give it to many at once' }).click()
  const emails = page.getByRole('textbox', { name: 'E-mails' })
  await emails.fill(`E-mail,Name\n${people.Bo.email},Bo\nghost@nowhere.test,Ghost\n${people.Cleo.email}`)
  await page.getByLabel('Ends').fill(inDays(3))
  await page.getByRole('button', { name: 'Give role to all' }).click()
  await confirm(page, 'Make 3 people developer of cardia')
  await expect(emails).toHaveAccessibleDescription(/Not everybody can be given it, so nobody was. Mend or leave out those who are named./)
  await expect(page.getByRole('list', { name: 'Who cannot be given it' }).getByRole('listitem')).toHaveText(['ghost@nowhere.test: Nobody who is known here has that e-mail.', `${people.Cleo.email}: Nobody gives themselves a role.`])
  await expect(page.getByRole('row', { name: /Bo Borealis/ })).toHaveCount(0)

  await emails.fill(`${people.Bo.email}\n${people.Otto.email}`)
  await page.getByRole('button', { name: 'Give role to all' }).click()
  await confirm(page, 'Make 2 people developer of cardia')
  await expect(page.getByRole('status').filter({ hasText: 'The role is held now by 2 people.' })).toBeAttached()
  for (const name of ['Bo Borealis', 'Otto Oncora']) {
    const row = page.getByRole('row', { name }).filter({ hasText: 'In force' })
    await expect(row).toContainText(/In force, ends in [23] days/)
    await expect(row).toContainText('Cleo Cardia')
    await row.getByRole('button', { name: `End the role developer of ${name} in cardia` }).click()
    await confirm(page, `End the role developer of ${name} in cardia`)
    await expect(row).toHaveCount(0)
  }
})

test('a group of a provider has a role until it is taken from it; where nobody signs in by one, that is said', async ({ page }) => {
  const admin = await freshPerson('Gus Groups', [{ role: 'tenant_admin', tenant: 'borealis' }])
  await withPassword(page, pointer(page), admin)
  const secret = await setUpGenerator(page, pointer(page))
  await codeField(page).fill(await codeNow(secret))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page).toHaveURL('/tenants/borealis')
  await page.waitForLoadState()
  // The providers of the stories are those of the web processes that they start, to which no passkey belongs.
  const web = await startAlone()
  await page.goto(`${web.address}/tenants/borealis/members?tab=groups`)
  await page.getByRole('link', { name: 'Give role to group' }).click()
  const group = `forecasters-${Date.now()}`
  await page.getByRole('combobox', { name: 'Provider' }).selectOption('Corp')
  await page.getByRole('textbox', { name: 'Group', exact: true }).fill(group)
  await page.getByRole('combobox', { name: 'Where' }).selectOption('serving')
  await page.getByRole('combobox', { name: 'Role' }).selectOption('namespace_admin')
  await page.getByRole('button', { name: 'Give role to group' }).click()
  await expect(signature(page)).toContainText(`Make everybody in group ${group} of Corp namespace admin of borealis/serving`)
  await signature(page).getByLabel('Code').fill(await codeNext(secret))
  await page.keyboard.press('Enter')
  const row = page.getByRole('row', { name: group })
  await expect(row).toContainText('In force')
  await expect(row).toContainText('Corp')
  await page.goto('about:blank')
  await web.stop()

  await page.context().clearCookies()
  await signIn(page, 'Bo')
  await page.goto('/tenants/borealis/members?tab=groups')
  await expect(page.getByRole('button', { name: 'Give role to group' })).toHaveAccessibleDescription('Nobody signs in by a provider here, so there is no group to give a role to.')
  await row.getByRole('button', { name: /^Take the role namespace admin in serving from group/ }).click()
  await confirm(page, `Take the role namespace admin in serving from group ${group}`)
  await expect(row).toContainText('Until')
})
