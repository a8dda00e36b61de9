import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { askFor, release, writeWish } from './asking'
import { keyboard } from './hands'
import { confirm, expect, people, signIn, test } from './people'

const fresh = (name: string) => `${name}-${Date.now().toString(36)}`
const preview = (page: Page) => page.getByRole('region', { name: 'What would happen' })
const checks = (page: Page, label = 'Checks') => page.getByRole('list', { name: label })

/** With everything open that is shut on the first look, in both themes, and as narrow as a page may become. */
async function expectNoFindings(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    // A button on its way from one theme to the other has the contrast of neither.
    await page.evaluate(() => Promise.allSettled(document.getAnimations().filter((moving) => moving instanceof CSSTransition).map(({ finished }) => finished)))
    const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze()
    expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))).toEqual([])
  }
  const size = page.viewportSize() ?? { width: 1280, height: 720 }
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  await page.setViewportSize(size)
}

/** The tenant has 8 GPUs that no namespace was given; this is the only story that gives some, and it takes them back. */
async function limitGpus(page: Page, wanted: string): Promise<void> {
  await page.goto('/tenants/aurora/quotas?open=change&namespace=serving&resource=nvidia.com%2Fgpu')
  const limit = page.getByLabel('Limit of nvidia.com/gpu')
  await expect(page.getByRole('button', { name: 'Change quota' })).toBeEnabled()
  if ((await limit.inputValue()) === wanted) return
  await limit.fill(wanted)
  await page.getByRole('button', { name: 'Change quota' }).click()
  await confirm(page, /Change quota of aurora\/serving/)
  await expect(page.getByText(`The limit of nvidia.com/gpu in serving is now ${wanted}.`).first()).toBeVisible()
}

test('what would happen is said while one types, and a change that gets further is one press away', async ({ page }) => {
  await signIn(page, 'Ada')
  await limitGpus(page, '9')
  await page.goto('/tenants/aurora/allocations/new')
  await writeWish(page, { name: fresh('sweep'), namespace: 'serving', gpus: '1' })
  await expect(preview(page).getByText('It would be admitted', { exact: true })).toBeVisible()
  await expect(checks(page).getByRole('listitem').filter({ hasText: /^Passed: Every account on the way has room\./ })).toBeVisible()
  const gpus = page.getByRole('textbox', { name: 'GPUs per pod' })
  await gpus.fill('9')
  await expect(preview(page).getByText('It would be held', { exact: true })).toBeVisible()
  await expect(preview(page).getByText('More than 8 devices at once need somebody’s yes; this is 9.').first()).toBeVisible()
  await expect(preview(page).getByText('The platform would be asked for a yes: nobody says yes to what they ask for themselves.')).toBeVisible()
  await gpus.fill('lots')
  await expect(preview(page).getByText('Something in the form cannot be read yet: once it can, every check is asked.')).toBeVisible()
  await gpus.fill('10')
  await expect(preview(page).getByText('It would be refused', { exact: true })).toBeVisible()
  await expectNoFindings(page)
  await expect(preview(page).getByText('Quota exceeded: GPU limit 9, used 0, requested 10').first()).toBeVisible()
  await expect(preview(page).getByText('Ask for less, release something, say that it may wait, or ask for more quota.')).toBeVisible()
  // What others have left free is told in halves.
  await preview(page).getByRole('button', { name: '5 GPUs per pod: admitted' }).click()
  await expect(gpus).toHaveValue('5')
  await expect(preview(page).getByText('It would be admitted', { exact: true })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^It would be admitted\.$/ })).toBeAttached()
  await limitGpus(page, '4')
})

test('a tenant admin asks, reads how it was decided, extends it and releases it, with the keyboard alone', async ({ page }) => {
  const name = fresh('tune')
  await signIn(page, 'Ada')
  const { follow, press, write } = keyboard(page)
  await follow('Allocations')
  await expect(page.getByRole('heading', { level: 1, name: 'Allocations' })).toBeVisible()
  await follow('Ask for GPUs', page.getByRole('main'))
  await expect(page.getByRole('heading', { level: 1, name: 'Ask for GPUs' })).toBeVisible()
  await write('Name', name)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('combobox', { name: 'Namespace' })).toBeFocused()
  await page.keyboard.type('serving')
  await write(/^GPUs per pod/, '1')
  await write(/^Hours/, '2')
  await write(/^Purpose/, 'A story told by a test')
  await expect(preview(page).getByText('It needs the label cost-center.').first()).toBeVisible()
  await press('Ask for GPUs')
  const center = page.getByRole('textbox', { name: 'Cost center' })
  await expect(center).toBeFocused()
  await expect(center).toHaveAccessibleDescription(/It needs the label cost-center\. Add the label\./)
  await page.keyboard.type('stories')
  await expect(preview(page).getByText('It would be admitted', { exact: true })).toBeVisible()
  await page.keyboard.press('Control+Enter')

  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText('Admitted').first()).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: people.Ada.name })).toBeVisible()
  const trace = checks(page, 'Checks of asked')
  await expect(trace.getByText('Nothing else in the namespace is called', { exact: false })).toBeVisible()
  await expect(trace.getByText(/Nothing was said of cpu: a pod here then asks for 1\./)).toBeVisible()
  const looked = trace.getByText('What was looked at for quota')
  for (let presses = 0; presses < 60 && !(await looked.evaluate((element) => element === document.activeElement)); presses++) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const room = page.getByRole('table', { name: 'Room for quota' })
  await expect(room.getByRole('row', { name: /^Tenant GPU 16 16 / })).toBeVisible()
  await expect(room.getByRole('row', { name: /^Organisation GPU Fits$/ })).toBeVisible()
  await trace.locator('details').evaluateAll((all) => { for (const each of all) each.setAttribute('open', '') })
  await expectNoFindings(page)

  const ends = page.getByRole('term').filter({ hasText: /^Ends$/ }).locator('xpath=following-sibling::dd')
  const before = await ends.textContent()
  await press('Extend')
  const later = page.getByRole('dialog', { name: `Extend ${name}` })
  await write('Later by', '999', later)
  await press('Extend allocation', later)
  await expect(later.getByText('It would last longer than anything may.')).toBeVisible()
  await expectNoFindings(page)
  await write('Later by', '3', later)
  await press('Extend allocation', later)
  await expect(later).toBeHidden()
  await expect(ends).not.toHaveText(before ?? '')

  await expect(page.getByRole('button', { name: 'Search' })).toBeEnabled()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('release')
  await expect(page.getByRole('option', { name: 'Release' })).toBeVisible()
  await page.keyboard.press('Enter')
  await press('Release allocation', page.getByRole('dialog', { name: `Release ${name}` }))
  await expect(page.getByText('Released', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Release', exact: true })).toBeHidden()
  await page.goto('/tenants/aurora/allocations')
  await expect(page.getByRole('heading', { level: 1, name: 'Allocations' })).toBeVisible()
  await expect(page.getByRole('link', { name, exact: true })).toBeHidden()
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await expect(page.getByRole('row', { name: new RegExp(`${name} Released`) })).toBeVisible()
})

