import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, type First, freshCode, people, signIn, test } from './people'

const change = '/tenants/aurora/quotas?namespace=training&resource=memory'
const pages: Record<'Ada' | 'Dev' | 'Pia' | 'Sol', string[]> = {
  Ada: ['/tenants/aurora', '/tenants/aurora/namespaces', '/tenants/aurora/namespaces?create', '/tenants/aurora/quotas', change, '/tenants/aurora/members', '/tenants/aurora/audit', '/tenants/aurora/audit?stream=access', '/sessions', '/tenants/nowhere'],
  Dev: ['/tenants/aurora', '/tenants/aurora/quotas', '/tenants/aurora/audit'],
  Pia: ['/platform', '/platform/audit'],
  Sol: ['/platform/audit?stream=access'],
}

async function findings(page: Page): Promise<unknown[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze()
  return violations.map(({ id, nodes }) => ({ id, at: page.url(), nodes: nodes.map(({ html }) => html) }))
}

for (const theme of ['light', 'dark'] as const) {
  test(`no findings on any page in the ${theme} theme`, async ({ page, context }) => {
    await page.emulateMedia({ colorScheme: theme })
    await page.goto('/sign-in')
    expect(await findings(page)).toEqual([])
    for (const [first, paths] of Object.entries(pages)) {
      await context.clearCookies()
      await signIn(page, first as First)
      for (const path of paths) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
        expect(await findings(page)).toEqual([])
      }
    }
  })
}

test('the dialog and the opened menus have no findings either', async ({ page }) => {
  await signIn(page, 'Ada')
  // To look is itself recorded, a moment later: so there is a record to open.
  await expect(async () => {
    await page.goto('/tenants/aurora/audit?stream=access')
    await page.getByText(/^Details of record/).first().click({ timeout: 500 })
  }).toPass()
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: people.Ada.name }).click()
  expect(await findings(page)).toEqual([])
  await page.goto(change)
  const limit = page.getByLabel('Limit of memory')
  await limit.fill((await limit.inputValue()) === '100' ? '101' : '100')
  await page.getByRole('button', { name: 'Change quota' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await findings(page)).toEqual([])
})

test('a quota is changed with the keyboard alone', async ({ page }) => {
  const tabTo = async (name: string | RegExp, role: 'link' | 'button' | 'textbox') => {
    const target = page.getByRole(role, { name, exact: typeof name === 'string' })
    for (let presses = 0; presses < 60; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`${String(name)} is not reached by tab`)
  }
  await signIn(page, 'Bo')
  await tabTo('Quotas', 'link')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Quotas' })).toBeVisible()
  await tabTo('Change cpu of training', 'link')
  await page.keyboard.press('Enter')
  await tabTo('Limit of cpu', 'textbox')
  const wanted = (await page.getByLabel('Limit of cpu').inputValue()) === '10' ? '11' : '10'
  await page.keyboard.press('Control+A')
  await page.keyboard.type(wanted)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByLabel('Code')).toBeFocused()
  await page.keyboard.type(await freshCode('Bo'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: `The limit of cpu in training is now ${wanted} cores.` })).toBeAttached()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('at 320 pixels no page scrolls sideways, and every page is reached from the drawer', async ({ page, context }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await page.goto('/sign-in')
  expect(await tooWide()).toBe(0)
  for (const [first, paths] of Object.entries(pages)) {
    await context.clearCookies()
    await signIn(page, first as First)
    for (const path of paths) {
      await page.goto(path)
      expect(await tooWide(), path).toBe(0)
    }
  }
  await context.clearCookies()
  await signIn(page, 'Ada')
  await expect(page.getByRole('link', { name: 'Quotas', exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Pages' }).click()
  await page.getByRole('link', { name: 'Quotas', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Quotas' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Members' })).toBeHidden()
})

test('what can be pressed is 24 pixels wide and high', async ({ page }) => {
  await signIn(page, 'Ada')
  for (const path of [change, '/tenants/aurora/audit', '/sessions']) {
    await page.goto(path)
    const small = await page.locator('button:visible, summary:visible, input:visible, nav a:visible').evaluateAll((all) =>
      all.map((element) => ({ says: element.textContent, ...element.getBoundingClientRect().toJSON() as { width: number; height: number } }))
        .filter(({ width, height }) => width > 0 && (width < 24 || height < 24)).map(({ says, width, height }) => `${says} ${width}×${height}`))
    expect(small, path).toEqual([])
  }
})
