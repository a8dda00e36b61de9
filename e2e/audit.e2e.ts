import type { Page } from '@playwright/test'
import { confirm, expect, expectSeen, people, signIn, test } from './people'

const at = (path: string, query: string, more: Record<string, string> = {}) => `${path}?${new URLSearchParams({ query, ...more })}`
const rows = (page: Page) => page.getByRole('table', { name: 'Records' }).getByRole('row')
/** A record is numbered and found a second or so after the fact, so the page is read until it is there. */
async function untilFound(page: Page, address: string, row: (page: Page) => ReturnType<Page['getByRole']>): Promise<void> {
  await expect(async () => {
    await page.goto(address)
    await expect(row(page).first()).toBeVisible({ timeout: 1_000 })
  }).toPass()
}

test('the deed and the refusal just made are found, by whom, with before and after, and the deed is what was sealed', async ({ page }) => {
  await signIn(page, 'Ada')
  await page.goto('/tenants/aurora/quotas?open=change&namespace=serving&resource=cpu')
  const limit = page.getByLabel('Limit of cpu')
  const before = await limit.inputValue()
  const wanted = before === '12.5' ? '13.5' : '12.5'
  await limit.fill(wanted)
  await page.getByRole('button', { name: 'Change quota' }).click()
  await confirm(page, `aurora/serving: cpu ${before} cores → ${wanted} cores`)
  await expectSeen(page.getByText(`is now ${wanted} cores.`))

  const deed = (page: Page) => rows(page).filter({ hasText: 'quotas.change' }).filter({ hasText: 'serving / cpu' })
  const panel = page.getByRole('complementary', { name: 'quotas.change of serving / cpu' })
  const changed = panel.getByRole('row', { name: /limit \(changed\)/ })
  // Others may have changed it within the hour: until this one is found the first is theirs.
  await expect(async () => {
    await page.goto(at('/tenants/aurora/audit', 'resource:quotas verb:change namespace:serving actor:Ada outcome:done since:1h'))
    await expect(deed(page).first()).toContainText('Done', { timeout: 1_000 })
    await expect(deed(page).first()).toContainText('Ada Aurora')
    await deed(page).first().getByRole('link').click()
    await expect(changed.getByRole('deletion')).toHaveText(String(Number(before) * 1000), { timeout: 2_000 })
    await expect(changed.getByRole('insertion')).toHaveText(String(Number(wanted) * 1000))
  }).toPass()
  await expect(async () => {
    await page.reload()
    await panel.getByRole('button', { name: 'Verify here' }).click()
    await expect(panel.getByText('It holds')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()

  await page.goto('/tenants/aurora/namespaces?open=create')
  await page.getByRole('textbox', { name: 'Name' }).fill('serving')
  await page.getByRole('textbox', { name: 'Title' }).fill('Taken')
  await page.getByRole('button', { name: 'Create namespace' }).click()
  await expect(page.getByText('This tenant has a namespace of that name.')).toBeVisible()
  const refusal = (page: Page) => rows(page).filter({ hasText: 'namespaces.create' }).filter({ hasText: 'Refused: This tenant has a namespace of that name.' })
  await untilFound(page, at('/tenants/aurora/audit', 'outcome:refused serving'), refusal)
  await expect(refusal(page).first()).toContainText('Ada Aurora')
})

test('the platform’s auditor narrows by chips and time with the keyboard alone, and opens a tenant’s record, which the tenant finds in its own', async ({ page, context }) => {
  await signIn(page, 'Sol')
  await page.goto('/platform/audit')
  const bar = page.getByRole('combobox', { name: 'Search the record' })
  await expect(page.getByRole('button', { name: 'Show this time' })).toBeEnabled()
  await page.keyboard.press('/')
  await expect(bar).toBeFocused()
  await page.keyboard.type('reso')
  await expect(page.getByRole('option', { name: 'resource:' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(bar).toHaveValue('resource:')
  await page.keyboard.type('namespaces tenant:aurora outcome:done since:90d')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/query=resource%3Anamespaces\+tenant%3Aaurora/)
  await expect(rows(page).nth(1)).toContainText('namespaces.create')
  await expect(rows(page).nth(1)).toContainText('aurora')
  // Whoever does not see the table is told how many there are.
  await expect(page.getByRole('status').filter({ hasText: /^[\d,]+ records? found\.$/ })).toBeAttached()

  // The span with the last bar alone, by its one end.
  const from = page.getByRole('slider', { name: 'From' })
  await from.focus()
  await page.keyboard.press('End')
  await page.getByRole('button', { name: 'Show this time' }).press('Enter')
  await expect(page).toHaveURL(/since%3A20\d\d-/)
  await page.goto(at('/platform/audit', 'resource:namespaces tenant:aurora outcome:done since:90d'))
  await rows(page).nth(1).getByRole('link').click()
  const panel = page.getByRole('complementary')
  await expect(panel.getByRole('heading', { level: 2 })).toContainText('namespaces.create')
  await expect(page).toHaveURL(/record=aurora\.deed\.\d+/)
  await expect(panel.getByRole('button', { name: 'Verify here' })).toBeEnabled()
  await page.keyboard.press('v')
  await expect(panel.getByText(/It holds|Not sealed yet/)).toBeVisible()
  await panel.getByRole('link', { name: 'The same object, five minutes around' }).click()
  await expect(rows(page).nth(1)).toContainText('namespaces.create')

  await context.clearCookies()
  await signIn(page, 'Ada')
  await untilFound(page, at('/tenants/aurora/audit', 'resource:audit verb:proveOnPlatform since:1h'), (page) => rows(page).filter({ hasText: 'audit.proveOnPlatform' }))
})

test('a tenant’s admin finds their own and no other’s, whatever they ask for; a wrong chip is said and the rest is found', async ({ page }) => {
  await signIn(page, 'Ada')
  for (const query of ['', 'tenant:borealis', 'borealis', 'resource:organisations']) {
    await page.goto(at('/tenants/aurora/audit', query))
    await expect(page.getByRole('heading', { name: 'Audit' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('table', { name: 'Records' }).getByText('borealis')).toHaveCount(0)
  }
  await page.goto(at('/tenants/aurora/audit', 'tenant:borealis outcome:perhaps resource:namespaces since:90d'))
  await expect(page.getByText('tenant:borealis is left out: Here only aurora is searched.')).toBeVisible()
  await expect(page.getByText('outcome:perhaps is left out: An outcome is one of')).toBeVisible()
  await expect(rows(page).nth(1)).toContainText('namespaces.')
  expect((await page.goto('/tenants/aurora/audit?record=borealis.deed.1'))?.status()).toBe(200)
  await expect(page.getByRole('button', { name: 'Verify here' })).toHaveCount(0)
  await page.goto(at('/tenants/aurora/audit', 'resource:namespaces outcome:fault since:90d'))
  await page.getByRole('link', { name: /^Without outcome:fault/ }).click()
  await expect(rows(page).nth(1)).toContainText('namespaces.')
})

test('what belongs together stands together, and older records are reached by a link, newest first, each once', async ({ page }) => {
  await signIn(page, 'Sol')
  await page.goto('/platform/audit')
  await page.getByRole('link', { name: 'Put together what belongs together' }).click()
  await expectSeen(page.getByRole('rowheader', { name: /records? of/ }))
  await page.getByRole('link', { name: 'One by one' }).click()
  await expect(page.getByRole('link', { name: 'Put together what belongs together' })).toBeVisible()
  // To look is itself recorded, so that looking often enough makes a second page.
  while (!(await page.getByRole('link', { name: 'Next', exact: true }).isVisible())) await page.reload()
  const times = () => page.getByRole('rowheader').locator('time').evaluateAll((all) => all.map((time) => time.getAttribute('datetime') ?? ''))
  const newest = await times()
  expect(newest).toEqual([...newest].sort().reverse())
  await page.getByRole('link', { name: 'Next', exact: true }).click()
  await expect(page).toHaveURL(/after=/)
  await expect(page.getByRole('link', { name: 'Previous', exact: true })).toBeVisible()
  const older = await times()
  expect([...newest, ...older]).toEqual([...newest, ...older].sort().reverse())
  expect(newest.filter((time) => older.includes(time))).toEqual([])
})

test('who may not read the record is told whose it is, and that they asked is in it', async ({ page, context }) => {
  await signIn(page, 'Dev')
  await page.goto('/tenants/aurora/audit')
  await expect(page.getByText('Only a tenant admin or an auditor can read the record.')).toBeVisible()
  await context.clearCookies()
  await signIn(page, 'Ada')
  await untilFound(page, at('/tenants/aurora/audit', `outcome:denied resource:audit actor:${people.Dev.email}`), (page) => rows(page).filter({ hasText: 'audit.search' }).filter({ hasText: 'Dev Aurora' }).filter({ hasText: 'Denied: Your roles do not allow this.' }))
})

test('a place in the record that is none is not a fault', async ({ page }) => {
  await signIn(page, 'Ada')
  for (const before of ['0', 'x', '-1', '99999999999999999999', "1'--"]) {
    expect((await page.goto(`/tenants/aurora/audit?before=${encodeURIComponent(before)}`))?.status()).toBe(404)
  }
  for (const record of ['x', 'aurora.deed', "aurora.deed.1'--", '%00']) expect((await page.goto(`/tenants/aurora/audit?record=${record}`))?.status()).toBe(200)
})

test('what is found is taken out as it is listed, and as a bundle that is the record itself; and that it was taken out is found', async ({ page }) => {
  await signIn(page, 'Ada')
  await page.goto(at('/tenants/aurora/audit', 'resource:namespaces outcome:done since:90d'))
  const listed = await page.getByRole('rowheader').locator('time').evaluateAll((all) => all.map((time) => time.getAttribute('datetime') ?? ''))
  expect(listed.length).toBeGreaterThan(0)
  const taken = async (says: string) => {
    if (!(await page.getByRole('list', { name: 'Take out' }).isVisible())) await page.getByText('Take out', { exact: true }).click()
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: says, exact: true }).click()])
    const chunks: Buffer[] = []
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer)
    return { name: file.suggestedFilename(), lines: Buffer.concat(chunks).toString().trimEnd().split(/\r?\n/) }
  }
  const [csv, json, bundle] = [await taken('A table'), await taken('Lines'), await taken('To prove')]
  expect([csv.name, json.name, bundle.name]).toEqual([expect.stringMatching(/^record-aurora-20.*Z\.csv$/), expect.stringMatching(/Z\.jsonl$/), expect.stringMatching(/Z\.bundle\.jsonl$/)])
  const times = json.lines.map((line) => JSON.parse(line).at.slice(0, 23))
  expect([csv.lines.length - 1, times.slice(0, listed.length)]).toEqual([times.length, listed.map((time) => time.slice(0, 23))])
  const lines = bundle.lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect([lines[0]?.format, lines.filter((line) => 'record' in line).length, lines.filter((line) => 'checkpoint' in line).length]).toEqual(['bailiwick-export-1', times.length, 1])
  await untilFound(page, at('/tenants/aurora/audit', 'resource:audit verb:export actor:Ada since:1h'), (page) => rows(page).filter({ hasText: 'audit.export' }))

  // A bundle waits for its own record to be sealed, so three at once are three at once.
  const atOnce = () => page.evaluate(() => Promise.all([1, 2, 3].map(async () => {
    const answer = await fetch('/api/exports?tenant=aurora&query=resource:tenants&form=bundle')
    await answer.text()
    return answer.status
  })))
  expect((await atOnce()).sort()).toEqual([200, 200, 429])
  expect((await atOnce()).sort()).toEqual([200, 200, 429])

  expect((await page.request.get('/api/exports?tenant=borealis&query=&form=csv')).status()).toBe(404)
  expect((await page.request.get('/api/exports?tenant=aurora&query=&form=xml')).status()).toBe(400)
  expect((await page.request.get('/api/exports?tenant=aurora&query=&form=csv', { headers: { 'sec-fetch-site': 'cross-site' } })).status()).toBe(403)
  await page.context().clearCookies()
  expect((await page.request.get('/api/exports?tenant=aurora&query=&form=csv')).status()).toBe(401)
})
