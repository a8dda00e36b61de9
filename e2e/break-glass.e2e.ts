import type { Page } from '@playwright/test'
import { expectNoFindings } from './findings'
import { keyboard } from './hands'
import { confirm, elevate, expect, expectSeen, listen, signIn, test } from './people'

const clock = (page: Page) => page.getByRole('main').getByRole('timer')
const header = (page: Page) => page.getByRole('banner').getByRole('group', { name: 'Break-glass' }).filter({ visible: true })

test('alone, somebody asks with the keyboard; whoever it concerns sees it wait and could stop it, a second signature opens it, it is counted down everywhere, ended, and looked at by another', async ({ page, browser, complaints }) => {
  await signIn(page, 'Alma')
  await page.goto('/platform/break-glass')
  const alma = keyboard(page)
  await alma.follow('Act alone')
  await expect(page.getByRole('textbox', { name: 'Reason' })).toBeVisible()
  await expect(page).toHaveTitle(/^Break-glass/)
  await expectNoFindings(page)
  await alma.write('Reason', 'A story told by a test')
  await alma.write('Minutes', '20')
  await alma.write(/^Tenants/, 'nowhere')
  await alma.press('Ask to act alone')
  await alma.sign('Act alone for 20 minutes, in nowhere too')
  await expect(page.getByRole('textbox', { name: /^Tenants/ })).toHaveAccessibleDescription(/There is no such tenant\./)
  await alma.write(/^Tenants/, 'aurora')
  await alma.press('Ask to act alone')
  await alma.sign('Act alone for 20 minutes, in aurora too')
  await expect(clock(page)).toHaveText(/^Opens in 1[45]:\d\d$/)
  await expect(page.getByRole('button', { name: 'Sign, and open it now' })).toHaveAccessibleDescription(/^Nobody signs twice\./)

  const open = async () => {
    const context = await browser.newContext()
    await listen(context, complaints)
    return context.newPage()
  }
  const [ada, pia] = [await open(), await open()]
  await signIn(ada, 'Ada')
  await ada.goto('/tenants/aurora')
  const told = ada.getByRole('region', { name: 'Break-glass' })
  await expect(told).toContainText('asks to be able to freeze and thaw this tenant alone. Reason: A story told by a test.')
  await expect(told.getByRole('button', { name: 'Stop it' })).toBeEnabled()
  await expect(header(ada)).toBeHidden()

  await signIn(pia, 'Pia')
  await pia.goto('/platform/break-glass')
  await pia.getByRole('button', { name: 'Sign, and open it now' }).click()
  await confirm(pia, /^Open it now for Alma/)
  await expect(header(pia)).toContainText(/^Break-glassOpen, (20:00|19:\d\d) left$/)
  await page.goto('/platform')
  await expect(header(page)).toContainText(/^Your break-glassOpen, (20:00|19:\d\d) left$/)
  await ada.reload()
  await expect(told).toContainText('can freeze and thaw this tenant alone now')
  await expect(told.getByRole('button', { name: 'Stop it' })).toBeHidden()

  await page.goto('/platform/break-glass')
  await expect(clock(page)).toHaveText(/left$/)
  await expectNoFindings(page)
  await alma.press('End it now')
  await expect(header(page)).toBeHidden()
  await expect(page.getByRole('link', { name: 'Act alone' })).toBeVisible()

  // Until somebody else has looked at it, nobody does it again.
  await pia.goto('/platform/break-glass')
  await elevate(pia)
  await pia.getByRole('link', { name: 'Waits for a review' }).click()
  await pia.getByRole('button', { name: 'Sign: it was right' }).click()
  await confirm(pia, 'Sign: it was right')
  await expectSeen(pia.getByText('Approved', { exact: true }))
  await page.reload()
  await expect(page.getByRole('link', { name: /^Found right by Pia/ })).toBeVisible()
  for (const other of [ada, pia]) await other.context().close()
})
