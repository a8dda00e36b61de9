import { expectNoFindings } from './findings'
import { pointer } from './hands'
import { confirm, elevate, expect, expectSeen, signIn, test } from './people'

test('who runs the platform finds a node, cordons it with a reason and a second factor, and it is told that it drains, and takes it back', async ({ page }) => {
  await signIn(page, 'Pia')
  await page.goto('/platform/fleet')
  await elevate(page)
  await page.goto('/platform/fleet')
  await expect(page.getByText(/^\d+ nodes with \d+ GPUs: [\d.]+ in use, [\d.]+ free, [\d.]+ free where nothing new comes\.$/)).toBeVisible()
  const models = page.getByRole('table', { name: 'GPUs by model' })
  await expect(models.getByRole('rowheader')).toHaveText(['A100', 'H100', 'L40S', 'T4'])
  // Every GPU is in use, free, or free where nothing new comes.
  for (const row of (await models.getByRole('row').all()).slice(1)) {
    const [all = 0, used = 0, free = 0, closed = 0] = (await row.getByRole('cell').allTextContents()).map(Number)
    expect(used + free + closed).toBeCloseTo(all, 5)
  }
  await expect(page.getByRole('region', { name: 'Region eu-north-1' }).getByText(/^Pool stockholm-open, isolation level 1: \d+ nodes, [\d.]+ of \d+ GPUs in use/)).toBeVisible()

  const { press, write } = pointer(page)
  await page.getByRole('searchbox', { name: 'Node, pool or model' }).fill('stockholm-open')
  await expect(page).toHaveURL(/find=stockholm-open/)
  const name = (await page.getByRole('table', { name: 'Nodes' }).getByRole('rowheader').first().textContent()) ?? ''
  await page.goto(`/platform/fleet?node=${name}`)
  const panel = page.getByRole('complementary', { name })
  await expect(panel.getByText('To drain it, cordon it and wait', { exact: false })).toBeVisible()
  await write('Reason', 'Its fan is loud.', panel)
  await press('Cordon node', panel)
  await confirm(page, `Cordon node ${name}`)
  await expectSeen(panel.getByText('Its fan is loud.'))
  await expect(panel.getByText(/^It is (draining|drained)/)).toBeVisible()
  await page.goto('/platform/fleet?tab=cordoned')
  await expect(page.getByRole('table', { name: 'Nodes' }).getByRole('row', { name: new RegExp(`^${name} Cordoned`) })).toBeVisible()
  await page.goto(`/platform/fleet?node=${name}`)
  await expectNoFindings(page)
  await write('Reason', 'The fan was changed.', panel)
  await press('Uncordon node', panel)
  await confirm(page, `Uncordon node ${name}`)
  await expect(panel.getByText('Open', { exact: true })).toBeVisible()
})
test('who watches the fleet does not cordon, a node that is not there is not found, and to a tenant there is no fleet', async ({ page, context }) => {
  await signIn(page, 'Sol')
  await page.goto('/platform/fleet')
  await page.getByRole('table', { name: 'Nodes' }).getByRole('rowheader').first().getByRole('link').click()
  await expect(page.getByRole('button', { name: 'Cordon node' })).toHaveAttribute('aria-disabled', 'true')
  expect((await page.goto('/platform/fleet?node=no-such-node'))?.status()).toBe(404)
  await context.clearCookies()
  await signIn(page, 'Ada')
  expect((await page.goto('/platform/fleet'))?.status()).toBe(404)
})
