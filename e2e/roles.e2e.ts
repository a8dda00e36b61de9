import { confirm, expect, listen, people, signIn, test } from './people'

test('a role that a tenant composed does what is in its list, not more, changes for who holds it, and ends with it', async ({ page, browser, complaints }) => {
  const title = `Keeper ${Date.now().toString(36)}`
  await signIn(page, 'Rhea')
  await page.goto('/tenants/radia/roles')
  await page.getByRole('link', { name: 'Compose role' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.getByRole('checkbox', { name: 'namespaces.create' }).check()
  await page.getByRole('checkbox', { name: 'audit.list' }).check()
  await page.getByRole('button', { name: 'Compose role' }).click()
  await confirm(page, `Compose the role “${title}” in radia`)
  await expect(page.getByText('Nobody reads the record and changes things. Make two roles of it.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'audit.list' }).uncheck()
  for (const more of ['namespaces.list', 'namespaces.prepare']) await page.getByRole('checkbox', { name: more }).check()
  await page.getByRole('button', { name: 'Compose role' }).click()
  await confirm(page, `Compose the role “${title}” in radia`)
  const row = page.getByRole('row', { name: title })
  await expect(row).toContainText('namespaces.create')

  await page.goto('/permissions?find=namespaces.create')
  await expect(page.getByRole('listitem').filter({ hasText: 'namespaces.create' })).toContainText(new RegExp(`In radia also .*“${title}”`))

  await page.goto('/tenants/radia/members?open=grant')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(people.Bo.email)
  await page.getByRole('combobox', { name: 'Role' }).selectOption({ label: title })
  await page.getByRole('button', { name: 'Give role' }).click()
  await confirm(page, `Make ${people.Bo.email} ${title} of radia`)
  await expect(page.getByRole('row', { name: /Bo Borealis/ }).filter({ hasText: title })).toContainText('In force')

  const elsewhere = await browser.newContext()
  await listen(elsewhere, complaints)
  const bo = await elsewhere.newPage()
  await signIn(bo, 'Bo')
  await bo.goto('/tenants/radia/namespaces')
  await expect(bo.getByRole('link', { name: 'Create namespace' })).toBeVisible()
  await bo.goto('/tenants/radia/members')
  await expect(bo.getByText(`Only a tenant admin or an auditor can see who holds which role. Ask ${people.Rhea.name}. The permission is members.list.`)).toBeVisible()

  // What is being typed holds the page: it offers what is not theirs any more when it is sent, and the no at the door is told where the deed was.
  await bo.goto('/tenants/radia/namespaces?open=create')
  await bo.getByRole('textbox', { name: 'Name' }).fill('too-late')
  await bo.getByRole('textbox', { name: 'Title' }).fill('Too late')

  await page.goto('/tenants/radia/roles')
  await row.getByRole('button', { name: `Actions for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Change' }).click()
  await page.getByRole('checkbox', { name: 'namespaces.create' }).uncheck()
  await page.getByRole('button', { name: 'Change role' }).click()
  await confirm(page, `Change the role “${title}” of radia`)
  await expect(row).not.toContainText('namespaces.create')
  await bo.getByRole('button', { name: 'Create namespace' }).click()
  await expect(bo.getByRole('alert').filter({ hasText: `Ask ${people.Rhea.name}. The permission is namespaces.create.` })).toBeVisible()
  await expect(bo.getByRole('textbox', { name: 'Name' })).toHaveValue('too-late')
  await bo.goto('/tenants/radia/namespaces')
  await expect(bo.getByRole('button', { name: 'Create namespace' })).toHaveAccessibleDescription(/The permission is namespaces\.create\.$/)

  // Of two who change it at once, the second is told, and a second press overwrites nothing that they have not seen.
  const change = async (by: typeof page) => {
    await by.getByRole('row', { name: title }).getByRole('button', { name: `Actions for ${title}` }).click()
    await by.getByRole('menuitem', { name: 'Change' }).click()
  }
  const beside = await page.context().newPage()
  await beside.goto('/tenants/radia/roles')
  await change(beside)
  await beside.getByRole('checkbox', { name: 'namespaces.change' }).check()
  await change(page)
  await page.getByRole('checkbox', { name: 'quotas.list' }).check()
  await page.getByRole('button', { name: 'Change role' }).click()
  await confirm(page, `Change the role “${title}” of radia`)
  await expect(row).toContainText('quotas.list')
  for (const _ of ['first', 'second']) {
    await beside.getByRole('button', { name: 'Change role' }).click()
    await confirm(beside, `Change the role “${title}” of radia`)
    await expect(beside.getByRole('alert').filter({ hasText: 'Somebody changed this role meanwhile.' })).toBeVisible()
  }
  await beside.close()
  await expect(row).toContainText('quotas.list')

  await row.getByRole('button', { name: `Actions for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'End' }).click()
  await confirm(page, `End the role “${title}” of radia`)
  await expect(row).toHaveCount(0)
  expect((await bo.goto('/tenants/radia/namespaces'))?.status()).toBe(404)
  await elsewhere.close()
})
