import { violations } from './findings'
import { expect, people, signIn, test } from './people'
import credentials from '../prisma/seed/credentials.json' with { type: 'json' }

test('one press is one person, signed in as everybody is', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => { if (request.method() === 'POST') asked.push(new URL(request.url()).pathname) })
  await page.goto('/sign-in')
  const list = page.getByRole('region', { name: 'Demo people' })
  for (const { name, email } of Object.values(people)) await expect(list.getByRole('button', { name })).toHaveCount(Object.values(people).filter((other) => other.email === email).length)
  await list.getByRole('button', { name: 'Nils Aurora namespace admin aurora/training' }).click()
  await expect(page.getByRole('button', { name: 'Nils Aurora, your menu' })).toBeVisible()
  expect(asked).toEqual(['/api/trpc/signIn.challenge', '/api/trpc/signIn.withPasskey'])
})

test('a browser that keeps no cookies is told so before anybody tries, and one that keeps them is not', async ({ page }) => {
  const told = page.getByText('This browser does not keep the cookie that you stay signed in by.')
  await page.goto('/sign-in')
  await expect(page.getByRole('region', { name: 'Demo people' }).getByRole('button').first()).toBeEnabled()
  await expect(told).toBeHidden()
  expect(await page.evaluate(() => document.cookie)).toBe('')
  await (await page.context().newCDPSession(page)).send('Emulation.setDocumentCookieDisabled', { disabled: true })
  for (const path of ['/sign-in', '/invitations', '/resets']) {
    await page.goto(path)
    await expect(told).toBeVisible()
  }
  expect(await violations(page)).toEqual([])
})

test('the step-up shows a code that works, writes it, and shows the next one once it was used', async ({ page }) => {
  await signIn(page, 'Bo')
  const bodies: Promise<string>[] = []
  page.on('response', (response) => { if (/\.js$|\/tenants\//.test(response.url())) bodies.push(response.text().catch(() => '')) })
  await page.goto('/tenants/borealis/quotas?open=change&namespace=serving&resource=cpu')
  const limit = page.getByLabel('Limit of cpu')
  const dialog = page.getByRole('dialog', { name: 'Confirm with your second factor' })
  const shown = dialog.getByText(/Demo: your code is \d{3} \d{3}, good for \d+ s more\./)
  const codes: string[] = []
  for (let turn = 0; turn < 2; turn++) {
    const wanted = (await limit.inputValue()) === '10' ? '11' : '10'
    await limit.fill(wanted)
    await page.getByRole('button', { name: 'Change quota' }).click()
    await dialog.getByRole('button', { name: 'Use a code instead' }).click()
    const done = page.getByText(`The limit of cpu in serving is now ${wanted} cores.`)
    const refused = dialog.getByText(/^That code was not accepted/)
    // Of a code that another browser used nobody here knows: it is refused once, and then the next one is shown, half a minute later.
    do {
      await dialog.getByRole('button', { name: 'Fill it in' }).click({ timeout: 60_000 })
      codes.push(await dialog.getByLabel('Code').inputValue())
      await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
      await expect(refused.or(done).first()).toBeVisible()
    } while (await refused.isVisible())
    // The form is read again, and with it the version that the next change must name.
    await expect(page.getByRole('button', { name: 'Change quota' })).not.toHaveAttribute('aria-busy')
  }
  expect(new Set(codes).size).toBe(codes.length)
  await limit.fill('9')
  await page.getByRole('button', { name: 'Change quota' }).click()
  await dialog.getByRole('button', { name: 'Use a code instead' }).click()
  await expect(shown.or(dialog.getByText(/Demo: the next code comes in \d+ s\. A code works once\./))).toBeVisible()
  await expect(dialog.getByLabel('Code')).toHaveValue('')
  expect((await Promise.all(bodies)).filter((body) => body.includes(credentials.totpSecret))).toEqual([])
})

for (const theme of ['light', 'dark'] as const) {
  test(`the sign-in page and the dialog have no findings in the ${theme} theme, and fit 320 pixels`, async ({ page }) => {
    const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await page.emulateMedia({ colorScheme: theme })
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto('/sign-in')
    await expect(page.getByRole('region', { name: 'Demo people' }).getByRole('button').first()).toBeEnabled()
    expect([await violations(page), await tooWide()]).toEqual([[], 0])
    await signIn(page, 'Ada')
    await page.goto('/tenants/aurora/quotas?open=change&namespace=serving&resource=cpu')
    await page.getByLabel('Limit of cpu').fill('9')
    await page.getByRole('button', { name: 'Change quota' }).click()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Confirm as Ada' })).toBeFocused()
    expect([await violations(page), await tooWide()]).toEqual([[], 0])
    await page.getByRole('dialog').getByRole('button', { name: 'Use a code instead' }).click()
    await expect(page.getByRole('dialog').getByText(/^Demo: /)).toBeVisible()
    expect([await violations(page), await tooWide()]).toEqual([[], 0])
  })
}
