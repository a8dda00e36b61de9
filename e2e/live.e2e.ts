import type { Browser, Page } from '@playwright/test'
import { startAlone } from './alone'
import { confirm, expect, expectSeen, type First, listen, signIn, test } from './people'
import { limitIn } from './quota-cells'

// What is said on focus stands within.
const read = (page: Page) => page.getByText(/^as of \d\d:\d\d:\d\d/)
const live = (page: Page) => page.getByText(/^as of \d\d:\d\d:\d\d.* UTC, live$/)
const watching = async (metrics = `${process.env.METRICS_ADDRESS}/metrics`) => Number(/^bailiwick_watchers (\d+)$/m.exec(await (await fetch(metrics)).text())?.[1] ?? Number.NaN)

async function another(browser: Browser, first: First, at: string, complaints: string[]): Promise<Page> {
  const context = await browser.newContext()
  await listen(context, complaints)
  const page = await context.newPage()
  await signIn(page, first)
  await page.goto(at)
  return page
}
/** What this browser is told from now on of each place it might ask for, as it arrives. */
async function overhear(page: Page): Promise<(place: string) => Promise<string>> {
  await page.evaluate(() => {
    const heard: Record<string, string> = {}
    Object.assign(window, { heard })
    for (const [place, name, input] of [['borealis', 'tenants.watch', { tenant: 'borealis' }], ['aurora', 'tenants.watch', { tenant: 'aurora' }], ['platform', 'tenants.watchPlatform', {}]] as const) {
      void fetch(`/api/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`).then(async ({ body }) => {
        const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
        for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) heard[place] = `${heard[place] ?? ''}${part.value}`
      })
    }
  })
  return (place) => page.evaluate((of) => (window as unknown as { heard: Record<string, string> }).heard[of] ?? '', place)
}
const limitOfTraining = (page: Page) => limitIn(page, 'training', 'cpu')
async function change(page: Page, tenant: string, limit: string): Promise<void> {
  await page.goto(`/tenants/${tenant}/quotas?open=change&namespace=training&resource=cpu`)
  await page.getByRole('textbox', { name: 'Limit of cpu' }).fill(limit)
  await page.getByRole('button', { name: 'Change quota' }).click()
  await confirm(page, /Change quota/)
  await expectSeen(page.getByText(`The limit of cpu in training is now ${limit} cores.`))
}

test('what Ada changes, Nils sees without asking; Bo is told nothing of it', async ({ page, browser, complaints }) => {
  const nils = await another(browser, 'Nils', '/tenants/aurora/quotas', complaints)
  const bo = await another(browser, 'Bo', '/tenants/borealis/quotas', complaints)
  await expect(live(nils)).toBeVisible()
  await expect(live(bo)).toBeVisible()
  const whatBoHears = await overhear(bo)
  await expect.poll(() => whatBoHears('borealis')).toContain('sequence')
  const before = await whatBoHears('borealis')
  const shownToBo = await read(bo).textContent()
  await nils.evaluate(() => Object.assign(window, { sameDocument: true }))
  await nils.getByRole('link', { name: 'Overview' }).focus()

  await signIn(page, 'Ada')
  for (const limit of ['7', '8']) {
    await change(page, 'aurora', limit)
    await expect(limitOfTraining(nils)).toHaveText(limit)
  }
  await expect(live(nils)).toBeVisible()
  expect(await nils.evaluate(() => (window as unknown as { sameDocument?: boolean }).sameDocument)).toBe(true)
  await expect(nils.getByRole('link', { name: 'Overview' })).toBeFocused()

  expect((await whatBoHears('borealis')).replace(before, '')).not.toMatch(/data: ./)
  expect(await read(bo).textContent()).toBe(shownToBo)
  expect(before).toMatch(/^event: connected\ndata: [^\n]*\n+data: \{"sequence":"\d+"\}\n+$/)
  for (const place of ['aurora', 'platform']) {
    expect(await whatBoHears(place)).toContain('"refusal":"not_found"')
    expect(await whatBoHears(place)).not.toContain('sequence')
  }
  await Promise.all([nils, bo].map((other) => other.context().close()))
})

