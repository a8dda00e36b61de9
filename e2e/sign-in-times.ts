/** Not a story: `npm run bench -- sign-in` prints how long each way in takes the machine. */
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { generate } from 'otplib'
import { startProvider } from '../server/testing/provider'
import { freePort, startAlone } from './alone'
import { giveDevice } from './device'
import { pointer } from './hands'
import { codeField, leave, setUpGenerator } from './newcomer'
import { type Fresh, freshPerson } from './owner'
import { expect, test } from './people'

const runs = 7
const median = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
const home = (page: Page) => page.getByRole('heading', { name: 'You have no place yet' })
/** From the first press to the page: what is typed in between is filled in at once. */
async function timed(way: string, one: (n: number) => Promise<number>): Promise<void> {
  const times: number[] = []
  for (let n = 0; n < runs; n++) times.push(await one(n))
  console.log(`${way}: ${(median(times) / 1000).toFixed(2)} s (median of ${runs}, slowest ${(Math.max(...times) / 1000).toFixed(2)} s)`)
}
const since = async (work: () => Promise<void>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}
async function withPassword(page: Page, { email, password }: Fresh): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('by password and code', async ({ page }) => {
  test.setTimeout(600_000)
  await timed('password and code', async (n) => {
    // A code works once: each run has a person of its own, whose code generator was added half a minute's step before.
    const person = await freshPerson(`Tim ${n}`)
    await page.goto('/sign-in')
    await withPassword(page, person)
    const secret = await setUpGenerator(page, pointer(page))
    await codeField(page).fill(await generate({ secret }))
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await expect(home(page)).toBeVisible()
    await leave(page, pointer(page), person)
    const next = await generate({ secret, epoch: Date.now() / 1000 + 30 })
    const took = await since(async () => {
      await withPassword(page, person)
      await page.getByRole('textbox', { name: 'Code' }).fill(next)
      await page.keyboard.press('Enter')
      await expect(home(page)).toBeVisible()
    })
    await leave(page, pointer(page), person)
    return took
  })
})
test('by passkey', async ({ page }) => {
  test.setTimeout(600_000)
  const person = await freshPerson('Pat Passkey')
  await giveDevice(page)
  await page.goto('/sign-in')
  await withPassword(page, person)
  await page.getByRole('button', { name: 'Make passkey' }).click()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(home(page)).toBeVisible()
  await timed('passkey', async () => {
    await leave(page, pointer(page), person)
    return since(async () => {
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await expect(home(page)).toBeVisible()
    })
  })
})
test('by single sign-on', async ({ page }) => {
  test.setTimeout(600_000)
  const file = process.env.PROVIDERS_FILE ?? ''
  const [listed] = JSON.parse(readFileSync(file, 'utf8')) as { id: string; issuer: string; clientSecretFile: string }[]
  if (!listed) throw new Error('no provider is listed')
  const web = await startAlone({}, await freePort())
  const provider = await startProvider({ id: listed.id, publicUrl: web.address, port: Number(new URL(listed.issuer).port), clientSecret: readFileSync(resolve(dirname(file), listed.clientSecretFile), 'utf8') })
  try {
    provider.signsIn({ sub: `times-${Date.now()}`, name: 'Sam Single', acr: 'phr' })
    await timed('single sign-on', async () => {
      await page.goto(`${web.address}/sign-in`)
      const button = page.getByRole('button', { name: /^Continue with / }).first()
      await expect(button).toBeEnabled({ timeout: 60_000 })
      const took = await since(async () => {
        await button.click()
        await expect(home(page)).toBeVisible({ timeout: 60_000 })
      })
      await page.context().clearCookies()
      return took
    })
  } finally {
    await page.goto('about:blank')
    await provider.stop()
    await web.stop()
  }
})
