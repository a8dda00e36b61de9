/** The demo's people, and a browser that notices what no story may do. */
import { writeFile } from 'node:fs/promises'
import { type Browser, expect, type Locator, type Page, test as base } from '@playwright/test'
import { generate } from 'otplib'
import { asOptions } from '~/components/factors/device'
import { assert, demoCredentialId } from '~/server/demo/authenticator'
import { address } from './address'
import { listenAsked } from './asked'
import { tell } from './door'
import { type Hands, pointer } from './hands'
import credentials from '../prisma/seed/credentials.json' with { type: 'json' }
import everybody from '../prisma/seed/people.json' with { type: 'json' }

export const { password } = credentials
export type First = 'Ada' | 'Alma' | 'Bo' | 'Cleo' | 'Dev' | 'Nils' | 'Otto' | 'Per' | 'Pia' | 'Rhea' | 'Sol'
export const people = Object.fromEntries(everybody.map((person) => [person.name.split(' ')[0], person])) as Record<First, (typeof everybody)[number]>

/**
 * A story fails if its browser complains: of an error, of a page that breaks, of something the answer's headers forbid. It fails, too, if it leaves somebody's
 * window open: that window would go on watching while another story is told.
 */
export const test = base.extend<{ complaints: string[] }>({
  complaints: [async ({ context }, use, info) => {
    const complaints: string[] = []
    await listen(context, complaints)
    const asked = listenAsked(context)
    await use(complaints)
    if (info.errors.length > 0) await writeFile(info.outputPath('asked.md'), asked())
    const leftOpen = context.browser()?.contexts().filter((other) => other !== context) ?? []
    await Promise.all(leftOpen.map((other) => other.close()))
    if (info.errors.length === 0) expect(leftOpen.length, 'windows of others that the story left open').toBe(0)
    expect(complaints, 'what the browser complained of').toEqual([])
  }, { auto: true }],
})
export { expect }

/** Some of these words are to be seen. What is folded away does not count: news of something else, in a list that is not open, may hold the same words. */
export const expectSeen = (words: Locator) => expect(words.filter({ visible: true }).first()).toBeVisible()

/** That an answer was a no is not a fault of the page, and neither is that the engine did not answer; that it was a fault is. */
const isAnswerOfNo = (text: string) => /^Failed to load resource: the server responded with a status of (4\d\d|503)/.test(text)
export async function listen(context: Awaited<ReturnType<Browser['newContext']>>, complaints: string[]): Promise<void> {
  context.on('console', (message) => {
    if (message.type() === 'error' && !isAnswerOfNo(message.text())) complaints.push(`${message.page()?.url()}: ${message.text()}`)
  })
  context.on('weberror', (error) => complaints.push(String(error.error())))
  await context.exposeFunction('complainOfPolicy', (says: string) => complaints.push(says))
  await context.addInitScript(() => document.addEventListener('securitypolicyviolation', (event) => {
    const { complainOfPolicy } = window as unknown as { complainOfPolicy: (says: string) => void }
    complainOfPolicy(`${event.violatedDirective}: ${event.blockedURI} ${event.sample}`)
  }))
}

/** One press on the sign-in page of the demo, wherever it then leads. A page that is left before all of it has come complains of that, so it is waited for. */
export async function comeInAs(page: Page, first: First): Promise<void> {
  await page.getByRole('region', { name: 'Demo people' }).getByRole('button', { name: people[first].name }).click()
  await expect(menuOf(page, first)).toBeVisible()
  await page.waitForLoadState()
}
const menuOf = (page: Page, first: First) => page.getByRole('button', { name: `${people[first].name}, your menu` })
/**
 * Signed in by the person’s passkey, through the real verification, asked as the sign-in page asks: that page has stories of its own, and the others begin behind it.
 * `at` is where to be then, if that is another web process: a passkey is for one address, and the session is for all of them on this machine.
 */
export async function signIn(page: Page, first: First, at = address): Promise<void> {
  await page.goto(`${address}/icon.svg`)
  const asked = await tell(page, 'signIn.challenge', {})
  const credentialId = await demoCredentialId(people[first].email)
  const assertion = await assert(asOptions<'show'>(asked.value?.options), { key: credentials.passkey, credentialId, origin: new URL(address).origin })
  expect(await tell(page, 'signIn.withPasskey', { assertion })).toMatchObject({ ok: true })
  await page.goto(at)
  await expect(menuOf(page, first)).toBeVisible()
  await page.waitForLoadState()
}

/** A code that works now, once: a story that types one has a person of its own for it. */
export const codeNow = (secret = credentials.totpSecret): Promise<string> => generate({ secret })
/** The one after it, which is taken half a minute early. */
export const codeNext = (secret: string): Promise<string> => generate({ secret, epoch: Date.now() / 1000 + 30 })

export const signature = (page: Page) => page.getByRole('dialog', { name: /^(Confirm with your second factor|Sign with your passkey)$/ })
/** Signs what the dialog shows with the passkey of the demo’s person, as a device would. */
export async function confirm(page: Page, deed: string | RegExp): Promise<void> {
  await expect(signature(page).getByText(deed)).toBeVisible()
  await signature(page).getByRole('button', { name: /^Confirm as / }).click()
}
/** Types a code into the dialog that shows what is signed. */
export async function confirmByCode(page: Page, deed: string | RegExp, code: string): Promise<void> {
  await expect(signature(page).getByText(deed)).toBeVisible()
  await signature(page).getByRole('button', { name: 'Use a code instead' }).click()
  await signature(page).getByLabel('Code').fill(code)
  await signature(page).getByRole('button', { name: 'Confirm', exact: true }).click()
}

/** A platform admin reads, until they say for how long they change things. */
export async function elevate(page: Page, hands: Hands = pointer(page)): Promise<void> {
  await hands.press('Elevate', page.getByRole('main'))
  const dialog = page.getByRole('dialog', { name: 'Elevate' })
  await hands.write('Reason', 'A story told by a test', dialog)
  await hands.press('Elevate', dialog)
  await hands.sign('Elevate for 1 hour')
  await expect(page.getByRole('group', { name: 'Elevation' }).filter({ visible: true })).toContainText(' left')
}
