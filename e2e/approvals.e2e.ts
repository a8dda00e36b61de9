import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import { canonicalBytes } from '~/server/shared/canonical'
import { tell, wishFor } from './door'
import { enrolmentsOn, verifyOffline } from './enrolments'
import { expectNoFindings } from './findings'
import { endsIn, makeRoom, takeRoom, withoutShare } from './owner'
import { confirm, expect, expectSeen, type First, listen, people, signIn, test } from './people'

const fresh = (name: string) => `${name}-${Date.now().toString(36)}`
const [tenant, namespace] = ['aurora', fresh('approvals')]
const room = { tenant, namespace, developer: people.Dev.email }
test.beforeAll(() => makeRoom(room))
test.afterAll(() => takeRoom(room))
const sign = (page: Page) => page.getByRole('button', { name: /^Sign: / })
const words = (page: Page) => page.getByRole('list', { name: 'Words' })

async function open(browser: Browser, first: First, complaints: string[]): Promise<Page> {
  const context = await browser.newContext()
  await listen(context, complaints)
  const page = await context.newPage()
  await signIn(page, first)
  return page
}
/** What a developer asked for, and the sheet of it, open before a tenant admin. */
async function seen(browser: Browser, complaints: string[], mark: string, of: { gpus: number; pods?: number; hours?: number }) {
  const name = fresh(mark)
  const developer = await open(browser, 'Dev', complaints)
  const allocation = await wishFor(developer, { tenant, namespace, name, ...of })
  const ada = await open(browser, 'Ada', complaints)
  await ada.goto(`/tenants/${tenant}/requests`)
  await ada.getByRole('link', { name: `Allocation ${name}` }).click()
  return { developer, ada, allocation }
}
test('a developer asks for sixteen GPUs, two sign exactly that with their passkeys, it is admitted, and released when its lease is over; each yes leaves a receipt that a stranger finds valid', async ({ browser, complaints }, testInfo) => {
  const name = fresh('train')
  const developer = await open(browser, 'Dev', complaints)
  const allocation = await wishFor(developer, { tenant, namespace, name, gpus: 8, pods: 2 })

  const ada = await open(browser, 'Ada', complaints)
  await ada.goto(`/tenants/${tenant}/requests`)
  const row = ada.getByRole('row', { name: new RegExp(`^Select Allocation ${name}`) })
  await expect(row).toContainText('16 × GPU · 1 h · normal')
  await expect(row).toContainText('0/2')
  await row.getByRole('link', { name: `Allocation ${name}` }).click()
  await expect(ada.getByRole('heading', { level: 1, name: `Allocation ${name}` })).toBeVisible()
  await expectSeen(ada.getByText(new RegExp(`^Grant ${namespace} of aurora 16 GPUs, .* in 2 pods, for 1 hour from the last yes, in eu-central-1\\.$`)))
  const takes = ada.getByRole('table', { name: 'What it takes' })
  await expect(takes.getByRole('row', { name: /^Organisation GPU Fits Unknown$/ })).toBeVisible()
  await expect(takes.getByRole('row', { name: /^Namespace GPU Fits \d+ \d+ 24 24$/ })).toBeVisible()
  await expect(ada.getByText('2 tenant admins or approvers, by passkey')).toBeVisible()
  await expectNoFindings(ada)
  await sign(ada).click()
  await confirm(ada, 'Sign: grant 16 GPUs for 1 hour')
  await expect(ada.getByRole('status').filter({ hasText: `Allocation ${name}: signed.` })).toBeAttached()
  await expect(ada.getByRole('heading', { name: 'What was said', exact: true })).toBeVisible()
  await expect(words(ada).getByText('Yes, as tenant admin')).toBeVisible()
  await expect(words(ada).getByText(/^[0-9a-f]{4}( [0-9a-f]{4}){3}$/)).toBeVisible()
  await expect(ada.getByText('1 of 2 given')).toBeVisible()
  await expect(sign(ada)).toHaveAccessibleDescription('You have said yes to these very terms. Others are still asked.')

  const alma = await open(browser, 'Alma', complaints)
  await alma.getByRole('link', { name: `Allocation ${name}` }).first().click()
  await expect(alma.getByRole('definition').filter({ hasText: 'frankfurt' }).first()).toBeVisible()
  await expectNoFindings(alma)
  await sign(alma).click()
  await confirm(alma, /^Sign: grant 16 GPUs/)
  await expectSeen(alma.getByText('Approved', { exact: true }))
  const download = alma.waitForEvent('download')
  await alma.getByRole('button', { name: `Download receipt of ${people.Ada.name}` }).click()
  const document = readFileSync(await (await download).path(), 'utf8')
  const receipt = JSON.parse(document) as { statement: { decision: string; request: string; terms: { allocation: string; devices: string } }; assertion: { clientDataJSON: string } }
  expect(receipt.statement).toMatchObject({ decision: 'approve', terms: { allocation, devices: '16' } })
  const { challenge } = JSON.parse(Buffer.from(receipt.assertion.clientDataJSON, 'base64url').toString()) as { challenge: string }
  expect(challenge).toBe(createHash('sha256').update(canonicalBytes(receipt.statement)).digest('base64url'))
  const checked = async (text: string) => (await tell(developer, 'receipts.verify', { document: text })).value?.verdict
  expect(await checked(document)).toMatch(/^(valid|holder_unproven)$/)
  expect(await checked(document.replace('"devices": "16"', '"devices": "15"'))).toBe('invalid')

  // Whoever reads the record takes it from there with its place in the log.
  const found = `/tenants/${tenant}/audit?query=${encodeURIComponent(`verb:approveInTenant outcome:done name:${receipt.statement.request}`)}`
  await expect(async () => {
    await ada.goto(found)
    await ada.getByRole('table', { name: 'Records' }).getByRole('row').nth(1).getByRole('link').first().click({ timeout: 2_000 })
    await expect(ada.getByRole('link', { name: 'Download receipt' })).toBeVisible({ timeout: 4_000 })
  }).toPass()
  const taking = ada.waitForEvent('download')
  await ada.getByRole('link', { name: 'Download receipt' }).click()
  const whole = testInfo.outputPath('whole.json')
  await (await taking).saveAs(whole)

  await developer.goto(`/tenants/${tenant}/allocations/${allocation}`)
  await expectSeen(developer.getByText(/^(Admitted|Running)$/))
  await endsIn(0, name)
  await expectSeen(developer.getByText('Expired', { exact: true }))
  const sol = await open(browser, 'Sol', complaints)
  const [file, keys] = [testInfo.outputPath('receipt.json'), testInfo.outputPath('enrolments.txt')]
  writeFileSync(file, document)
  writeFileSync(keys, await enrolmentsOn(sol))
  expect(await verifyOffline(file, keys)).toMatch(/receipt\.json: VALID\n/)
  expect(await verifyOffline(whole, keys)).toMatch(/whole\.json: VALID\n[\s\S]*✓ The record is in the log under this checkpoint\./)
  for (const page of [developer, ada, alma, sol]) await page.context().close()
})

