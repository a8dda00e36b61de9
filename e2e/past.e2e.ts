import type { Page } from '@playwright/test'
import { expectNoFindings } from './findings'
import { keyboard } from './hands'
import { confirm, expect, expectSeen, signIn, test } from './people'
import { limitIn } from './quota-cells'

const past = (page: Page) => page.getByRole('region', { name: 'The past' })
const place = async (page: Page): Promise<string> => {
  const name = `long-ago-${Date.now().toString(36)}`
  await page.goto('/tenants/aurora/namespaces?open=create')
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('textbox', { name: 'Title' }).fill('Of another time')
  await page.getByRole('button', { name: 'Create namespace' }).click()
  await expectSeen(page.getByText(`Namespace ${name} is there.`, { exact: false }))
  return name
}
async function setCpu(page: Page, name: string, from: string, to: string): Promise<void> {
  await page.goto(`/tenants/aurora/quotas?open=change&namespace=${name}&resource=cpu`)
  await page.getByLabel('Limit of cpu').fill(to)
  await page.getByRole('button', { name: 'Change quota' }).click()
  await confirm(page, `aurora/${name}: cpu ${from} cores → ${to} cores`)
  await expectSeen(page.getByText(`is now ${to} cores.`))
}

test('a quota is looked at as it was before it was changed: nothing can be done there, links stay there, and one gets back to now', async ({ page }) => {
  await signIn(page, 'Ada')
  const name = await place(page)
  await page.goto(`/tenants/aurora/quotas?find=${name}`)
  await expect(limitIn(page, name, 'cpu')).toHaveText('0')
  const before = new Date().toISOString()
  await setCpu(page, name, '0', '2')

  const streams: string[] = []
  page.on('request', (request) => { if (request.url().includes('tenants.watch')) streams.push(request.url()) })
  await page.goto(`/tenants/aurora/quotas?find=${name}&asOf=${before}`)
  await expect(past(page)).toContainText(`As of ${before.slice(0, 10)} ${before.slice(11, 19)} UTC.`)
  await expect(limitIn(page, name, 'cpu')).toHaveText('0')
  await expect(page.getByRole('heading', { name: 'Draft' })).toBeHidden()
  await expect(page.getByRole('link', { name: /^Ask for more/ })).toBeHidden()
  await expect(page.getByText(/^as of \d\d:/)).toBeHidden()
  await expectNoFindings(page)

  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Members', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Members' })).toBeVisible()
  await expect(page).toHaveURL(/asOf=/)
  await expect(past(page)).toContainText('As of')
  await expect(page.getByRole('table', { name: 'Members' }).getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link', { name: 'Give role' })).toBeHidden()
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Requests', exact: true }).click()
  await expect(page.getByText('This page is of now: what it was is not kept.')).toBeVisible()

  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Namespaces', exact: true }).click()
  await page.getByRole('rowheader', { name }).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Of another time' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Change namespace' })).toBeHidden()
  await expect(page.getByRole('button', { name: /^(Freeze|Delete)/ })).toHaveCount(0)
  await expect(page.getByText('are not kept of the past')).toBeVisible()
  await expectNoFindings(page)
  expect(streams).toEqual([])
  await past(page).getByRole('link', { name: 'Back to now' }).click()
  await expect(past(page)).toBeHidden()
  await expect(page).not.toHaveURL(/asOf=/)
  await expect(page.getByRole('main').getByRole('link', { name: 'Change namespace' })).toBeVisible()
  await expect.poll(() => streams.length).toBeGreaterThan(0)
  await page.goto(`/tenants/aurora/quotas?find=${name}`)
  await expect(limitIn(page, name, 'cpu')).toHaveText('2')
  await setCpu(page, name, '2', '0')
})

test('from the record of a deed one gets to what was there at its moment, which later deeds do not change', async ({ page }) => {
  await signIn(page, 'Ada')
  const name = await place(page)
  await setCpu(page, name, '0', '3')
  await setCpu(page, name, '3', '0')
  // A record is found a second or so after the fact.
  const panel = page.getByRole('complementary', { name: `quotas.change of ${name} / cpu` })
  await expect(async () => {
    await page.goto(`/tenants/aurora/audit?${new URLSearchParams({ query: `resource:quotas verb:change namespace:${name} outcome:done since:1h` })}`)
    const found = page.getByRole('table', { name: 'Records' }).getByRole('row').filter({ hasText: 'quotas.change' })
    await expect(found).toHaveCount(2, { timeout: 1_000 })
    // The newest is first.
    await found.last().getByRole('link').click()
    await expect(panel).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await panel.getByRole('region', { name: 'As of this moment' }).getByRole('link', { name: `Namespace ${name}` }).click()
  await expect(past(page)).toContainText('As of')
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Quotas', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Quotas' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Name of a namespace' }).fill(name)
  await expect(page).toHaveURL(new RegExp(`find=${name}.*asOf=`))
  await expect(limitIn(page, name, 'cpu')).toHaveText('3')
})

test('with the keyboard alone one looks back, and is told why where nothing is known', async ({ page }) => {
  await signIn(page, 'Bo')
  await page.goto('/tenants/borealis/allocations')
  await expect(page.getByRole('heading', { level: 1, name: 'Allocations' })).toBeVisible()
  const summary = page.getByText('Look back', { exact: true })
  for (let presses = 0; presses < 60 && !(await summary.evaluate((own) => own === document.activeElement)); presses++) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expectNoFindings(page)
  await page.getByLabel('Day').fill('2020-01-01')
  await keyboard(page).press('Look')
  await expect(page.getByRole('heading', { name: 'What was here at that moment is not known: its history begins later.' })).toBeVisible()
  await expect(page.getByText('It is known since')).toBeVisible()
  await page.getByLabel('Day').fill('2099-01-01')
  await keyboard(page).press('Look')
  await expect(page.getByRole('heading', { name: 'That moment has not come yet.' })).toBeVisible()
  await page.goto('/tenants/borealis/allocations?asOf=yesterday')
  await expect(page.getByRole('heading', { name: 'That is no moment.' })).toBeVisible()
  await expectNoFindings(page)
  await page.goto(`/tenants/borealis/allocations?asOf=${new Date().toISOString()}`)
  await expect(past(page)).toBeVisible()
  await past(page).getByRole('button', { name: 'A day later' }).hover()
  await expect(page.getByRole('tooltip').filter({ hasText: 'That moment has not come yet.' })).toBeVisible()
  await keyboard(page).follow('Back to now')
  await expect(past(page)).toBeHidden()
})
