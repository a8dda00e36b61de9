/** The reference of the machine door, for whoever writes a script: a page without a script, in both themes. */
import { violations } from './findings'
import { expect, test } from './people'

const at = process.env.MACHINE_ADDRESS ?? ''

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the reference has no findings in the ${colorScheme} theme, at any width, and leads to each address`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.goto(`${at}/v1`)
    await expect(page.getByRole('heading', { level: 1, name: 'Bailiwick for machines: REST v1' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    const colours = await page.evaluate(() => [getComputedStyle(document.documentElement).backgroundColor, getComputedStyle(document.body).color])
    expect(colours[0]).not.toBe(colours[1])
    await page.getByRole('link', { name: 'POST /v1/tenants/{tenant}/allocations', exact: true }).click()
    await expect(page.getByRole('heading', { level: 2, name: 'POST /v1/tenants/{tenant}/allocations', exact: true })).toBeInViewport()
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  })
}
test('what a problem names as its type is explained there', async ({ page, request }) => {
  const { type } = (await (await request.get(`${at}/v1/tenants/aurora/quotas`)).json()) as { type: string }
  await page.goto(`${at}${type}`)
  await expect(page.getByRole('row', { name: 'not_signed_in' })).toBeInViewport()
  const document = await request.get(`${at}/v1/openapi.json`)
  expect([document.status(), (await document.json() as { openapi: string }).openapi]).toEqual([200, '3.1.1'])
})
