/** One's own second factors, once one is in: named anew, one more beside the first, and each of them confirms. */
import { paste, pointer } from './hands'
import { arrive, codeField, recoveryCodes, setUpGenerator } from './newcomer'
import { codeNow, codeNext, expect, signature, test } from './people'

test('a passkey is given another name, a code generator is added beside it with the passkey, and a code that is pasted confirms the next deed', async ({ page }) => {
  await arrive(page, 'Sid Second')
  await page.goto('/you/security')
  await page.getByRole('button', { name: 'Actions for First device' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  const name = page.getByRole('textbox', { name: 'Name' })
  await expect(name).toHaveValue('First device')
  await name.fill('Blue key')
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByRole('rowheader', { name: 'Blue key' })).toBeVisible()
  await expect(page.getByRole('rowheader', { name: 'First device' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Close' }).click()

  await page.getByRole('link', { name: 'Add a second factor' }).click()
  const secret = await setUpGenerator(page, pointer(page))
  const main = page.getByRole('main')
  await main.getByRole('textbox', { name: 'Code' }).fill(await codeNow(secret))
  await page.getByRole('button', { name: 'Add code generator' }).click()
  await expect(signature(page)).toContainText('Add the code generator “Code generator”')
  await signature(page).getByRole('button', { name: 'Confirm with a passkey' }).click()
  await expect(page.getByText('It was added. For 24 hours it approves nothing.')).toBeVisible()
  await expect(page.getByRole('row', { name: /Code generator/ })).toContainText('New: approves from')
  await expect(page.getByRole('region', { name: 'What you must know' })).toContainText('A code generator “Code generator” was added to your second factors')

  await page.goto('/you/security?open=codes')
  await page.getByRole('button', { name: 'Make new codes' }).click()
  await signature(page).getByRole('button', { name: 'Use a code instead' }).click()
  await expect(codeField(page)).toBeFocused()
  const code = await codeNext(secret)
  await paste(page, ` ${code.slice(0, 3)} ${code.slice(3)} `)
  await page.keyboard.press('Enter')
  await recoveryCodes(page)
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByText('10 of them work.')).toBeVisible()
})