test('a developer’s GPUs are held, and they read why; what others asked for is not theirs to end', async ({ page, context }) => {
  const [theirs, own] = [fresh('admins'), fresh('developers')]
  await signIn(page, 'Ada')
  await askFor(page, { tenant: 'aurora', name: theirs, namespace: 'training', gpus: '', cpu: '100m' })
  const address = new URL(page.url()).pathname
  await context.clearCookies()
  await signIn(page, 'Dev')
  await page.goto('/tenants/aurora/allocations/new')
  await expect(page.getByRole('combobox', { name: 'Namespace' })).toHaveValue('training')
  await writeWish(page, { name: own, namespace: 'training', gpus: '1' })
  await expect(preview(page).getByText('It would be held', { exact: true })).toBeVisible()
  await expect(preview(page).getByText('A tenant admin would be asked for a yes.')).toBeVisible()
  await page.getByRole('button', { name: 'Ask for GPUs' }).click()
  await expect(page.getByRole('heading', { level: 1, name: own })).toBeVisible()
  await expect(page.getByText('Held', { exact: true }).first()).toBeVisible()
  await expect(checks(page, 'Checks of asked').getByText('Waits: A developer’s GPUs need the yes of a tenant admin: no approved profile covers them.')).toBeVisible()
  // Who reaches one namespace reads whether the tenant and the organisation have room, and not how much.
  await page.getByText('What was looked at for quota').click()
  const room = page.getByRole('table', { name: 'Room for quota' })
  await expect(room.getByRole('row', { name: /^Organisation GPU Fits$/ })).toBeVisible()
  await expect(room.getByRole('row', { name: /^Tenant GPU Fits$/ })).toBeVisible()
  await expect(room.getByRole('row', { name: /^Namespace GPU \d+ \d+ \d+ \d+ Fits$/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Extend', exact: true })).toHaveAccessibleDescription('It was not admitted yet. Wait until somebody has answered.')
  await release(page, own)
  await expect(page.getByText('Withdrawn', { exact: true }).first()).toBeVisible()

  await page.goto(address)
  const barred = page.getByRole('button', { name: 'Release', exact: true })
  await expect(barred).toHaveAttribute('aria-disabled', 'true')
  await expect(barred).toHaveAccessibleDescription('Somebody else asked for it. Ask them, or an admin of the namespace.')
  await context.clearCookies()
  await signIn(page, 'Ada')
  await page.goto(address)
  await release(page, theirs)
})

test('what runs says since when and how much of what it has it uses; what is over says why', async ({ page }) => {
  const described = (term: string) => page.getByRole('term').filter({ hasText: new RegExp(`^${term}$`) }).locator('xpath=following-sibling::dd')
  await signIn(page, 'Nils')
  await page.goto('/tenants/aurora/allocations')
  await page.getByRole('link', { name: 'idle-bench', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'idle-bench' })).toBeVisible()
  await expect(described('Running since')).toBeVisible()
  await expect(described('GPUs in use')).toHaveText(/^[0-2]\.\d %$/)
  await expect(described('Cores in use')).toHaveText(/^\d\.\d %$/)
  await expectNoFindings(page)
  await page.goto('/tenants/aurora/allocations?tab=all&find=explore')
  await page.getByRole('row', { name: /Released/ }).first().getByRole('link').first().click()
  await expect(described('Ended because')).toHaveText('Nils Aurora released it.')
  await expect(described('GPUs in use')).toHaveText('— It is over.')
})

test('another tenant’s allocation is not found, by whatever way', async ({ page, context }) => {
  const name = fresh('private')
  await signIn(page, 'Bo')
  await askFor(page, { tenant: 'borealis', name, namespace: 'training', gpus: '', cpu: '100m' })
  const address = new URL(page.url()).pathname
  await release(page, name)
  await context.clearCookies()
  await signIn(page, 'Ada')
  for (const path of [address, address.replace('borealis', 'aurora'), '/tenants/borealis/allocations', '/tenants/borealis/allocations/new', '/tenants/aurora/allocations/nothing']) {
    expect((await page.goto(path))?.status(), path).toBe(404)
    await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible()
  }
  await page.goto('/tenants/aurora/allocations?tab=all')
  await expect(page.getByRole('link', { name, exact: true })).toBeHidden()
})
