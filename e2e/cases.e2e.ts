/** From what looks wrong to what it was, and what is done about it meanwhile: what its tenant sees of it, and says. Only the half hour before, and the grace, are brought about. */
import type { Page } from '@playwright/test'
import { askFor, release } from './asking'
import { expectNoFindings } from './findings'
import { graceOver, makeRoom, standIdle, takeRoom } from './owner'
import { confirm, elevate, expect, expectSeen, people, signIn, test } from './people'

// A name that begins so is of work whose simulated cluster says that it uses nothing.
const [namespace, name] = [`ladder-${Date.now().toString(36)}`, `spare-${Date.now().toString(36)}`]
const room = { tenant: 'borealis', namespace, developer: people.Bo.email }
test.beforeAll(() => makeRoom(room))
test.afterAll(() => takeRoom(room))

/** Read again until it is so: the engine looks every few seconds. */
const until = (page: Page, isSo: () => Promise<void>) => expect(async () => {
  await page.reload()
  await isSo()
}).toPass({ timeout: 90_000 })
const seen = (page: Page, words: string | RegExp) => expectSeen(page.getByRole('main').getByText(words))
const countdown = (page: Page) => expect(page.getByRole('main').getByRole('timer')).toHaveText(/^In \d+:\d\d$/)
const part = (page: Page) => page.getByRole('table', { name: 'Reclaim what is idle: allocations' }).getByRole('row', { name: new RegExp(`^${name} ${namespace}`) }).first()

