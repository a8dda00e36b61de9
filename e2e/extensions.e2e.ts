import { tell, wishFor } from './door'
import { expectNoFindings } from './findings'
import { confirm, expect, expectSeen, signIn, test } from './people'

const [tenant, namespace] = ['aurora', 'training']

test('a developer asks whether GPUs may go on, is told before of whom, and an admin signs when it ends then', async ({ browser, page }) => {
  const name = `goes-on-${Date.now().toString(36)}`
  await signIn(page, 'Dev')
  const allocation = await wishFor(page, { tenant, namespace, name, gpus: 1 })
  const other = await (await browser.newContext()).newPage()
  await signIn(other, 'Ada')
  await other.goto(`/tenants/${tenant}/requests`)
  await other.getByRole('link', { name: `Allocation ${name}`, exact: true }).click()
  await other.getByRole('button', { name: /^Sign: / }).click()
  await confirm(other, /^Sign: grant 1 GPU/)
  await expectSeen(other.getByText('Approved', { exact: true }))

  await page.goto(`/tenants/${tenant}/allocations/${allocation}`)
  const extend = page.getByRole('button', { name: 'Extend', exact: true })
  await expect(extend).toBeEnabled()
  await extend.click()
  const dialog = page.getByRole('dialog', { name: `Extend ${name}` })
  await dialog.getByRole('textbox', { name: 'Later by' }).fill('24')
  await expect(dialog.getByText(/^A developer’s GPUs need the yes of a tenant admin: .* Asked for a yes: 1 tenant admin, of this tenant first\. Until then it ends when it does now\.$/)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The run is half done.')
  await expectNoFindings(page)
  await dialog.getByRole('button', { name: 'Ask for it' }).click()
  await expectSeen(page.getByText(`It is asked whether ${name} may go on. Until then it ends when it did.`))
  await expect(page.getByText('Whether it may go on')).toBeVisible()

  await other.goto(`/tenants/${tenant}/requests`)
  await other.getByRole('link', { name: `Allocation ${name}, to go on` }).click()
  await expectSeen(other.getByText('The run is half done.'))
  await expectNoFindings(other)
  await other.getByRole('button', { name: /^Sign: extend until / }).click()
  await confirm(other, /^Sign: extend until /)
  await expectSeen(other.getByText('Approved', { exact: true }))
  await other.goto(`/tenants/${tenant}/requests?tab=decided`)
  await expect(other.getByText(/^By rule: /)).toBeVisible()
  expect(await tell(page, 'allocations.release', { tenant, allocation })).toMatchObject({ ok: true })
  await other.context().close()
})
