/** Not a story: `npm run bench -- pages` grows the demo’s world and prints how quick its key pages are in a real browser, beside what they are to be. */
import { expect, type Page, test } from '@playwright/test'
import { anyShort, tell } from '../server/bench/figures'
import { grown, growWorld } from './grow'
import { signIn } from './people'
import { KiB, weigh } from './weigh'

const runs = 7
const median = (of: readonly number[]): number => [...of].sort((a, b) => a - b)[Math.floor(of.length / 2)] ?? Number.NaN
const tenant = `/tenants/${grown.tenant}`
const keyPages = { home: tenant, allocations: `${tenant}/allocations?tab=all`, quotas: `${tenant}/quotas`, inbox: `${tenant}/requests`, audit: `${tenant}/audit` } as const
const goals = { lcpMs: 1_250, interactionMs: 100, filterMs: 300, shift: 0.02, listKiB: 60, chartKiB: 110, ratio: 1.5 } as const

type Seen = { lcp: number; shift: number; worst: number }
/** What the browser says of a page as it happens: from before its first byte on. */
const watch = (page: Page) => page.addInitScript(() => {
  const seen = { lcp: 0, shift: 0, worst: 0 }
  Object.assign(window, { seen })
  new PerformanceObserver((list) => { for (const { startTime } of list.getEntries()) seen.lcp = startTime }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => { for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) if (!entry.hadRecentInput) seen.shift += entry.value }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => { for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[]) if (entry.interactionId > 0) seen.worst = Math.max(seen.worst, entry.duration) }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
})
const seenOn = (page: Page) => page.evaluate(() => (window as unknown as { seen: Seen }).seen)
const settled = (page: Page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 150))))

test('how quick the pages are', async ({ browser }) => {
  test.setTimeout(1_800_000)
  await growWorld()
  const context = await browser.newContext()
  const page = await context.newPage()
  await signIn(page, 'Ada')

  for (const [name, path] of Object.entries(keyPages)) {
    const found: Seen[] = []
    for (let n = 0; n < runs; n++) {
      const visit = await context.newPage()
      await watch(visit)
      await visit.goto(path, { waitUntil: 'networkidle' })
      await settled(visit)
      const loaded = await seenOn(visit)
      await session(visit)
      found.push({ ...(await seenOn(visit)), lcp: loaded.lcp })
      await visit.close()
    }
    const [lcp, worst, shift] = [median(found.map((of) => of.lcp)), median(found.map((of) => of.worst)), median(found.map((of) => of.shift))]
    tell(`${name}: largest paint`, lcp, 'ms', { goal: `≤ ${goals.lcpMs}`, holds: lcp > 0 && lcp <= goals.lcpMs })
    tell(`${name}: worst interaction`, worst, 'ms', { goal: `≤ ${goals.interactionMs}`, holds: worst <= goals.interactionMs })
    tell(`${name}: shift`, shift, '', { goal: `≤ ${goals.shift}`, holds: shift <= goals.shift })
  }

  for (const [name, path, typed] of [['allocations', keyPages.allocations, 'train-09'], ['quotas', keyPages.quotas, 'grown-42']] as const) {
    const times: number[] = []
    for (let n = 0; n < runs; n++) {
      await page.goto(path, { waitUntil: 'networkidle' })
      const wanted = `${typed}${n}`
      await page.getByRole('searchbox').first().fill(wanted)
      const began = performance.now()
      await page.keyboard.press('Enter')
      await page.waitForFunction((says) => {
        const rows = [...document.querySelectorAll('main tbody th')].map((row) => row.textContent ?? '').filter((row) => !row.startsWith('The tenant'))
        return rows.length > 0 && rows.every((row) => row.startsWith(says))
      }, wanted, { polling: 'raf' })
      times.push(performance.now() - began)
    }
    tell(`${name}: filter change`, median(times), 'ms', { goal: `≤ ${goals.filterMs}`, holds: median(times) <= goals.filterMs })
  }

  const bare = await weigh(browser, null, '/parts/bare')
  for (const [name, path, most] of [...Object.entries(keyPages).map(([name, path]) => [name, path, goals.listKiB] as const), ['use, with charts', `${tenant}/use`, goals.chartKiB] as const]) {
    const more = ((await weigh(browser, 'Ada', path)) - bare) / KiB
    tell(`${name}: scripts beyond a bare page`, more, 'KiB', { goal: `≤ ${most}`, holds: more <= most })
  }

  const few = await pageOf(page, '/tenants/borealis/allocations?tab=all', 'Bo')
  const many = await pageOf(page, keyPages.allocations, 'Ada')
  tell(`a page of 50 of ${grown.allocations.toLocaleString('en')}, beside one of some hundred`, many, 'ms', { ratio: many / few, goal: `≤ ${goals.ratio} times`, holds: many / few <= goals.ratio })
  await context.close()
  expect(anyShort(), 'something is slower or heavier than it is to be').toBe(false)
})

/** What somebody does on a page: looks for something, moves through its rows, opens the palette and puts it away. */
async function session(page: Page): Promise<void> {
  const press = async (...keys: string[]) => { for (const key of keys) await page.keyboard.press(key) }
  await press('/')
  await page.keyboard.type('tr', { delay: 60 })
  await press('Escape', 'Tab', 'Tab', 'ArrowDown', 'ArrowDown')
  await press('Control+k')
  await page.getByRole('combobox').first().waitFor()
  await page.keyboard.type('quo', { delay: 60 })
  await press('ArrowDown', 'Escape')
  await settled(page)
}

/** How long the server takes for a page of a list, and for the one after it, as somebody who may see it: the page alone, and no browser’s work. */
async function pageOf(page: Page, path: string, who: 'Ada' | 'Bo'): Promise<number> {
  await page.context().clearCookies()
  await signIn(page, who)
  await page.goto(path)
  const next = await page.getByRole('navigation', { name: 'Pages of allocations' }).getByRole('link', { name: 'Next' }).getAttribute('href')
  const times: number[] = []
  for (let n = 0; n < 2 * runs; n++) times.push(await page.evaluate(async (of) => {
    const began = performance.now()
    await (await fetch(of)).text()
    return performance.now() - began
  }, n % 2 === 0 ? path : (next ?? path)))
  return median(times)
}