/** From now on each reading of this window takes longer than a stale page waits before it is read once more. */
async function readSlowly(page: Page): Promise<{ begun: number; most: number }> {
  const readings = { begun: 0, most: 0 }
  let underWay = 0
  await page.route(/[?&]_rsc=/, async (route) => {
    readings.begun++
    readings.most = Math.max(readings.most, ++underWay)
    await page.waitForTimeout(3_000)
    underWay--
    await route.continue()
  })
  return readings
}
test('where the server is slow, what was done is shown all the same, and a link leads where it leads: one reading at a time', async ({ page, browser, complaints }) => {
  const nils = await another(browser, 'Nils', '/tenants/aurora/quotas', complaints)
  await expect(live(nils)).toBeVisible()
  const readings = await readSlowly(nils)
  await signIn(page, 'Ada')
  await change(page, 'aurora', '9')
  await expect(limitOfTraining(nils)).toHaveText('9')
  readings.begun = 0
  await change(page, 'aurora', '8')
  await expect.poll(() => readings.begun).toBeGreaterThan(0)
  const opening = nils.locator('header .quiet-bar')
  await nils.getByRole('link', { name: 'Namespaces', exact: true }).click()
  await expect(opening).toBeVisible()
  await expect(nils).toHaveURL('/tenants/aurora/namespaces')
  await expect(nils.getByRole('rowheader', { name: 'training' })).toBeVisible()
  await expect(opening).toBeHidden()
  expect(readings.most).toBeLessThanOrEqual(2)
  await nils.unrouteAll({ behavior: 'ignoreErrors' })
  await nils.context().close()
})
/** What somebody who does not see the page is told from here on. */
async function hearAll(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said: string[] = []
    Object.assign(window, { said })
    new MutationObserver((changes) => {
      for (const { target } of changes) said.push((target instanceof Element ? target : target.parentElement)?.closest('[role="status"], [role="alert"]')?.textContent ?? '')
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said)
}
test('after what one did oneself the page is read once, though the stream tells of it, too, and nobody is told of it as of something else', async ({ page }) => {
  await signIn(page, 'Ada')
  await page.goto('/tenants/aurora/quotas?open=change&namespace=training&resource=cpu')
  await expect(live(page)).toBeVisible()
  const readings = await readSlowly(page)
  const said = await hearAll(page)
  await page.getByRole('textbox', { name: 'Limit of cpu' }).fill('9')
  await page.getByRole('button', { name: 'Change quota' }).click()
  await confirm(page, /Change quota/)
  await expect(limitOfTraining(page)).toHaveText('9')
  await expect(live(page)).toBeVisible()
  expect(readings.begun).toBe(1)
  const all = await said()
  expect(all.join()).toContain('The limit of cpu in training is now 9 cores.')
  expect(all.join()).not.toContain('Something changed')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await change(page, 'aurora', '8')
})

test('while somebody types, the page waits for them and says so; a page whose reading is recorded waits always', async ({ page, browser, complaints }) => {
  const other = await another(browser, 'Bo', '/tenants/borealis/namespaces?open=create', complaints)
  const audit = await another(browser, 'Bo', '/tenants/borealis/audit', complaints)
  await expect(live(other)).toBeVisible()
  await expect(live(audit)).toBeVisible()
  const name = other.getByRole('textbox', { name: 'Name' })
  await name.fill('half-typed')
  await signIn(page, 'Bo')
  await page.goto('/tenants/borealis/namespaces?open=create')
  await page.getByRole('textbox', { name: 'Name' }).fill('made-meanwhile')
  await page.getByRole('textbox', { name: 'Title' }).fill('Made meanwhile')
  await page.getByRole('button', { name: 'Create namespace' }).click()
  await expectSeen(page.getByText(/Namespace made-meanwhile is there/))

  for (const waiting of [other, audit]) await expect(waiting.getByRole('status').filter({ hasText: 'Something changed' })).toBeVisible()
  await expect(other.getByText('made-meanwhile')).toBeHidden()
  await expect(name).toBeFocused()
  await other.getByRole('button', { name: 'Read again' }).click()
  await expectSeen(other.getByText('made-meanwhile'))
  await expect(name).toHaveValue('half-typed')
  await expect(other.getByText('Something changed')).toBeHidden()
  await audit.getByRole('button', { name: 'Read again' }).click()
  await expect(audit.getByText('Something changed')).toBeHidden()
  await Promise.all([other, audit].map((each) => each.context().close()))
})

test('a closed window frees its place, and signing out ends every window of that browser', async ({ page, context }) => {
  await expect.poll(() => watching()).toBe(0)
  await signIn(page, 'Ada')
  const second = await context.newPage()
  await second.goto('/tenants/aurora/quotas')
  await page.bringToFront()
  await expect(live(page)).toBeVisible()
  await expect(live(second)).toBeVisible()
  await expect.poll(() => watching()).toBe(2)
  await second.close()
  await expect.poll(() => watching()).toBe(1)
  const third = await context.newPage()
  await third.goto('/tenants/aurora/quotas')
  await expect(live(third)).toBeVisible()
  await page.getByRole('button', { name: 'Ada Aurora, your menu' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/sign-in')
  await expect(third.getByText(/You were signed out\. Showing \d\d:\d\d UTC\./)).toBeVisible()
  await expect.poll(() => watching()).toBe(0)
})

test('nobody looks for a minute: the stream is let go, and taken up again when somebody looks', async ({ page }) => {
  await signIn(page, 'Ada')
  await page.clock.install()
  await page.goto('/tenants/aurora/quotas')
  await page.clock.fastForward(5_000)
  await expect(live(page)).toBeVisible()
  const look = (visibility: 'hidden' | 'visible') => page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: now })
    document.dispatchEvent(new Event('visibilitychange'))
  }, visibility)
  await look('hidden')
  await page.clock.fastForward(30_000)
  await expect.poll(() => watching()).toBe(1)
  await page.clock.fastForward(31_000)
  await expect.poll(() => watching()).toBe(0)
  await expect(live(page)).toBeHidden()
  await look('visible')
  await expect(live(page)).toBeVisible()
})

