/** The demo's people, and a browser that notices what no story may do. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { type Browser, expect, type Page, test as base } from '@playwright/test'
import { generate } from 'otplib'
import { address } from './address'
import credentials from '../prisma/seed/credentials.json' with { type: 'json' }
import everybody from '../prisma/seed/people.json' with { type: 'json' }

export const { password } = credentials
export type First = 'Ada' | 'Alma' | 'Bo' | 'Cleo' | 'Dev' | 'Nils' | 'Otto' | 'Per' | 'Pia' | 'Rhea' | 'Sol'
export const people = Object.fromEntries(everybody.map((person) => [person.name.split(' ')[0], person])) as Record<First, (typeof everybody)[number]>

/** A story fails if its browser complains: of an error, of a page that breaks, of something the answer's headers forbid. */
export const test = base.extend<{ complaints: string[] }>({
  complaints: [async ({ context }, use) => {
    const complaints: string[] = []
    await listen(context, complaints)
    await use(complaints)
    expect(complaints, 'what the browser complained of').toEqual([])
  }, { auto: true }],
})
export { expect }

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

export async function signIn(page: Page, first: First, at = ''): Promise<void> {
  await page.goto(`${at}/sign-in`)
  await page.getByLabel('E-mail').fill(people[first].email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  // The sign-in page of the demo has a button with their name, too.
  await expect(page.getByRole('button', { name: `${people[first].name}, your menu` })).toBeVisible()
}

const stepMs = 30_000
const spentFile = new URL('../.data/spent-codes.json', import.meta.url)
const readSpent = (): Record<string, number> => {
  try {
    return JSON.parse(readFileSync(spentFile, 'utf8')) as Record<string, number>
  } catch {
    return {}
  }
}

/** Says that this person used every code up to this one; without one, every code that could be used now. */
export function noteSpent(first: First, step = Math.floor(Date.now() / stepMs) + 1): void {
  mkdirSync(new URL('.', spentFile), { recursive: true })
  writeFileSync(spentFile, JSON.stringify({ ...readSpent(), [`${address} ${first}`]: step }))
}

/**
 * A code this person has not used: this half minute's, else the next one's, which is accepted half a minute early. Which were used is kept beside the run,
 * because a later run, too, meets a server that remembers.
 */
export async function freshCode(first: First): Promise<string> {
  const who = `${address} ${first}`
  const spent = readSpent()
  const step = Math.max(Math.floor(Date.now() / stepMs), (spent[who] ?? 0) + 1)
  const opensAt = (step - 1) * stepMs + 1_000
  if (opensAt > Date.now()) await setTimeout(opensAt - Date.now())
  noteSpent(first, step)
  return generate({ secret: credentials.totpSecret, epoch: (step * stepMs) / 1000 })
}

/** Types a code into the dialog that shows what is signed. */
export async function confirm(page: Page, deed: string | RegExp, code: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm with your second factor' })
  await expect(dialog.getByText(deed)).toBeVisible()
  await dialog.getByLabel('Code').fill(code)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
}