test('an approver handles ten requests with nothing but the keyboard', async ({ browser, complaints }) => {
  const developer = await open(browser, 'Dev', complaints)
  const mark = fresh('key')
  const allocations: string[] = []
  for (let at = 0; at < 10; at++) allocations.push(await wishFor(developer, { tenant, namespace, name: `${mark}-${at}`, gpus: 1 }))
  const ada = await open(browser, 'Ada', complaints)
  await ada.goto(`/tenants/${tenant}/requests?find=${mark}`)
  const rows = () => ada.getByRole('row', { name: new RegExp(`^Select Allocation ${mark}`) })
  await expect(rows()).toHaveCount(10)
  for (let left = 10; left > 0; left--) {
    // Keys are heard a moment after the rows are there.
    await expect(async () => {
      await ada.keyboard.press('j')
      await expect(rows().locator(':focus')).toHaveCount(1, { timeout: 500 })
    }).toPass()
    await ada.keyboard.press('Enter')
    await expect(ada.getByRole('heading', { level: 1, name: new RegExp(`^Allocation ${mark}`) })).toBeVisible()
    await expect(ada).toHaveTitle(new RegExp(`^Allocation ${mark}-\\d · Requests · ${tenant} · Bailiwick$`))
    await expect(sign(ada)).toBeEnabled()
    await ada.keyboard.press('a')
    await expect(sign(ada)).toBeFocused()
    await ada.keyboard.press('Enter')
    await expect(ada.getByRole('dialog', { name: 'Sign with your passkey' }).getByRole('button', { name: 'Confirm as Ada' })).toBeFocused()
    await ada.keyboard.press('Enter')
    await expectSeen(ada.getByText('Approved', { exact: true }))
    await ada.goBack()
    await expect(rows()).toHaveCount(left - 1)
  }
  for (const allocation of allocations) expect(await tell(developer, 'allocations.release', { tenant, allocation })).toMatchObject({ ok: true })
  for (const page of [developer, ada]) await page.context().close()
})

