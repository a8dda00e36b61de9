/** From what was searched to what was found: opened, pinned and noted with the keyboard alone, handed over, closed, and taken out as a file that nobody changes unseen. */
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { keyboard } from './hands'
import { arrive } from './newcomer'
import { expect, listen, signIn, test } from './people'

const rows = (page: Page) => page.getByRole('table', { name: 'Records' }).getByRole('row')
const query = 'resource:namespaces tenant:aurora outcome:done since:90d'
const search = (record?: string) => `/platform/audit?${new URLSearchParams({ query, ...(record === undefined ? {} : { record }) })}`
const verify = (...args: string[]) => new Promise<{ code: unknown; out: string }>((resolve) => {
  execFile(process.execPath, ['--import', 'tsx', 'server/receipts/main.ts', ...args], { env: { PATH: process.env.PATH, NODE_ENV: 'production' } }, (failed, out) => resolve({ code: failed ? failed.code : 0, out }))
})

test('two records are pinned and noted with the keyboard alone; handed over and closed by its next owner, it is taken out, proven offline, and one word that is changed in it is found', async ({ page, browser, complaints }, info) => {
  test.setTimeout(240_000)
  const [next, title] = ['Nora Next', `Namespaces of aurora ${Date.now().toString(36)}`]
  const { press, write, follow } = keyboard(page)
  await signIn(page, 'Sol')
  await page.goto(search())
  await expect(rows(page).nth(2)).toContainText('namespaces.')
  await follow('Investigate', page.getByRole('main'))
  const panel = page.getByRole('complementary', { name: 'Open investigation' })
  await expect(panel.getByRole('textbox', { name: /^Search/ })).toHaveValue(query)
  await write('Title', title, panel)
  await write('Question', 'Who made these, and did anybody ask for them?', panel)
  await press('Open investigation', panel)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  const address = page.url()
  await expect(page.getByText('No record is pinned yet.')).toBeVisible()

  const pinned: string[] = []
  for (const [nth, why] of [[1, 'The newer of the two.'], [2, 'It began with this.']] as const) {
    await page.goto(search())
    const href = await rows(page).nth(nth).getByRole('link').first().getAttribute('href')
    const record = new URLSearchParams(href?.split('?')[1]).get('record') ?? ''
    pinned.push(record)
    await page.goto(search(record))
    const opened = page.getByRole('complementary')
    await expect(opened.getByRole('button', { name: 'Verify here' })).toBeEnabled()
    const to = opened.getByRole('combobox', { name: 'Investigation' })
    // The key acts once the page has come to life.
    await expect(async () => {
      await page.keyboard.press('p')
      await expect(to).toBeFocused({ timeout: 500 })
    }).toPass()
    await to.selectOption({ label: title })
    await write('Why it belongs there', why, opened)
    await press('Pin record', opened)
    await expect(opened.getByText(/^Pinned to /)).toContainText(title)
  }

  await page.goto(address)
  const timeline = page.getByRole('list', { name: 'Timeline' })
  const items = timeline.locator(':scope > li')
  await expect(items).toHaveCount(2)
  await expect(items.nth(0)).toContainText('It began with this.')
  await expect(items.nth(1)).toContainText('The newer of the two.')
  await expect(items.nth(1)).toContainText(pinned[0] ?? '')
  await press(`Add a note to ${pinned[1]}`)
  const dialog = page.getByRole('dialog', { name: `Note beside ${pinned[1]}` })
  await write('Note', 'Nobody asked for it.', dialog)
  await press('Add note', dialog)
  await expect(items.nth(0).getByRole('list', { name: `Notes beside ${pinned[1]}` })).toContainText('Nobody asked for it.')

  const change = page.getByRole('region', { name: 'Change' })
  await write(/^Search/, 'resource:namespaces verb:create', change)
  await write('Reason', 'Only what was made matters.', change)
  await press('Change investigation', change)
  await expect(page.getByRole('table', { name: 'What was done' })).toContainText('Only what was made matters.')
  await expect(page.getByRole('main').getByRole('link', { name: 'resource:namespaces verb:create', exact: true })).toBeVisible()

  const elsewhere = await browser.newContext()
  await listen(elsewhere, complaints)
  const window = await elsewhere.newPage()
  const { person } = await arrive(window, next, [{ role: 'auditor', tenant: null }])
  const hand = page.getByRole('region', { name: 'Hand over' })
  await write('E-mail of the next owner', person.email, hand)
  await write('Reason', 'She knows the tenant.', hand)
  await press('Hand over', hand)
  await expect(page.getByRole('table', { name: 'What was done' })).toContainText('Handed over')
  const close = page.getByRole('region', { name: 'Close' })
  await write('What was found', 'It was not mine to say.', close)
  await press('Close investigation', close)
  await expect(close.getByText('That is for its owner to do.')).toBeVisible()

  await window.goto(address)
  const hers = window.getByRole('region', { name: 'Close' })
  await hers.getByRole('textbox', { name: 'What was found' }).fill('Both were asked for, by their own script.')
  await hers.getByRole('button', { name: 'Close investigation' }).click()
  await expect(window.getByRole('region', { name: 'Reopen' })).toBeVisible()
  await expect(window.getByRole('button', { name: `Unpin ${pinned[0]}` })).toHaveCount(0)
  const [download] = await Promise.all([window.waitForEvent('download'), window.getByRole('main').getByRole('link', { name: 'Take out', exact: true }).click()])
  const file = info.outputPath('investigation.bundle.jsonl')
  await download.saveAs(file)
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  const { log } = JSON.parse(text.split('\n')[0] ?? '{}') as { log: string }
  expect(await verify(file, '--log', log)).toEqual({ code: 0, out: expect.stringMatching(/VALID\n[\s\S]*2 records and 1 note, by 7 deeds/) })
  const altered = info.outputPath('altered.bundle.jsonl')
  writeFileSync(altered, text.replace('Nobody asked for it.', 'They all asked for it.'))
  expect(await verify(altered, '--log', log)).toEqual({ code: 1, out: expect.stringContaining('It is not what was taken out') })

  // That it was taken out stands with it, a second or so later.
  await expect(async () => {
    await window.reload()
    await expect(window.getByRole('table', { name: 'Taken out' })).toContainText(next, { timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
  await elsewhere.close()
  await page.goto('/platform/investigations?tab=closed')
  await expect(page.getByRole('row', { name: new RegExp(`^${title} Closed`) })).toBeVisible()
})

test('whoever operates the platform and whoever runs a tenant see no investigation and are given no file of it; its auditor takes it out, and it is proven offline', async ({ page, browser, complaints }, info) => {
  test.setTimeout(120_000)
  const title = `Not for everybody ${Date.now().toString(36)}`
  await signIn(page, 'Sol')
  await page.goto('/platform/investigations?open=open')
  const panel = page.getByRole('complementary', { name: 'Open investigation' })
  await panel.getByRole('textbox', { name: 'Title' }).fill(title)
  await panel.getByRole('textbox', { name: 'Question' }).fill('Did whoever operates it do it?')
  await panel.getByRole('button', { name: 'Open investigation' }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  const address = page.url()
  const fileAt = await page.getByRole('main').getByRole('link', { name: 'Take out', exact: true }).getAttribute('href') ?? ''

  for (const [first, status, says] of [['Pia', 403, 'Not with your roles'], ['Ada', 404, 'Not found']] as const) {
    const elsewhere = await browser.newContext()
    await listen(elsewhere, complaints)
    const window = await elsewhere.newPage()
    await signIn(window, first)
    for (const at of [address, '/platform/investigations']) {
      await window.goto(at)
      await expect(window.getByRole('main')).toContainText(says)
      await expect(window.getByText(title)).toHaveCount(0)
    }
    expect((await window.request.get(fileAt)).status()).toBe(status)
    await elsewhere.close()
  }

  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('main').getByRole('link', { name: 'Take out', exact: true }).click()])
  const file = info.outputPath('own.bundle.jsonl')
  await download.saveAs(file)
  const { log } = JSON.parse(readFileSync(file, 'utf8').split('\n')[0] ?? '{}') as { log: string }
  expect(await verify(file, '--log', log)).toEqual({ code: 0, out: expect.stringMatching(/VALID\n[\s\S]*0 records and 0 notes, by 1 deed/) })
})
