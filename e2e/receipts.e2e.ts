/** A receipt of an approval: checked on the page by whoever is signed in, and with the files alone by whoever is not. */
import { createHash, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import credentials from '../prisma/seed/credentials.json' with { type: 'json' }
import { assert, demoCredentialId } from '../server/demo/authenticator'
import { canonicalBytes, type Json } from '../server/shared/canonical'
import { address } from './address'
import { enrolmentsOn, verifyOffline } from './enrolments'
import { expect, expectSeen, people, signIn, test } from './people'

const { origin, hostname } = new URL(address)

/** What the button beside the list puts onto the clipboard. */
/** As the person's own passkey would sign it. */
async function receiptOf(person: string, credential: string): Promise<Record<string, Json>> {
  const terms = { kind: 'allocation.admit', version: 1, devices: '16', region: 'eu-west-1', victims: [] }
  const statement = { decision: 'approve', request: randomUUID(), approver: person, terms, action: 'requests.approve', inputDigest: 'A'.repeat(43), person, session: randomUUID(), nonce: 'BBBBBBBBBBBBBBBBBBBBBB', expiresAt: new Date(Date.now() + 60_000).toISOString() }
  const challenge = createHash('sha256').update(canonicalBytes(statement)).digest('base64url')
  const { response: { clientDataJSON, authenticatorData, signature } } = await assert({ challenge, rpId: hostname }, { key: credentials.passkey, credentialId: credential, origin })
  return { format: 'bailiwick-receipt-1', statement, assertion: { kind: 'passkey', credential, publicKey: publicKeyIn, clientDataJSON, authenticatorData, signature } }
}
let publicKeyIn = ''

test('a receipt that is chosen is valid, with what was agreed to in words; altered it is not, and why is said; a stranger with the two files finds the same', async ({ page }, testInfo) => {
  await signIn(page, 'Sol')
  const list = await enrolmentsOn(page)
  const credential = await demoCredentialId(people.Per.email)
  const enrolled = list.split('\n').flatMap((line) => (line.includes(credential) ? [JSON.parse(line) as { person: string; publicKey: string }] : []))[0]
  if (!enrolled) throw new Error('the demo’s passkeys are listed')
  publicKeyIn = enrolled.publicKey
  const text = JSON.stringify(await receiptOf(enrolled.person, credential))
  const verdict = page.getByRole('region', { name: /Valid|Invalid|unproven|Weaker/ })

  await page.getByLabel('File').setInputFiles({ name: 'receipt.json', mimeType: 'application/json', buffer: Buffer.from(text) })
  await expect(page.getByRole('textbox', { name: 'Receipt' })).toHaveValue(text)
  await page.getByRole('button', { name: 'Check receipt' }).click()
  await expect(verdict).toContainText('It was signed by the person who is named, for exactly this.')
  for (const says of [`person ${enrolled.person}`, 'devices', '16', 'The key is enrolled for the person who is named as the approver, and was so then.', `It was signed at ${origin}.`]) await expect(verdict).toContainText(says)
  await expect(verdict.getByRole('row', { name: 'The record of the deed is not in the receipt' })).toContainText('Not shown')

  await page.getByRole('textbox', { name: 'Receipt' }).fill(text.replace('"devices":"16"', '"devices":"160"'))
  await expect(verdict).toHaveCount(0)
  await page.getByRole('button', { name: 'Check receipt' }).click()
  await expect(page.getByRole('region', { name: 'Invalid' })).toContainText('The passkey signed another statement.')
  await page.getByRole('textbox', { name: 'Receipt' }).fill('{ "format": "another" }')
  await page.getByRole('button', { name: 'Check receipt' }).click()
  await expectSeen(page.getByText('This is no receipt. Choose the file as it was given to you.'))

  const [receipt, keys] = [testInfo.outputPath('receipt.json'), testInfo.outputPath('enrolments.txt')]
  writeFileSync(receipt, text)
  writeFileSync(keys, list)
  expect(await verifyOffline(receipt, keys)).toMatch(/receipt\.json: VALID\n/)
})

test('whoever is signed in may check one; whose passkeys there are is for those who watch over the platform; how far the record is sealed is said where it is read', async ({ page, context }) => {
  await signIn(page, 'Dev')
  await page.goto('/receipts')
  await expect(page.getByRole('button', { name: 'Check receipt' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Enrolments' })).toHaveCount(0)
  await expect(page.getByText(/^Sealed to [\d,]+ records/)).toBeVisible()
  await context.clearCookies()
  await signIn(page, 'Ada')
  // The engine compares what stands with what was sealed soon after its start, and then again and again.
  await expect(async () => {
    await page.goto('/tenants/aurora/audit')
    await expect(page.getByText(/^Sealed to [\d,]+ records.*Verified to [\d,]+/)).toBeVisible({ timeout: 2_000 })
  }).toPass()
})
