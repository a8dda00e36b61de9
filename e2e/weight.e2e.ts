/** What a first visit costs in scripts, counted against a page of the same build that has nothing on it. */
import { gzipSync } from 'node:zlib'
import { type Browser, expect, test } from '@playwright/test'
import { elevate, type First, signIn } from './people'

const KiB = 1024
const allowed = 60 * KiB

/** The scripts a browser that has nothing yet is sent for this page, each compressed as it would be on the way. */
async function weigh(browser: Browser, who: First | null, path: string): Promise<number> {
  const context = await browser.newContext()
  const page = await context.newPage()
  if (who) await signIn(page, who)
  const scripts = new Map<string, Promise<Buffer>>()
  const visit = await context.newPage()
  const session = await context.newCDPSession(visit)
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  visit.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.set(response.url(), response.body())
  })
  await visit.goto(path, { waitUntil: 'networkidle' })
  const bodies = await Promise.all(scripts.values())
  await context.close()
  return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0)
}

test('the home page, a list and the largest form carry at most 60 KB of scripts more than a page with nothing on it', async ({ browser }) => {
  const bare = await weigh(browser, null, '/parts/bare')
  expect(bare).toBeGreaterThan(50 * KiB)
  for (const [who, path] of [['Ada', '/tenants/aurora'], ['Pia', '/platform'], ['Alma', '/platform/requests'], ['Ada', '/tenants/aurora/namespaces'], ['Pia', '/platform/tenants'], ['Ada', '/tenants/aurora/quotas'], ['Ada', '/tenants/aurora/allocations'], ['Ada', '/tenants/aurora/allocations/new'], ['Sol', '/platform/audit']] as const) {
    const weight = await weigh(browser, who, path)
    console.log(`scripts of ${path}: ${Math.round(weight / KiB)} KiB, ${Math.round((weight - bare) / KiB)} more than the bare ${Math.round(bare / KiB)}`)
    expect(weight - bare, path).toBeLessThanOrEqual(allowed)
  }
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
    await page.getByRole('link', { name: 'Change cpu of training' }).click()
    await page.getByRole('figure').locator('svg').first().waitFor()
  })).toBeGreaterThan(0)
})
