import type { Locator, Page } from '@playwright/test'
import { expect, signIn, test } from './people'

type Answer = { status: number; type: string | null; text: string }
const get = (page: Page, href: string): Promise<Answer> => page.evaluate(async (at) => {
  const response = await fetch(at)
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}, href)
const hrefOf = async (page: Page, of: string, form: 'CSV' | 'JSON') => (await page.getByRole('link', { name: `All ${of} as ${form}` }).getAttribute('href')) ?? ''
/** The first column of every page, from this one on. */
async function walked(page: Page): Promise<string[]> {
  const names: string[] = []
  for (;;) {
    await expect(page.getByRole('main').getByRole('rowheader').first()).toBeVisible()
    names.push(...(await page.getByRole('main').getByRole('rowheader').allTextContents()))
    const next = page.getByRole('link', { name: 'Next', exact: true })
    if ((await next.count()) === 0) return names
    const href = await next.getAttribute('href')
    await next.click()
    await expect(page).toHaveURL(href ?? '')
  }
}

test('a list is taken out as it is narrowed: every row of all its pages, once, and nothing that is not one’s own', async ({ page }) => {
  await signIn(page, 'Bo')
  await page.goto('/tenants/borealis/allocations?tab=all')
  const [csv, json] = [await hrefOf(page, 'allocations', 'CSV'), await hrefOf(page, 'allocations', 'JSON')]
  const shown = await walked(page)
  const table = await get(page, csv)
  expect(table).toMatchObject({ status: 200, type: 'text/csv; charset=utf-8' })
  const whole = JSON.parse((await get(page, json)).text) as { rows: { name: string }[]; cutOffAfter: number | null }
  expect(whole.cutOffAfter).toBeNull()
  expect(whole.rows.map(({ name }) => name)).toEqual(shown)
  expect(table.text.trimEnd().split('\r\n')).toHaveLength(shown.length + 1)

  await page.goto('/tenants/borealis/quotas?find=training')
  const rows = JSON.parse((await get(page, await hrefOf(page, 'quotas', 'JSON'))).text).rows as { namespace: string | null }[]
  expect([...new Set(rows.map(({ namespace }) => namespace))]).toEqual([null, 'training'])
  for (const of of ['namespaces', 'members', 'requests']) {
    await page.goto(`/tenants/borealis/${of}`)
    expect((await get(page, (await page.getByRole('link', { name: `All ${of} as CSV` }).count()) === 0 ? `/api/lists?list=${of}&form=csv&tenant=borealis` : await hrefOf(page, of, 'CSV'))).status).toBe(200)
  }

  for (const [href, status] of [[csv.replace('borealis', 'aurora'), 404], [csv.replace('allocations', 'secrets'), 400], [csv.replace('csv', 'exe'), 400], [`${csv}&role=tenant_admin`, 400], [`${csv}&tenant=aurora`, 400]] as const) {
    expect([href, (await get(page, href)).status]).toEqual([href, status])
  }
  await page.context().clearCookies()
  expect((await get(page, csv)).status).toBe(401)
})

test('the lists of the platform are taken out by whoever works there, as they are narrowed, and by nobody else', async ({ page, context }) => {
  await signIn(page, 'Pia')
  for (const [at, of] of [['tenants', 'tenants'], ['organisations', 'organisations'], ['fleet', 'nodes'], ['requests?tab=decided', 'requests'], ['staff', 'staff'], ['people', 'people']] as const) {
    await page.goto(`/platform/${at}`)
    const [csv, json] = [await get(page, await hrefOf(page, of, 'CSV')), await get(page, await hrefOf(page, of, 'JSON'))]
    expect([of, csv.status, csv.type]).toEqual([of, 200, 'text/csv; charset=utf-8'])
    const { rows } = JSON.parse(json.text) as { rows: Record<string, unknown>[] }
    const [head = '', ...lines] = csv.text.trimEnd().split('\r\n')
    // A cell may hold lines of its own. What is no field of a row is a figure of one, in the unit that its heading says.
    expect([of, rows.length > 0, lines.length >= rows.length, head.split(',').filter((column) => rows.every((row) => !(column in row)))]).toEqual([of, true, true, of === 'nodes' ? ['gpuMemoryGiB', 'gpus', 'cores', 'coresFree', 'memoryGiB', 'memoryFreeGiB'] : []])
  }
  await page.goto('/platform/tenants?isolation=3&sort=-created')
  const narrowed = JSON.parse((await get(page, await hrefOf(page, 'tenants', 'JSON'))).text) as { rows: { tenant: string; isolationLevel: number }[] }
  expect(new Set(narrowed.rows.map(({ isolationLevel }) => isolationLevel))).toEqual(new Set([3]))
  await expect(page.getByRole('main').getByRole('rowheader')).toHaveText(narrowed.rows.map(({ tenant }) => new RegExp(tenant)))
  await page.goto('/platform/tenants')
  const tenants = await hrefOf(page, 'tenants', 'CSV')
  for (const [href, status] of [[tenants.replace('=tenants', '=quotas'), 400], [tenants.replace('=tenants', '=toString'), 400], [`${tenants}&tenant=aurora`, 400], [`${tenants}&asOf=2026-01-01T00:00Z`, 400]] as const) expect([href, (await get(page, href)).status]).toEqual([href, status])
  await context.clearCookies()
  await signIn(page, 'Bo')
  expect((await get(page, tenants)).status).toBe(404)
})

test('what the columns are called stays below the bar while a list goes on, and whatever the keyboard comes to is below that; a list that is wider than its place scrolls in it', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 600 })
  await signIn(page, 'Bo')
  await page.goto('/tenants/borealis/allocations?tab=all')
  const [head, rows] = [page.getByRole('columnheader').first(), page.getByRole('main').getByRole('rowheader')]
  await expect.poll(() => rows.count()).toBeGreaterThan(30)
  const topOf = async (part: Locator) => Math.round((await part.boundingBox())?.y ?? 0)
  await expect(async () => {
    await rows.nth(29).getByRole('link').focus()
    for (let back = 0; back < 24; back++) await page.keyboard.press('k')
    await expect(rows.nth(5).getByRole('link')).toBeFocused()
  }).toPass()
  const bar = Math.round(await page.locator('header').evaluate((own) => own.getBoundingClientRect().bottom))
  expect(await topOf(head)).toBe(bar)
  const { height } = await head.boundingBox() ?? { height: 0 }
  expect(await topOf(rows.nth(5).getByRole('link'))).toBeGreaterThanOrEqual(bar + Math.floor(height))
  // In half of the room the columns are held in it, and go on sideways.
  await page.setViewportSize({ width: 800, height: 600 })
  await expect.poll(() => page.locator('[data-rows]').evaluate((own) => [getComputedStyle(own).overflowX, own.scrollWidth > own.clientWidth])).toEqual(['auto', true])
})