test('three are marked with the keyboard and signed with one tap: each is approved, and the receipt of one holds alone; what is for many devices is signed by itself', async ({ browser, complaints }) => {
  const developer = await open(browser, 'Dev', complaints)
  const mark = fresh('tap')
  const allocations: string[] = []
  for (let at = 0; at < 3; at++) allocations.push(await wishFor(developer, { tenant, namespace, name: `${mark}-${at}`, gpus: 1, hours: 2 }))
  const large = await wishFor(developer, { tenant, namespace, name: `${mark}-large`, gpus: 8, pods: 2 })
  const ada = await open(browser, 'Ada', complaints)
  await ada.goto(`/tenants/${tenant}/requests?find=${mark}`)
  await expect(ada.getByRole('row', { name: new RegExp(`^Select Allocation ${mark}`) })).toHaveCount(4)
  const alone = ada.getByRole('checkbox', { name: `Select Allocation ${mark}-large` })
  await expect(alone).toBeDisabled()
  await expect(alone).toHaveAccessibleDescription('It is for more devices than are signed together with others.')
  for (let at = 0; at < 4; at++) for (const key of ['j', 'x']) await ada.keyboard.press(key)
  await expectSeen(ada.getByText('3 marked · 3 GPUs'))
  await expectNoFindings(ada)
  await ada.keyboard.press('a')
  await expect(ada.getByRole('heading', { level: 1, name: 'Review and sign' })).toBeVisible()
  await expect(ada.getByText(new RegExp(`^Grant ${namespace} of aurora 1 GPU, .* in 1 pod, for 2 hours from the last yes, in eu-central-1\\.`))).toHaveCount(3)
  await expect(ada.getByRole('table', { name: 'What it comes to' }).getByRole('row', { name: new RegExp(`^aurora / ${namespace} 3 3 6 `) })).toBeVisible()
  await expectNoFindings(ada)
  await ada.keyboard.press('a')
  await expect(ada.getByRole('button', { name: 'Sign all 3: grant 3 GPUs' })).toBeFocused()
  await ada.keyboard.press('Enter')
  await expect(ada.getByRole('dialog', { name: 'Sign with your passkey' }).getByRole('button', { name: 'Confirm as Ada' })).toBeFocused()
  await ada.keyboard.press('Enter')
  await expect(ada.getByRole('list', { name: 'Signed' }).getByText('Approved')).toHaveCount(3)
  await expectNoFindings(ada)
  await ada.getByRole('link', { name: `Allocation ${mark}-1` }).click()
  const download = ada.waitForEvent('download')
  await ada.getByRole('button', { name: `Download receipt of ${people.Ada.name}` }).click()
  const document = readFileSync(await (await download).path(), 'utf8')
  const receipt = JSON.parse(document) as { statement: { terms: { allocation: string } }; batch: { statement: { count: number }; path: string[] } }
  expect([receipt.statement.terms.allocation, receipt.batch.statement.count]).toEqual([allocations[1], 3])
  const checked = async (text: string) => (await tell(developer, 'receipts.verify', { document: text })).value?.verdict
  expect(await checked(document)).toMatch(/^(valid|holder_unproven)$/)
  expect(await checked(JSON.stringify({ ...receipt, batch: { ...receipt.batch, path: receipt.batch.path.slice(1) } }))).toBe('invalid')
  // What was signed is not signed again, by whatever way one gets back to it.
  await ada.goBack()
  await expect(ada.getByText('Nothing that was marked can be signed together with others now.')).toBeVisible()
  await expect(ada.getByRole('button', { name: /^Sign/ })).toHaveCount(0)
  for (const allocation of [...allocations, large]) expect(await tell(developer, 'allocations.release', { tenant, allocation })).toMatchObject({ ok: true })
  for (const page of [developer, ada]) await page.context().close()
})