test('offline, what is shown stays and is dated; back online it goes on by itself', async ({ page, context, complaints }) => {
  await signIn(page, 'Ada')
  await page.goto('/tenants/aurora/quotas')
  await expect(live(page)).toBeVisible()
  await context.setOffline(true)
  const line = page.getByRole('status').filter({ hasText: /^You are offline\. Showing \d\d:\d\d UTC\.$/ })
  await expect(line).toHaveCount(1)
  await expect(page.getByRole('grid')).toContainText('nvidia.com/gpu')
  await context.setOffline(false)
  await expect(line).toHaveCount(0)
  await expect(live(page)).toBeVisible({ timeout: 90_000 })
  complaints.splice(0, complaints.length, ...complaints.filter((says) => !says.includes('ERR_INTERNET_DISCONNECTED')))
})

test('the web process stops at once though somebody listens, and they come back to the next one', async ({ page, complaints }) => {
  const first = await startAlone()
  await signIn(page, 'Ada', first.address)
  await page.goto(`${first.address}/tenants/aurora/quotas`)
  await expect(live(page)).toBeVisible()
  await expect.poll(() => watching(first.metrics)).toBe(1)
  // What has not ended after ten seconds is cut off: then it was not told.
  expect(await first.stop()).toBeLessThan(10)
  await expect(page.getByText(/Bailiwick does not answer\. Showing \d\d:\d\d UTC\./)).toBeVisible()
  await expect(page.getByRole('grid')).toContainText('nvidia.com/gpu')
  // So does one to a file, which says that there is none.
  await page.getByRole('link', { name: 'All quotas as CSV' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Bailiwick does not answer: nothing was taken out.' })).toBeVisible()
  // A link that nothing answers leaves the page as it is and says so; it leads where it leads when something does.
  await page.getByRole('link', { name: 'Namespaces', exact: true }).click()
  await expect(page.getByText(/Showing \d\d:\d\d UTC\. What you opened comes as soon as it does\./)).toBeVisible()
  await expect(page.getByRole('grid')).toContainText('nvidia.com/gpu')
  const next = await startAlone({}, first.port)
  await expect(page.getByRole('heading', { level: 1, name: 'Namespaces' })).toBeVisible({ timeout: 90_000 })
  await expect(live(page)).toBeVisible({ timeout: 90_000 })
  await expect(page.getByText('Bailiwick does not answer.')).toBeHidden()
  complaints.splice(0, complaints.length, ...complaints.filter((says) => !/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_EMPTY_RESPONSE/.test(says)))
  await next.stop()
})
