/** From what looked wrong to what came of it: contained while the other window watches, let go, closed with its report. */
import { expectNoFindings } from './findings'
import { arrive } from './newcomer'
import { confirm, elevate, expect, listen, signIn, test } from './people'

test('a signal becomes an incident; whoever is locked is out of a window that only waits; unlocked, answered and found whole, it is closed, and the report says what was done', async ({ page, browser, complaints }) => {
  test.setTimeout(300_000)
  const [name, title] = ['Ilse Incident', `Strange sign-ins ${Date.now().toString(36)}`]
  const elsewhere = await browser.newContext()
  await listen(elsewhere, complaints)
  const window = await elsewhere.newPage()
  const { person } = await arrive(window, name, [{ role: 'developer', tenant: 'aurora' }])
  await window.goto('/tenants/aurora')
  await expect(window.getByText(/^as of .* UTC, live$/)).toBeVisible()

  await signIn(page, 'Pia')
  await elevate(page)
  await page.goto('/platform/signals')
  await page.getByRole('table', { name: 'Signals' }).getByRole('link', { name: 'Open incident' }).first().click()
  const panel = page.getByRole('complementary', { name: 'Open incident' })
  await expect(panel.getByText('It comes from a signal, and is found from there.')).toBeVisible()
  await panel.getByRole('textbox', { name: 'Title' }).fill(title)
  await panel.getByRole('textbox', { name: 'What was seen' }).fill(`They signed in from two places at once: https://logs.example.org/${'a1b2c3d4'.repeat(45)}`)
  await panel.getByRole('button', { name: 'Open incident' }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  const main = page.getByRole('main')
  const address = page.url()
  await expect(main.getByText('Not told yet')).toBeVisible()
  await expectNoFindings(page)

  const contain = page.getByRole('region', { name: 'Contain' })
  const email = contain.getByRole('textbox', { name: 'E-mail' })
  await contain.getByRole('button', { name: 'Contain' }).click()
  await expect(email).toHaveAccessibleDescription('Fill this in.')
  await expect(email).toBeFocused()
  await email.fill('nobody@nowhere.test')
  await contain.getByRole('button', { name: 'Contain' }).click()
  await confirm(page, 'Lock nobody@nowhere.test')
  await expect(email).toHaveAccessibleDescription(/^Nobody here has that e-mail address\./)
  await email.fill(person.email)
  await contain.getByRole('button', { name: 'Contain' }).click()
  await confirm(page, `Lock ${person.email}`)
  const row = page.getByRole('table', { name: 'Contained' }).getByRole('row', { name: new RegExp(`^${name} `) })
  await expect(row).toContainText('1 session and 0 tokens ended.')
  await expect(window.getByText(/You were signed out\./)).toBeVisible()
  await elsewhere.close()

  const close = page.getByRole('region', { name: 'Close' })
  await expect(close.getByRole('list', { name: 'Still to be done' })).toContainText('Lift what is contained')
  await row.getByRole('button', { name: `Unlock ${name}` }).click()
  await confirm(page, `Unlock ${name}`)
  await expect(row).toContainText('Lifted')

  for (const step of [1, 2, 3, 4]) {
    await page.getByRole('button', { name: `Done, step ${step}` }).click()
    await expect(page.getByRole('button', { name: `Done, step ${step}` })).toBeHidden()
  }
  await page.getByRole('button', { name: 'Leave out step 5' }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave out step 5' })
  await dialog.getByRole('button', { name: 'Leave out' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveAccessibleDescription(/wants to know why\./)
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('It was a story.')
  await dialog.getByRole('button', { name: 'Leave out' }).click()
  await expect(page.getByRole('list', { name: 'Checklist' })).toContainText('It was a story.')

  const authority = page.getByRole('region', { name: 'Authority' })
  await authority.getByRole('radio', { name: 'It need not be told' }).check()
  await authority.getByRole('textbox', { name: 'How, or why not' }).fill('No personal data was reached.')
  await authority.getByRole('button', { name: 'Write down' }).click()
  await expect(page.getByRole('table', { name: 'What was done' }).getByRole('row', { name: /The authority need not be told/ })).toBeVisible()
  // The record is looked at again by an engine, from its beginning.
  await expect(async () => {
    await page.reload()
    await expect(close.getByText(/^Nothing is missing: the record was found whole/)).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 120_000 })
  await close.getByRole('textbox', { name: 'What it was' }).fill('They have two telephones.')
  await close.getByRole('button', { name: 'Close incident' }).click()
  await expect(main.getByText(/^By Pia .*They have two telephones\.$/)).toBeVisible()
  await expect(close).toBeHidden()

  await main.getByRole('link', { name: 'Report', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Contained' })).toContainText(`${name}: locked by Pia`)
  await expect(page.getByRole('region', { name: 'What was done' })).toContainText(/Locked Ilse Incident \(record platform \d+\)/)
  const file = await page.request.get((await page.getByRole('link', { name: 'Download report' }).getAttribute('href')) ?? '')
  expect([file.status(), file.headers()['content-type'], await file.text()]).toEqual([200, 'text/markdown; charset=utf-8', expect.stringContaining('## Times')])

  await page.goto('/platform/incidents?tab=closed')
  await expect(page.getByRole('row', { name: new RegExp(`^${title} Closed`) })).toBeVisible()

  // Whoever audits reads it, does nothing in it, and is led to what the record says.
  const own = await browser.newContext()
  await listen(own, complaints)
  const sol = await own.newPage()
  await signIn(sol, 'Sol')
  await expect(async () => {
    await sol.goto(address)
    await sol.getByRole('link', { name: 'What the record says of this incident' }).click()
    await expect(sol.getByRole('table', { name: 'Records' })).toContainText('incidents.lock', { timeout: 4_000 })
  }).toPass({ timeout: 60_000 })
  await own.close()
})
test('whoever does not act on the platform opens no incident, and nobody in a tenant is shown any', async ({ page, browser }) => {
  await signIn(page, 'Sol')
  await page.goto('/platform/incidents')
  await page.getByRole('main').getByRole('button', { name: 'Open incident' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Why can’t I?' })).toBeVisible()
  const context = await browser.newContext()
  const ada = await context.newPage()
  await signIn(ada, 'Ada')
  await ada.goto('/platform/incidents')
  await expect(ada.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible()
  await context.close()
})
