import { expectNoFindings } from './findings'
import { confirm, elevate, expect, expectSeen, listen, signIn, test } from './people'

test('a frozen tenant changes nothing and shows everything; thawed, it goes on', async ({ page, browser, complaints }) => {
  await signIn(page, 'Pia')
  await elevate(page)
  await page.goto('/platform/tenants/borealis')
  const thaw = page.getByRole('button', { name: 'Thaw borealis' })
  if (await thaw.isVisible()) {
    await thaw.click()
    await confirm(page, 'Thaw tenant borealis')
  }
  const inTenant = await browser.newContext()
  await listen(inTenant, complaints)
  const bo = await inTenant.newPage()
  await signIn(bo, 'Bo')
  await bo.goto('/tenants/borealis/quotas?open=change&namespace=serving&resource=nvidia.com%2Fgpu')
  const limit = bo.getByLabel('Limit of nvidia.com/gpu')
  // What was typed stays as it is, and so does the page under it, until it is sent.
  await limit.fill((await limit.inputValue()) === '3' ? '4' : '3')

  await page.getByRole('button', { name: 'Freeze borealis' }).click()
  await expect(page.getByRole('dialog')).toContainText('Nothing in it can be changed until it is thawed.')
  await confirm(page, 'Freeze tenant borealis')
  await expectSeen(page.getByText('borealis is frozen.'))
  await expectSeen(page.getByText('Frozen since'))

  await bo.getByRole('button', { name: 'Change quota' }).click()
  await confirm(bo, /Change quota of borealis\/serving/)
  await expect(bo.getByRole('alert').filter({ hasText: 'The tenant is frozen: nothing in it can be changed. Ask a platform admin to thaw it.' })).toBeVisible()
  await expect(bo.getByText('This tenant is frozen')).toBeVisible()
  await expect(bo.getByRole('button', { name: 'Change quota' })).toHaveAttribute('aria-disabled', 'true')

  await thaw.click()
  await confirm(page, 'Thaw tenant borealis')
  await expectSeen(page.getByText('borealis is thawed.'))
  await bo.reload()
  await expect(bo.getByText('This tenant is frozen')).toBeHidden()
  await expect(bo.getByRole('button', { name: 'Change quota' })).not.toHaveAttribute('aria-disabled')
  await inTenant.close()
})

test('under HIPAA it is in a tenant’s record who read what, with what was asked; taken out of it, no more', async ({ page, browser, complaints }) => {
  await signIn(page, 'Pia')
  await elevate(page)
  await page.goto('/platform/tenants/borealis')
  const inTenant = await browser.newContext()
  await listen(inTenant, complaints)
  const bo = await inTenant.newPage()
  await signIn(bo, 'Bo')
  const rows = bo.getByRole('table', { name: 'Records' }).getByRole('row').filter({ hasText: 'quotas.list' })
  const read = async () => {
    await bo.goto('/tenants/borealis/quotas')
    await expect(bo.getByRole('heading', { level: 1 })).toBeVisible()
  }
  const recorded = async () => {
    await bo.goto(`/tenants/borealis/audit?${new URLSearchParams({ query: 'resource:quotas verb:list outcome:done since:1h' })}`)
    await expect(bo.getByRole('searchbox').or(bo.getByRole('combobox')).first()).toBeVisible()
    return rows.count()
  }
  await read()
  const before = await recorded()
  const regimes = page.getByRole('group', { name: /^Regimes/ })
  await regimes.getByRole('checkbox', { name: 'HIPAA' }).check()
  await page.getByRole('button', { name: 'Change regimes' }).click()
  await expect(page.getByRole('dialog')).toContainText('It comes under HIPAA.')
  await confirm(page, 'Change which regimes borealis is under')
  await expectSeen(page.getByText('borealis is under GDPR, HIPAA, SOC 2 now.'))
  await expectNoFindings(page)

  await read()
  await expect.poll(recorded).toBeGreaterThan(before)
  await bo.goto('/tenants/borealis')
  await expect(bo.getByRole('main')).toContainText('GDPR, HIPAA, SOC 2')

  await regimes.getByRole('checkbox', { name: 'HIPAA' }).uncheck()
  await page.getByRole('button', { name: 'Change regimes' }).click()
  await confirm(page, 'Change which regimes borealis is under')
  await expectSeen(page.getByText('borealis is under GDPR, SOC 2 now.'))
  await expect(page.getByRole('main').getByText('GDPR, SOC 2', { exact: true })).toBeVisible()
  // FedRAMP is too much for how it is kept apart: said at the field, and nothing is changed.
  await regimes.getByRole('checkbox', { name: 'FedRAMP' }).check()
  await page.getByRole('button', { name: 'Change regimes' }).click()
  await confirm(page, 'Change which regimes borealis is under')
  await expect(regimes).toContainText('FedRAMP needs isolation level 3 or more')
  await inTenant.close()
})

test('tenants are found, narrowed and turned by the address, and the address is all of it', async ({ page }) => {
  await signIn(page, 'Sol')
  await page.goto('/platform/tenants')
  const names = () => page.getByRole('table', { name: 'Tenants' }).getByRole('rowheader').allInnerTexts()
  const all = await names()
  expect(all).toEqual([...all].sort())
  await page.getByRole('link', { name: 'Tenant', exact: true }).click()
  await expect(page).toHaveURL('/platform/tenants?sort=-tenant')
  await expect(page.getByRole('columnheader', { name: 'Tenant' })).toHaveAttribute('aria-sort', 'descending')
  expect(await names()).toEqual([...all].reverse())
  await page.getByRole('searchbox', { name: 'Name or title' }).fill('auro')
  await expect(page).toHaveURL('/platform/tenants?find=auro&sort=-tenant')
  await expect(page.getByRole('rowheader')).toHaveText(['aurora'])
  await page.getByRole('combobox', { name: 'State' }).selectOption('frozen')
  await expect(page.getByRole('heading', { name: 'No tenants match' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('searchbox', { name: 'Name or title' })).toHaveValue('auro')
  await page.getByRole('main').getByRole('link', { name: 'Clear filter' }).first().click()
  await expect(page).toHaveURL('/platform/tenants?sort=-tenant')
})

test('who watches the platform does not run it', async ({ page }) => {
  await signIn(page, 'Sol')
  await page.goto('/platform/tenants/aurora')
  await expect(page.getByRole('button', { name: 'Change regimes' })).toHaveAccessibleDescription('Only a platform admin can change which regimes a tenant is under. The permission is tenants.changeCompliance.')
  await expect(page.getByRole('button', { name: 'Freeze aurora' })).toHaveAccessibleDescription('Only a platform admin can freeze a tenant. The permission is tenants.freeze.')
})

test('the platform is not there for who has no part in it; a tenant is not there for who only runs the platform', async ({ page, context }) => {
  await signIn(page, 'Ada')
  for (const path of ['/platform', '/platform/audit', '/platform/tenants', '/platform/tenants/aurora', '/platform/organisations', '/platform/organisations/northwind', '/platform/requests']) expect((await page.goto(path))?.status()).toBe(404)
  await context.clearCookies()
  await signIn(page, 'Pia')
  for (const path of ['', '/quotas', '/namespaces', '/members', '/requests', '/audit']) expect((await page.goto(`/tenants/aurora${path}`))?.status()).toBe(404)
})