test('GPUs that stand unused become a case of their tenant, which is read with its evidence and closed with what it was, by the keyboard', async ({ page }) => {
  test.setTimeout(180_000)
  await standIdle('idle-bench', 31)
  await signIn(page, 'Pia')
  await elevate(page)
  await expect(async () => {
    await page.goto('/platform/cases?kind=allocations.squatting')
    await expect(page.getByRole('row', { name: /Holds GPUs unused aurora/ })).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 90_000 })
  await expect(page.getByRole('row', { name: /^Holds GPUs unused None of its GPUs/ })).toContainText('In force')
  await page.getByRole('link', { name: 'Holds GPUs unused' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'aurora holds GPUs unused' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Evidence' }).getByRole('row', { name: /1 GPU, since .+ ago idle-bench training/ }).first()).toBeVisible()
  await page.getByRole('radio', { name: 'It was so' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('textbox', { name: 'Note' }).fill('Kept at hand for the morning.')
  await page.keyboard.press('Control+Enter')
  await expectSeen(page.getByText('There was a good reason', { exact: true }))
  await expectSeen(page.getByText(/^By Pia .*: Kept at hand for the morning\.$/))
  await page.goto('/platform/cases?tab=closed')
  await expect(page.getByRole('row', { name: /Holds GPUs unused aurora There was a good reason/ })).toBeVisible()
})
test('an auditor reads cases and closes none, and is told why; nobody in a tenant is shown any', async ({ page, browser }) => {
  await signIn(page, 'Sol')
  await page.goto('/platform/cases?tab=closed')
  await expect(page.getByRole('heading', { level: 1, name: 'Cases' })).toBeVisible()
  const context = await browser.newContext()
  const ada = await context.newPage()
  await signIn(ada, 'Ada')
  await ada.goto('/platform/cases')
  await expect(ada.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible()
  await context.close()
})
test('a platform admin reclaims what stands unused with a passkey and undoes it; the tenant sees what is done to it, and what it says it needs is left alone', async ({ page, browser }) => {
  test.setTimeout(420_000)
  const context = await browser.newContext()
  const bo = await context.newPage()
  await signIn(bo, 'Bo')
  await askFor(bo, { tenant: 'borealis', name, namespace, gpus: '2', hours: '8' })
  const allocation = bo.url()
  await until(bo, () => seen(bo, /^Running$/))
  await standIdle(name, 31)

  await signIn(page, 'Pia')
  await elevate(page)
  await page.goto('/platform/cases?kind=allocations.squatting')
  await until(page, () => expect(page.getByRole('row', { name: /Holds GPUs unused borealis New/ })).toBeVisible({ timeout: 2_000 }))
  await page.getByRole('row', { name: /Holds GPUs unused borealis/ }).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'borealis holds GPUs unused' })).toBeVisible()
  const file = page.url().split('/').at(-1) ?? ''
  await page.goto(page.url())
  await expect(page.getByRole('radio', { name: 'Tell the tenant' })).toBeEnabled()
  await page.keyboard.press('3')
  await expect(page.getByRole('radio', { name: 'Reclaim what is idle' })).toBeChecked()
  await expect(page.getByRole('table', { name: 'What would be reclaimed' }).getByRole('row', { name: new RegExp(`^${name} ${namespace} Bo .* 2 `) })).toBeVisible()
  await expectNoFindings(page)
  await page.getByRole('button', { name: 'Reclaim 1 allocation with 2 GPUs' }).click()
  await confirm(page, 'Reclaim 1 allocation with 2 GPUs of borealis')
  await expect(part(page)).toContainText('Stands unused')
  await countdown(page)

  await bo.goto('/tenants/borealis/cases')
  await bo.getByRole('row', { name: /^Holds GPUs unused Acting/ }).getByRole('link').click()
  await expect(bo.getByRole('heading', { level: 1, name: 'Holds GPUs unused' })).toBeVisible()
  await expect(part(bo)).toContainText('Stands unused')
  await countdown(bo)
  await expectNoFindings(bo)
  const own = bo.url()

  await graceOver('borealis')
  await until(page, () => expect(part(page)).toContainText('Reclaimed', { timeout: 2_000 }))
  await bo.goto(allocation)
  await seen(bo, /^Reclaimed$/)
  await page.getByRole('button', { name: 'Undo: Reclaim what is idle' }).click()
  await expect(part(page)).toContainText('Given back as it was', { timeout: 60_000 })
  await until(bo, () => seen(bo, /^Running$/))

  await page.keyboard.press('2')
  await page.getByRole('button', { name: 'Ask the tenant' }).click()
  await expectSeen(page.getByText('Waits for an answer'))
  await bo.goto(own)
  await bo.getByRole('textbox', { name: 'Because' }).fill('A run begins at noon.')
  await bo.getByRole('button', { name: 'Keep it' }).click()
  await expectSeen(bo.getByText(/by Bo .*: A run begins at noon\.$/))

  await standIdle(name, 31)
  await page.goto(`/platform/cases/${file}`)
  await expectSeen(page.getByText(/by Bo .*: A run begins at noon\.$/))
  await expect(page.getByRole('radio', { name: 'Tell the tenant' })).toBeEnabled()
  await page.keyboard.press('3')
  await page.getByRole('button', { name: 'Reclaim 1 allocation with 2 GPUs' }).click()
  await confirm(page, 'Reclaim 1 allocation with 2 GPUs of borealis')
  await expectSeen(page.getByText('The tenant said that it needs what it has, and that time is not over.'))

  await page.goto(`/platform/cases/${file}`)
  await page.getByRole('radio', { name: 'There was a good reason' }).check()
  await page.getByRole('button', { name: 'Close case' }).click()
  await expectSeen(page.getByText('There was a good reason', { exact: true }))
  await bo.goto(allocation)
  await release(bo, name)
  // What stands on every page until its owner says that they know is nobody else's to read.
  const know = bo.getByRole('button', { name: new RegExp(`^I know: .* ${name} `) })
  await expect(async () => {
    if (await know.count()) await know.first().click({ timeout: 2_000 })
    await expect(know).toHaveCount(0, { timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
  await context.close()
})
test('nobody of another tenant is shown a case, and whoever is no admin is told whom to ask', async ({ page, browser }) => {
  await signIn(page, 'Ada')
  await page.goto('/tenants/borealis/cases')
  await expect(page.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible()
  const context = await browser.newContext()
  const nils = await context.newPage()
  await signIn(nils, 'Nils')
  await nils.goto('/tenants/aurora/cases')
  await expectSeen(nils.getByText(/see what the platform saw of the tenant/))
  await context.close()
})
