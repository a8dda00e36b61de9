import type { Page } from '@playwright/test'
import { expectNoFindings } from './findings'
import { keyboard } from './hands'
import { everyPage, routes } from './pages'
import { elevate, expect, people, signIn, test } from './people'

const change = '/tenants/aurora/quotas?open=change&namespace=training&resource=memory'
const persons = [...new Set(everyPage.map(({ who }) => who))]
const visited = new Set<string>()
const ofOne = routes().filter(({ isOfOne }) => isOfOne)
/** A page of one of many says which in the name of its window, by what stands above it or by its name in the address: who has several open, or hears where they came, knows them apart. */
async function expectNamed(page: Page): Promise<void> {
  const { pathname } = new URL(page.url())
  if (!ofOne.some(({ answers }) => answers.test(pathname))) return
  const [title, heading, name] = [await page.title(), await page.getByRole('heading', { level: 1 }).innerText(), decodeURIComponent(pathname.split('/').at(-1) ?? '')]
  const isNamed = title.includes(heading) || title.includes(name) || heading.includes(title.split(' · ')[0] ?? title)
  expect(isNamed, `${title}: of ${heading}`).toBe(true)
}

for (const person of persons) {
  test(`no findings on any page, in both themes, narrow, and with large text: ${person ?? 'whoever is not signed in'}`, async ({ page }) => {
    const pages = everyPage.filter(({ who }) => who === person)
    // As long as for one story, and as much again for each few pages: a walk is as long as there are pages.
    test.setTimeout(300_000 + 15_000 * pages.length)
    if (person) await signIn(page, person)
    for (const { path, open } of pages) {
      await page.goto(path)
      await open?.(page)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expectNoFindings(page)
      await expectNamed(page)
      visited.add(new URL(page.url()).pathname)
    }
  })
}
test('every route there is was looked at', () => {
  // Home leads everybody somewhere else, unless they have several places.
  const missed = routes().filter(({ route, answers }) => route !== '/' && ![...visited].some((path) => answers.test(path)))
  expect(missed.map(({ route }) => route)).toEqual([])
})

test('the dialog and the opened menus have no findings either', async ({ page }) => {
  await signIn(page, 'Ada')
  // To look is itself recorded, a moment later: so there is a record to open.
  await expect(async () => {
    await page.goto('/tenants/aurora/audit')
    await page.getByRole('table', { name: 'Records' }).getByRole('link').first().click({ timeout: 3_000 })
    await expect(page.getByRole('region', { name: 'Proof' })).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await expectNoFindings(page)
  await page.getByRole('button', { name: people.Ada.name }).click()
  await expectNoFindings(page)
  await page.goto(change)
  const limit = page.getByLabel('Limit of memory')
  await limit.fill((await limit.inputValue()) === '100' ? '101' : '100')
  await page.getByRole('button', { name: 'Change quota' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoFindings(page)
})

test('a quota is changed with the keyboard alone', async ({ page }) => {
  await signIn(page, 'Bo')
  const { follow, press, write, sign } = keyboard(page)
  // The first press offers the way past the navigation, and nothing lies over it.
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to the content' })
  await expect(skip).toBeFocused()
  await skip.click({ trial: true })
  await follow('Quotas')
  await expect(page.getByRole('heading', { name: 'Quotas' })).toBeVisible()
  const tenant = page.getByRole('rowheader', { name: 'The tenant, borealis' })
  for (let presses = 0; presses < 60 && !(await tenant.evaluate((own) => own === document.activeElement)); presses++) await page.keyboard.press('Tab')
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await follow('cpu', page.getByRole('navigation', { name: 'Quotas of training' }))
  const wanted = (await page.getByLabel('Limit of cpu').inputValue()) === '10' ? '11' : '10'
  await write('Limit of cpu', wanted)
  await press('Change quota')
  await sign(/Change quota of borealis\/training/)
  await expect(page.getByRole('status').filter({ hasText: `The limit of cpu in training is now ${wanted} cores.` })).toBeAttached()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('on a narrow screen every page is reached from the drawer', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn(page, 'Ada')
  await expect(page.getByRole('link', { name: 'Quotas', exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Pages' }).click()
  await page.getByRole('link', { name: 'Quotas', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Quotas' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Members' })).toBeHidden()
})

test('where letters are so large that not even a phone is wide enough for the bar, it goes on in another line, and keeps no place from the page', async ({ page }) => {
  // A phone of 390 pixels is as wide as this, where somebody reads at twice the usual size.
  await page.setViewportSize({ width: 195, height: 422 })
  await signIn(page, 'Pia')
  await page.goto('/platform')
  await elevate(page)
  await page.goto('/platform/fleet')
  await expect(page.getByRole('group', { name: 'Elevation' }).last()).toBeVisible()
  expect(await page.locator('header').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  const parts = await page.locator('header :is(a, button):visible').evaluateAll((all) => all.map((part) => part.getBoundingClientRect()).map(({ left, right }) => [Math.round(left), Math.round(right)]))
  expect(parts.filter(([left = 0, right = 0]) => left < 0 || right > 195)).toEqual([])
  await page.getByRole('button', { name: /^Notices/ }).click()
  const last = page.getByRole('link', { name: 'All notices' })
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport()
  await page.keyboard.press('Escape')
  await page.evaluate(() => scrollTo(0, 1_000))
  await expect(page.locator('header')).not.toBeInViewport()
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
  const meters = page.getByRole('grid').locator('svg:not([viewBox])')
  expect(await meters.count()).toBeGreaterThan(0)
  expect(await meters.first().evaluate((element) => getComputedStyle(element).borderTopWidth)).toBe('1px')
  await page.keyboard.press('Tab')
  const focus = await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)
  expect(focus).toBe('solid')
})
