/** Somebody new at the door: with a password, then with a second factor of their own, and out again. */
import type { Page } from '@playwright/test'
import { type Device, giveDevice } from './device'
import { type Hands, pointer } from './hands'
import { type Fresh, freshPerson } from './owner'
import { expect } from './people'

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
export const codeField = (page: Page) => page.getByRole('textbox', { name: 'Code', exact: true })

export async function withPassword(page: Page, { write, writePassword, press }: Hands, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto('/sign-in')
  await write('E-mail', email)
  await writePassword('Password', password)
  await press('Sign in')
}
export async function leave(page: Page, { press }: Hands, { name }: Fresh): Promise<void> {
  await page.waitForLoadState()
  await press(`${name}, your menu`)
  await press('Sign out')
  await expect(heading(page, 'Sign in')).toBeVisible()
}
export async function recoveryCodes(page: Page): Promise<string[]> {
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  return codes.allInnerTexts()
}

/** Asks for a code generator, wherever one is added, and reads its secret as somebody would who has no camera at hand. */
export async function setUpGenerator(page: Page, { choose, press }: Hands): Promise<string> {
  await choose('Code generator', 'radio')
  await press('Set up code generator')
  await expect(codeField(page)).toBeFocused()
  return (await page.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{1,4})+$/).innerText()).replaceAll(' ', '')
}

/** In, with a password and a passkey on this device. */
export async function arrive(page: Page, name: string, roles: Parameters<typeof freshPerson>[1] = []): Promise<{ person: Fresh; device: Device; codes: string[] }> {
  const person = await freshPerson(name, roles)
  const device = await giveDevice(page)
  await withPassword(page, pointer(page), person)
  await page.getByRole('textbox', { name: /^Name/ }).fill('First device')
  await page.getByRole('button', { name: 'Make passkey' }).click()
  const codes = await recoveryCodes(page)
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByRole('button', { name: `${name}, your menu` })).toBeVisible()
  await page.waitForLoadState()
  return { person, device, codes }
}