test('a question stops the clock, and is answered by whoever asked; a refusal says why', async ({ browser, complaints }) => {
  const { developer, ada, allocation } = await seen(browser, complaints, 'tune', { gpus: 1 })
  await expect(sign(ada)).toBeEnabled()
  await ada.keyboard.press('q')
  const asking = ada.getByRole('dialog', { name: 'Ask about it' })
  // One word, as an address is one, that is wider than any window.
  const question = `For which run of https://runs.example.org/${'a1b2c3d4'.repeat(50)}?`
  await asking.getByRole('textbox', { name: 'Question' }).fill(question)
  // What is typed in a dialog is not lost by a press on Back, either.
  await ada.evaluate(() => history.back())
  const leaving = ada.getByRole('dialog', { name: 'Leave without saving?' })
  await expect(leaving.getByRole('button', { name: 'Stay' })).toBeFocused()
  await ada.keyboard.press('Escape')
  await expect(leaving).toBeHidden()
  await expect(asking.getByRole('textbox', { name: 'Question' })).toHaveValue(question)
  await asking.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(words(ada).getByText(`Asked: ${question}`)).toBeVisible()
  await expectNoFindings(ada)
  await expect(sign(ada)).toHaveAccessibleDescription(/^A question about it waits for its answer\./)

  await developer.goto(`/tenants/${tenant}/allocations/${allocation}`)
  await expectSeen(developer.getByText(question))
  await expectNoFindings(developer)
  await developer.getByRole('textbox', { name: 'Your answer' }).fill('The one of May.')
  await developer.getByRole('button', { name: 'Answer', exact: true }).click()
  await expect(developer.getByText('Answered: The one of May.')).toBeVisible()

  await ada.reload()
  await expect(words(ada).getByText('Answered: The one of May.')).toBeVisible()
  await expect(sign(ada)).toBeEnabled()
  await ada.keyboard.press('d')
  const refusing = ada.getByRole('dialog', { name: 'Refuse request' })
  await refusing.getByRole('button', { name: 'The purpose does not say what it is for.' }).click()
  await refusing.getByRole('button', { name: 'Refuse request' }).click()
  await expect(ada.getByText('Refused: The purpose does not say what it is for.')).toBeVisible()
  for (const page of [developer, ada]) await page.context().close()
})

