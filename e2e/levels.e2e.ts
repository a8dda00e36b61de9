/** How much the record keeps: what an operator sees before they sign it, and what an auditor sees while it comes. */
import { expectNoFindings } from './findings'
import { confirm, elevate, expect, expectSeen, signIn, test } from './people'

const [deeds, addressed] = ['Allocations, and everything else that is done', 'Where an address is named']

test('a rule is moved by the keyboard; which rule it shadows and what would be kept otherwise is told before it is signed; less than must be kept is refused; what was there is put back', async ({ page }) => {
  await signIn(page, 'Pia')
  await elevate(page)
  await page.goto('/platform/policies/levels')
  const rules = page.getByRole('table', { name: 'Rules' })
  const row = (title: string) => rules.getByRole('row').filter({ has: page.getByRole('rowheader', { name: title }) })
  const shadowed = row(addressed).getByText(/^Decides nothing: .*“Allocations, and everything else that is done”.* comes? first\.$/)
  const change = page.getByRole('button', { name: 'Change policy' })
  const otherwise = page.getByText(/^[\d,]+ of [\d,]+ records would have been kept otherwise\./)
  const lately = page.getByRole('table', { name: 'What was recorded lately' })
  await expect(rules.getByText(/^Decides nothing/)).toHaveCount(0)
  await expect(page.getByText(/^Of what was recorded, nothing would have been kept otherwise\./)).toBeVisible()
  // Who granted a role is among what the demo began with, however much was recorded since.
  await expect(row(addressed).getByRole('cell').nth(2)).toHaveText(/^[1-9][\d,]*$/)

  const up = page.getByRole('button', { name: `Move ${deeds} up` })
  await expect(up).toBeEnabled()
  await up.focus()
  await page.keyboard.press('Enter')
  await expect(shadowed).toBeVisible()
  await expect(up).toBeFocused()
  await expect(otherwise).toBeVisible()
  await expect(lately.getByRole('row').filter({ hasText: 'Metadata → Request' }).first()).toBeVisible()
  // The page as it is for whoever changes it: the walk through all pages sees it as it is for whoever reads.
  await expectNoFindings(page)

  await rules.getByLabel(`What ${deeds} keeps`).selectOption('None')
  await change.click()
  await expect(page.getByRole('textbox', { name: 'The policy as JSON' })).toHaveAccessibleDescription(/says None of .* which changes something: what cannot be recorded does not happen/)
  await rules.getByLabel(`What ${deeds} keeps`).selectOption('Request')
  await change.click()
  await expect(page.getByRole('dialog').getByText(/records would have been kept otherwise/)).toBeVisible()
  await confirm(page, 'Change the policy “Levels of the record” for everybody')
  await expectSeen(page.getByText(/^Version \d+ holds from now on\.$/))
  await expect(shadowed).toBeVisible()

  await page.getByRole('button', { name: `Move ${deeds} down` }).click()
  await expect(shadowed).toHaveCount(0)
  await change.click()
  await confirm(page, 'Change the policy “Levels of the record” for everybody')
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'in force' })).toContainText('by Pia Platform')
  // What was said before is one choice away, and holds only when it is signed.
  const back = page.getByLabel('Put back')
  await back.selectOption({ index: 1 })
  await expect(shadowed).toBeVisible()
  await page.getByRole('button', { name: `Move ${deeds} down` }).click()
  await expect(shadowed).toHaveCount(0)
})

test('what matches and is new is told above the list, which stays as it is until somebody asks for it; paused, nothing is told', async ({ page }) => {
  await signIn(page, 'Ada')
  await page.goto(`/tenants/aurora/audit?${new URLSearchParams({ query: 'resource:namespaces verb:create outcome:refused since:1h' })}`)
  const rows = page.getByRole('table', { name: 'Records' }).getByRole('row').filter({ hasText: 'namespaces.create' })
  const news = page.getByRole('status').filter({ hasText: /^(One new record matches|\d+ new records match)\.$/ })
  const refuse = () => page.evaluate(async () => {
    const body = JSON.stringify({ tenant: 'aurora', name: 'serving', title: 'Another of that name', environment: 'development', costCentre: null, owner: null, isolation: null, podSecurity: null, labels: {} })
    return (await fetch('/api/trpc/namespaces.create', { method: 'POST', headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }, body })).status
  })
  await expect(page.getByText('New records that match are told here.')).toBeVisible()
  const before = await rows.count()
  expect(await refuse()).toBe(200)
  await expect(news).toBeVisible()
  expect(await rows.count()).toBe(before)
  await page.getByRole('button', { name: 'Show them' }).click()
  await expect(rows).toHaveCount(before + 1)
  await expect(page.getByText('New records that match are told here.')).toBeVisible()
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('New records are not looked for.')).toBeVisible()
  await page.getByRole('button', { name: 'Look for new ones' }).click()
  await expect(page.getByText('New records that match are told here.')).toBeVisible()
})
