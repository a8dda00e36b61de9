/** A machine that is told what happens: made with a second factor, known by a key that is shown once, tried again when it does not answer, and ended. */
import { createHmac } from 'node:crypto'
import { confirm, expect, expectSeen, signIn, test } from './people'
import { receiverAt } from './receiver'

test.describe.configure({ mode: 'serial' })
const own = Date.now().toString(36)
// What another telling of this file made is told by another path.
const path = `/in/a-secret-path-${own}`
const { told, answers } = receiverAt(path)

const title = `Pager ${own}`
test('an admin makes one, keeps its key, sends a test, has what failed tried anew, makes a new key, and ends it', async ({ page }) => {
  await signIn(page, 'Ada')
  await page.goto('/tenants/aurora/webhooks')
  await page.getByRole('link', { name: 'Make webhook' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.getByRole('textbox', { name: 'Address' }).fill('https://169.254.169.254/latest/meta-data')
  await page.getByRole('checkbox', { name: 'An allocation ends soon' }).check()
  await page.getByRole('button', { name: 'Make webhook' }).click()
  await confirm(page, `Make the webhook “${title}”`)
  await expectSeen(page.getByText('The address is not one on the internet.'))
  await page.getByRole('textbox', { name: 'Address' }).fill(`http://${process.env.WEBHOOK_INSIDE}${path}`)
  await page.getByRole('button', { name: 'Make webhook' }).click()
  await confirm(page, `Make the webhook “${title}”`)
  const key = await page.getByRole('main').getByText(/^whsec_/).innerText()
  await page.getByRole('button', { name: 'I have it' }).click()
  await page.goto('/tenants/aurora/webhooks')
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  expect(await page.content()).not.toContain('a-secret-path')

  answers.status = 400
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expectSeen(page.getByText('A test is on its way'))
  await expect.poll(() => told.length).toBe(1)
  const [first] = told
  const signed = createHmac('sha256', Buffer.from(key.trim().slice(6), 'base64')).update(`${first?.id}.${first?.timestamp}.${first?.body}`).digest('base64')
  expect(first?.signature).toBe(`v1,${signed}`)
  expect(JSON.parse(first?.body ?? '')).toMatchObject({ type: 'test', data: { says: 'This is a test', tenant: 'aurora' } })
  const row = page.getByRole('row', { name: /A test/ })
  // Nobody has to ask again: the page is read by itself until what became of it is known.
  await expect(row).toContainText('Answered 400: it did not take it')
  await expect(row).toContainText('Tries again')

  await page.getByRole('button', { name: 'Make a new key' }).click()
  await confirm(page, `Make a new key for ${title}`)
  await expect(page.getByText('It is shown only now.')).toBeVisible()
  await page.getByRole('button', { name: 'I have it' }).click()
  await page.getByRole('button', { name: 'End webhook' }).click()
  await confirm(page, `End the webhook ${title}`)
  await expectSeen(page.getByRole('main').getByText('Ended', { exact: true }))
  await expect(page.getByRole('button', { name: 'Send a test' })).toHaveCount(0)
})
test('who may not know is told whom to ask', async ({ page }) => {
  await signIn(page, 'Dev')
  await page.goto('/tenants/aurora/webhooks')
  await expectSeen(page.getByText('Only', { exact: false }))
  await expect(page.getByRole('table', { name: 'Webhooks' })).toHaveCount(0)
})