test('whoever decides offers less, and the less is what is signed and given', async ({ browser, complaints }) => {
  const { developer, ada, allocation } = await seen(browser, complaints, 'half', { gpus: 1, pods: 4, hours: 8 })
  await ada.getByRole('button', { name: 'Offer less' }).click()
  const offering = ada.getByRole('dialog', { name: 'Offer less' })
  await offering.getByRole('textbox', { name: 'Pods' }).fill('5')
  await offering.getByRole('button', { name: 'Offer less' }).click()
  await expect(offering.getByRole('textbox', { name: 'Pods' })).toHaveAccessibleDescription(/Write a whole number up to 4\./)
  await offering.getByRole('textbox', { name: 'Pods' }).fill('3')
  await offering.getByRole('slider', { name: 'Pods, slid to' }).press('ArrowLeft')
  await expect(offering.getByRole('textbox', { name: 'Pods' })).toHaveValue('2')
  await offering.getByRole('textbox', { name: 'Hours' }).fill('4')
  // What it would come to is told before it is offered.
  const effect = offering.getByRole('region', { name: 'What a yes to it would come to' })
  await expect(effect.getByText('Fits', { exact: true })).toBeVisible()
  await expect(effect.getByText('Hours: 8 → 4')).toBeVisible()
  await offering.getByRole('button', { name: 'Offer less' }).click()
  await expect(offering).toBeHidden()
  await expect(words(ada).getByText('Less than was asked for is offered.')).toBeVisible()
  // What they did themselves nobody tells them.
  await expect(ada.getByText('What is asked for changed while you looked.')).toHaveCount(0)
  // Where it cannot be signed after all, why not is what the failure tells.
  await expect(sign(ada)).toHaveAccessibleDescription('')
  await sign(ada).click()
  await confirm(ada, /^Sign: grant 2 GPUs for/)
  await expectSeen(ada.getByText('Approved', { exact: true }))
  await developer.goto(`/tenants/${tenant}/allocations/${allocation}`)
  await expect(developer.getByRole('definition').filter({ hasText: /^2$/ }).first()).toBeVisible()
  expect(await tell(developer, 'allocations.release', { tenant, allocation })).toMatchObject({ ok: true })
  for (const page of [developer, ada]) await page.context().close()
})

test('nobody signs what they asked for, and the reason is there before they try', async ({ page }) => {
  await signIn(page, 'Ada')
  const name = fresh('own')
  const allocation = await wishFor(page, { tenant, namespace, name, gpus: 8, pods: 2 })
  await page.goto(`/tenants/${tenant}/requests?tab=others`)
  await page.getByRole('link', { name: `Allocation ${name}` }).click()
  await expect(sign(page)).toHaveAccessibleDescription(/^Nobody answers what they asked for, or gain by\./)
  await expect(page.getByRole('button', { name: 'Refuse request' })).toHaveAccessibleDescription(/^Nobody answers what they asked for/)
  await expect(page.getByText('You: nobody answers what they asked for')).toBeVisible()
  await page.getByRole('button', { name: 'Withdraw request' }).click()
  await expectSeen(page.getByText('Withdrawn', { exact: true }))
  await page.goto(`/tenants/${tenant}/allocations/${allocation}`)
  await expectSeen(page.getByText('Withdrawn', { exact: true }))
})

test('what would be done became otherwise between the sheet and the signature: nothing is done, what changed is marked, and what is now is signed', async ({ browser, complaints }) => {
  const { developer, ada, allocation } = await seen(browser, complaints, 'race', { gpus: 1 })
  await expect(sign(ada)).toBeEnabled()
  await withoutShare(tenant, namespace, async () => {
    await sign(ada).click()
    await confirm(ada, /^Sign: grant 1 GPU/)
    await expectSeen(ada.getByText('What would be done is not what you were shown.'))
    const changed = ada.getByRole('status').filter({ hasText: 'What is asked for changed while you looked.' })
    await expect(changed).toContainText('Beyond the own share')
    await expect(words(ada).getByText('It counts no more: what is asked for became otherwise after it.')).toBeVisible()
    await expectNoFindings(ada)
    await developer.goto(`/tenants/${tenant}/allocations/${allocation}`)
    await expectSeen(developer.getByText('Held', { exact: true }))
    await sign(ada).click()
    await confirm(ada, /^Sign: grant 1 GPU/)
    await expectSeen(ada.getByText('Approved', { exact: true }))
    expect(await tell(developer, 'allocations.release', { tenant, allocation })).toMatchObject({ ok: true })
  })
  for (const page of [developer, ada]) await page.context().close()
})
