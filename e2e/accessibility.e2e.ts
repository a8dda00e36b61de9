import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { keyboard } from './hands'
import { everyPage, routes } from './pages'
import { expect, people, signIn, test } from './people'

const change = '/tenants/aurora/quotas?open=change&namespace=training&resource=memory'
const persons = [...new Set(everyPage.map(({ who }) => who))]

/** Each page, as who may see it, with what opens on it open. */
async function visitEach(page: Page, look: (path: string) => Promise<void>): Promise<void> {
  for (const person of persons) {
    await page.context().clearCookies()
    if (person) await signIn(page, person)
    for (const { path, open } of everyPage.filter(({ who }) => who === person)) {
      await page.goto(path)
      await open?.(page)
      await look(path)
    }
  }
}
async function findings(page: Page): Promise<unknown[]> {
  // The title of a page that was followed to comes a moment after its content.
  await expect(page).toHaveTitle(/Bailiwick/)
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze()
  return violations.map(({ id, nodes }) => ({ id, at: page.url(), nodes: nodes.map(({ html }) => html) }))
}

for (const theme of ['light', 'dark'] as const) {
  test(`no findings on any page in the ${theme} theme`, async ({ page }) => {
    test.setTimeout(900_000)
    const visited = new Set<string>()
    await page.emulateMedia({ colorScheme: theme })
    await visitEach(page, async () => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      expect(await findings(page)).toEqual([])
      visited.add(new URL(page.url()).pathname)
    })
    // Home leads everybody somewhere else, unless they have several places.
    const missed = routes().filter(({ route, answers }) => route !== '/' && ![...visited].some((path) => answers.test(path)))
    expect(missed.map(({ route }) => route)).toEqual([])
  })
}

test('the dialog and the opened menus have no findings either', async ({ page }) => {
  await signIn(page, 'Ada')
  // To look is itself recorded, a moment later: so there is a record to open.
  await expect(async () => {
    await page.goto('/tenants/aurora/audit?tab=access')
    await page.getByText(/^Details of record/).first().click({ timeout: 3_000 })
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
  await signIn(page, 'Bo')
  const { follow, press, write, sign } = keyboard(page)
  await follow('Quotas')
  await expect(page.getByRole('heading', { name: 'Quotas' })).toBeVisible()
  await follow('Change cpu of training')
  const wanted = (await page.getByLabel('Limit of cpu').inputValue()) === '10' ? '11' : '10'
  await write('Limit of cpu', wanted)
  await press('Change quota')
  await sign(/Change quota of borealis\/training/)
  await expect(page.getByRole('status').filter({ hasText: `The limit of cpu in training is now ${wanted} cores.` })).toBeAttached()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('at 320 pixels no page scrolls sideways, and every page is reached from the drawer', async ({ page, context }) => {
  test.setTimeout(900_000)
  await page.setViewportSize({ width: 320, height: 640 })
  const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await visitEach(page, async (path) => expect(await tooWide(), path).toBe(0))
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
  for (const path of [change, '/tenants/aurora/audit', '/you/sessions']) {
    await page.goto(path)
    const small = await page.locator('button:visible, summary:visible, input:visible, nav a:visible').evaluateAll((all) =>
      all.map((element) => ({ says: element.textContent, ...element.getBoundingClientRect().toJSON() as { width: number; height: number } }))
        .filter(({ width, height }) => width > 0 && (width < 24 || height < 24)).map(({ says, width, height }) => `${says} ${width}×${height}`))
    expect(small, path).toEqual([])
  }
})

test('at 200 % zoom, with text as large as it may be set, no page scrolls sideways', async ({ page }) => {
  test.setTimeout(900_000)
  // Zoomed to 200 %, a window of 1280 pixels lays out 640.
  await page.setViewportSize({ width: 640, height: 450 })
  await page.addInitScript(() => document.addEventListener('DOMContentLoaded', () => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }')
    document.adoptedStyleSheets = [sheet]
  }))
  await visitEach(page, async (path) => expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), path).toBe(0))
})

test('nothing moves for who asked for less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, 'Ada')
  await page.goto(change)
  const moving = await page.evaluate(() => [...document.querySelectorAll('*')].filter((element) => {
    const { transitionDuration, animationDuration } = getComputedStyle(element)
    return Number.parseFloat(transitionDuration) > 0 || Number.parseFloat(animationDuration) > 0.001
  }).map(({ outerHTML }) => outerHTML.slice(0, 120)))
  expect(moving).toEqual([])
})

test('in forced colours a meter keeps its edge, and the focus is seen', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await signIn(page, 'Ada')
  await page.goto('/tenants/aurora/quotas')
  const meters = page.getByRole('table').locator('svg:not([viewBox])')
  expect(await meters.count()).toBeGreaterThan(0)
  expect(await meters.first().evaluate((element) => getComputedStyle(element).borderTopWidth)).toBe('1px')
  await page.keyboard.press('Tab')
  const focus = await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)
  expect(focus).toBe('solid')
})
