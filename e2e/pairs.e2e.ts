/** Two tenants agree that a namespace of each may talk: one offers, the other signs, both see it, and either ends it. */
import type { Browser, Page } from '@playwright/test'
import { expectNoFindings } from './findings'
import { type Hands, keyboard, pointer } from './hands'
import { confirm, expect, expectSeen, type First, listen, signIn, test } from './people'

const inAMonth = () => new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
type Offer = { otherTenant: string; otherNamespace: string; ports: string; purpose: string }
async function offer(page: Page, hands: Hands, { otherTenant, otherNamespace, ports, purpose }: Offer): Promise<void> {
  await hands.write('Other tenant', otherTenant)
  await hands.write('Its namespace', otherNamespace)
  await hands.write('Ports', ports)
  await page.getByLabel('Ends', { exact: true }).fill(inAMonth())
  await hands.write('Purpose', purpose)
  await hands.press('Offer pair')
}
async function other(browser: Browser, complaints: string[], who: First): Promise<Page> {
  const context = await browser.newContext()
  await listen(context, complaints)
  const page = await context.newPage()
  await signIn(page, who)
  return page
}
/** A loop finds whom to ask, so it is there soon, and not at once. */
async function openAsked(page: Page, tenant: string, pair: string): Promise<void> {
  const answer = page.getByRole('row', { name: pair }).getByRole('link', { name: `Answer ${pair}` })
  await expect(async () => {
    await page.goto(`/tenants/${tenant}/pairs?tab=asked`)
    await expect(answer).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await answer.click()
  await expect(page.getByRole('heading', { level: 1, name: /^Pair / })).toBeVisible()
}
const objectsOf = (page: Page) => page.getByRole('region', { name: 'On a cluster' }).getByText(/^allow-/)

test('by keyboard alone one admin offers, another signs with a passkey, both namespaces have their half of it, and the other side ends it on both', async ({ page: ada, browser, complaints }) => {
  const hands = keyboard(ada)
  await signIn(ada, 'Ada')
  await ada.goto('/tenants/aurora/namespaces/training')
  await hands.follow('Offer pair', ada.getByRole('region', { name: 'Pairs' }))
  await expect(ada.getByRole('combobox', { name: 'Namespace' })).toHaveValue('training')
  await offer(ada, hands, { otherTenant: 'borealis', otherNamespace: 'serving', ports: '8443, 443', purpose: 'Forecasts are read from there.' })
  await hands.sign('Offer training a pair with borealis/serving')
  await expectSeen(ada.getByText('The offer waits for the other side, for two weeks at most.'))

  const bo = await other(browser, complaints, 'Bo')
  await openAsked(bo, 'borealis', 'aurora/training → serving')
  await expect(bo.getByRole('region', { name: 'What a yes does' })).toContainText('aurora/training may open connections to borealis/serving, TCP 443, 8443, until')
  const asked = bo.getByRole('region', { name: 'What is asked for' })
  await expect(asked).toContainText('Ada Aurora, for aurora')
  await expect(asked).toContainText('Forecasts are read from there.')
  await expect(asked.getByText('NetworkPolicy', { exact: true })).toBeVisible()
  await expect(bo.getByRole('button', { name: 'Ask about it' })).toHaveAccessibleDescription(/is of another tenant, and is not asked back here/)
  const sign = bo.getByRole('button', { name: /^Sign: allow it until/ })
  await expect(sign).toBeEnabled()
  await expectNoFindings(bo)
  await sign.click()
  await confirm(bo, /^Sign: allow it until/)
  await expectSeen(bo.getByText('Approved', { exact: true }))

  await ada.goto('/tenants/aurora/namespaces/training')
  await expect(ada.getByRole('region', { name: 'Pairs' }).getByRole('row', { name: 'training → borealis/serving' })).toContainText('TCP 443, 8443')
  await expect(objectsOf(ada)).toHaveCount(1)
  await bo.goto('/tenants/borealis/namespaces/serving')
  await expect(objectsOf(bo)).toHaveCount(1)

  const hers = keyboard(bo)
  await bo.goto('/tenants/borealis/pairs')
  await expectNoFindings(bo)
  await hers.press('End aurora/training → serving')
  await hers.sign('End the pair aurora/training → serving')
  await expect(bo.getByRole('row', { name: 'aurora/training → serving' })).toBeHidden()
  await bo.goto('/tenants/borealis/namespaces/serving')
  await expect(objectsOf(bo)).toHaveCount(0)
  await ada.goto('/tenants/aurora/pairs?tab=over')
  await expect(ada.getByRole('row', { name: 'training → borealis/serving' }).first()).toContainText('Ended by borealis')
  await ada.goto('/tenants/aurora/namespaces/training')
  await expect(objectsOf(ada)).toHaveCount(0)
  await bo.context().close()
})

test('a no is shown to whoever offered, with its reason; who offers is told of a mistake at its field', async ({ page: bo, browser, complaints }) => {
  await signIn(bo, 'Bo')
  await bo.goto('/tenants/borealis/pairs?open=offer&namespace=training')
  const wish = { otherTenant: 'aurora', otherNamespace: 'serving', ports: '443', purpose: 'Models are served to us.' }
  await offer(bo, pointer(bo), { ...wish, ports: '70000' })
  await expect(bo.getByRole('textbox', { name: 'Ports' })).toHaveAccessibleDescription(/It must be something that/)
  await bo.getByRole('radio', { name: 'The other side opens it' }).check()
  await bo.getByRole('textbox', { name: 'Ports' }).fill('443')
  await expect(bo.getByRole('region', { name: 'What would be added on this side' })).toContainText('NetworkPolicy')
  await bo.getByRole('button', { name: 'Offer pair' }).click()
  await confirm(bo, 'Offer training a pair with aurora/serving')
  await expectSeen(bo.getByText('The offer waits for the other side, for two weeks at most.'))

  const ada = await other(browser, complaints, 'Ada')
  await openAsked(ada, 'aurora', 'serving → borealis/training')
  const refuse = ada.getByRole('button', { name: 'Refuse request' })
  await expect(refuse).toBeEnabled()
  await refuse.click()
  const dialog = ada.getByRole('dialog', { name: 'Refuse request' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Ask for the gateway instead.')
  await dialog.getByRole('button', { name: 'Refuse request' }).click()
  await expectSeen(ada.getByText('Refused', { exact: true }))
  await ada.context().close()
  await bo.goto('/tenants/borealis/pairs?tab=over')
  await expect(bo.getByRole('row', { name: 'aurora/serving → training' }).first()).toContainText('Refused: Ask for the gateway instead.')
})

test('what is offered to nobody waits like any other, and is taken back', async ({ page }) => {
  await signIn(page, 'Ada')
  await page.goto('/tenants/aurora/pairs?open=offer&namespace=serving')
  await offer(page, pointer(page), { otherTenant: 'nobody-at-all', otherNamespace: 'nothing', ports: '443', purpose: 'To see whether there is one.' })
  await confirm(page, 'Offer serving a pair with nobody-at-all/nothing')
  await expectSeen(page.getByText('The offer waits for the other side, for two weeks at most.'))
  await page.goto('/tenants/aurora/pairs?tab=offered')
  const row = page.getByRole('row', { name: 'serving → nobody-at-all/nothing' })
  const withdraw = row.getByRole('button', { name: 'Withdraw serving → nobody-at-all/nothing' })
  await expect(withdraw).toBeEnabled()
  await withdraw.click()
  await confirm(page, 'Withdraw the offer of serving → nobody-at-all/nothing')
  await expect(row).toBeHidden()
  await page.goto('/tenants/aurora/pairs?tab=over')
  await expect(page.getByRole('row', { name: 'serving → nobody-at-all/nothing' }).first()).toContainText('Withdrawn')
})

test('a namespace admin sees who it talks with and why they cannot change it; whoever is of another tenant finds no such page', async ({ page, browser, complaints }) => {
  await signIn(page, 'Nils')
  await page.goto('/tenants/aurora/pairs')
  await expect(page.getByRole('button', { name: 'Offer pair' })).toHaveAccessibleDescription(/^Only a tenant admin can offer pairs\./)
  const cleo = await other(browser, complaints, 'Cleo')
  await cleo.goto('/tenants/aurora/pairs')
  await expect(cleo.getByRole('heading', { level: 1 })).toHaveText('Not found')
  await cleo.context().close()
})
