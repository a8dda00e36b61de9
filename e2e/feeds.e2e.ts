/** The record goes to a receiver outside, which stands here for as long as the story is told. */
import { createHmac } from 'node:crypto'
import { confirm, expect, expectSeen, signIn, test } from './people'
import { receiverAt } from './receiver'

type Event = { class_uid: number; metadata: { event_code: string; tenant_uid: string } }
const mark = Date.now().toString(36)
const path = `/in/secret-${mark}`
test.describe.configure({ mode: 'serial' })
const { told, answers } = receiverAt(path)

const events = () => told.flatMap(({ body }) => (JSON.parse(body) as { records: Event[] }).records)
const codes = () => events().map(({ metadata }) => metadata.event_code)

const title = `Watch ${mark}`
test('an admin has the record go out, sees how far its receiver is and what it did not take, pauses the feed and ends it', async ({ page }) => {
  await signIn(page, 'Ada')
  await page.goto('/tenants/aurora/feeds')
  await page.getByRole('link', { name: 'Make feed' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.getByRole('textbox', { name: 'Address' }).fill('https://169.254.169.254/latest/meta-data')
  await page.getByRole('button', { name: 'Make feed' }).click()
  await confirm(page, `Make the feed “${title}”`)
  await expectSeen(page.getByText('The address is not one on the internet.'))
  await page.getByRole('textbox', { name: 'Address' }).fill(`http://${process.env.WEBHOOK_INSIDE}${path}`)
  await page.getByRole('button', { name: 'Make feed' }).click()
  await confirm(page, `Make the feed “${title}”`)
  const key = await page.getByRole('main').getByText(/^whsec_/).innerText()
  await page.getByRole('button', { name: 'I have it' }).click()

  await expect.poll(codes, { timeout: 20_000 }).toContain('feeds.create')
  for (const { id, timestamp, signature, body } of told) expect(signature).toBe(`v1,${createHmac('sha256', Buffer.from(key.trim().slice(6), 'base64')).update(`${id}.${timestamp}.${body}`).digest('base64')}`)
  expect(new Set(events().map(({ metadata }) => metadata.tenant_uid))).toEqual(new Set(['aurora']))

  await page.goto('/tenants/aurora/feeds')
  await page.getByRole('link', { name: title }).click()
  const panel = page.getByRole('complementary', { name: title })
  await expectSeen(panel.getByText('Follows'))
  expect(await page.content()).not.toContain(path)
  await panel.getByRole('button', { name: 'Send a test' }).click()
  await expectSeen(panel.getByText('A test is on its way'))
  await expect.poll(() => told.some(({ body }) => body.includes('"test":true')), { timeout: 20_000 }).toBe(true)

  const outcome = panel.getByText(/^Taken, /)
  await expect(async () => {
    await page.reload()
    await expect(outcome).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
  const said = await outcome.innerText()
  await page.reload()
  await expect(outcome).toHaveText(said)

  await panel.getByRole('button', { name: 'Make a new key' }).click()
  await confirm(page, `Make a new key for ${title}`)
  const renewed = await panel.getByText(/^whsec_/).innerText()
  expect(renewed).not.toBe(key)
  await panel.getByRole('button', { name: 'I have it' }).click()
  await expect.poll(codes, { timeout: 20_000 }).toContain('feeds.rotate')
  const last = told.at(-1)
  expect(last?.signature).toBe([renewed, key].map((each) => `v1,${createHmac('sha256', Buffer.from(each.trim().slice(6), 'base64')).update(`${last?.id}.${last?.timestamp}.${last?.body}`).digest('base64')}`).join(' '))
  await expectSeen(panel.getByText(/^Two, until /))

  answers.status = 503
  await panel.getByRole('button', { name: 'Send a test' }).click()
  await expect(async () => {
    await page.reload()
    await expect(panel.getByText(/^Tries again/)).toContainText('it answered 503: it did not take it', { timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
  await expect(panel.getByText(/^[0-9]+ records?, [0-9]+ seconds?$/)).toBeVisible()
  answers.status = 200
  await expect(async () => {
    await page.reload()
    await expect(panel.getByText('Follows')).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 60_000 })

  await panel.getByRole('button', { name: 'Pause feed' }).click()
  await confirm(page, `Pause the feed ${title}`)
  await expectSeen(panel.getByText('Paused', { exact: true }))
  await panel.getByRole('button', { name: 'Go on' }).click()
  await confirm(page, `Have the feed ${title} go on`)
  await expect.poll(codes, { timeout: 20_000 }).toContain('feeds.resume')
  expect(codes()).toContain('feeds.pause')
  await panel.getByRole('button', { name: 'End feed' }).click()
  await confirm(page, `End the feed ${title}`)
  await expectSeen(panel.locator('p').getByText('Ended', { exact: true }))
  await expect(panel.getByRole('button', { name: 'Send a test' })).toHaveCount(0)
})
test('who may not know is told whom to ask', async ({ page }) => {
  await signIn(page, 'Dev')
  await page.goto('/tenants/aurora/feeds')
  await expectSeen(page.getByText('Only', { exact: false }))
  await expect(page.getByRole('table', { name: 'Feeds' })).toHaveCount(0)
})
