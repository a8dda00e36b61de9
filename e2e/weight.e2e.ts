/** What a first visit costs in scripts, counted against a page of the same build that has nothing on it. */
import { expect, test } from '@playwright/test'
import { elevate, signIn } from './people'
import { KiB, weigh } from './weigh'

const allowed = 60 * KiB
const withCharts = 110 * KiB

test('the home page, a list and the largest form carry at most 60 KB of scripts more than a page with nothing on it', async ({ browser }) => {
  const bare = await weigh(browser, null, '/parts/bare')
  expect(bare).toBeGreaterThan(50 * KiB)
  for (const [who, path] of [['Ada', '/tenants/aurora'], ['Pia', '/platform'], ['Alma', '/platform/requests'], ['Ada', '/tenants/aurora/namespaces'], ['Pia', '/platform/tenants'], ['Ada', '/tenants/aurora/quotas'], ['Pia', '/platform/fleet'], ['Ada', '/tenants/aurora/allocations'], ['Ada', '/tenants/aurora/allocations/new'], ['Sol', '/platform/audit']] as const) {
    const weight = await weigh(browser, who, path)
    console.log(`scripts of ${path}: ${Math.round(weight / KiB)} KiB, ${Math.round((weight - bare) / KiB)} more than the bare ${Math.round(bare / KiB)}`)
    expect(weight - bare, path).toBeLessThanOrEqual(allowed)
  }
})
test('a page with charts carries at most 110 KB more', async ({ browser }) => {
  const bare = await weigh(browser, null, '/parts/bare')
  const weight = await weigh(browser, 'Ada', '/tenants/aurora/use')
  console.log(`scripts of use: ${Math.round((weight - bare) / KiB)} KiB more than the bare ${Math.round(bare / KiB)}`)
  expect(weight - bare).toBeLessThanOrEqual(withCharts)
})

test('what opens later is loaded later: the palette, the second factor, a chart', async ({ page }) => {
  const scripts = new Set<string>()
  page.on('response', (response) => { if (response.request().resourceType() === 'script') scripts.add(response.url()) })
  const loadedBy = async (deed: () => Promise<void>) => {
    await page.waitForLoadState('networkidle')
    const before = new Set(scripts)
    await deed()
    return [...scripts].filter((url) => !before.has(url)).length
  }
  await signIn(page, 'Pia')
  await elevate(page)
  await page.goto('/platform/tenants/aurora')
  expect(await loadedBy(async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /Search/ }).waitFor()
  })).toBeGreaterThan(0)
  await page.keyboard.press('Escape')
  expect(await loadedBy(async () => {
    await page.getByRole('button', { name: 'Freeze aurora' }).click()
    await page.getByRole('dialog', { name: 'Confirm with your second factor' }).waitFor()
  })).toBeGreaterThan(0)
  await page.context().clearCookies()
  await signIn(page, 'Ada')
  await page.goto('/tenants/aurora/quotas')
  expect(await loadedBy(async () => {
    await page.getByRole('grid').getByRole('link', { name: 'training' }).click()
    await page.getByRole('figure').locator('svg').first().waitFor()
  })).toBeGreaterThan(0)
})
