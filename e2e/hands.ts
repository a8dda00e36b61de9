/** Two ways to do the same story: with a pointer, and with nothing but the keyboard. */
import { expect, type Locator, type Page } from '@playwright/test'
import { confirm, signature } from './people'

export type Hands = {
  press: (button: string | RegExp, within?: Locator) => Promise<void>
  follow: (link: string | RegExp, within?: Locator) => Promise<void>
  write: (field: string | RegExp, text: string, within?: Locator) => Promise<void>
  /** What is not shown while it is written has no role to be found by. */
  writePassword: (field: string, text: string) => Promise<void>
  choose: (option: string | RegExp, role: 'radio' | 'checkbox', within?: Locator) => Promise<void>
  /** Shows the demo person’s passkey for the deed that the dialog names. */
  sign: (deed: string | RegExp) => Promise<void>
}
type Pick = (page: Page) => Hands

export const pointer: Pick = (page) => ({
  press: async (name, within) => (within ?? page).getByRole('button', { name, exact: typeof name === 'string' }).click(),
  follow: async (name, within) => (within ?? page).getByRole('link', { name, exact: typeof name === 'string' }).click(),
  write: async (name, text, within) => (within ?? page).getByRole('textbox', { name, exact: typeof name === 'string' }).fill(text),
  writePassword: (name, text) => page.getByLabel(name, { exact: true }).fill(text),
  choose: async (name, role, within) => (within ?? page).getByRole(role, { name, exact: typeof name === 'string' }).check(),
  sign: (deed) => confirm(page, deed),
})

const pressesMax = 150
/** Found once by what it is called and looked at after each press: to find it anew is ten times the work. One that was drawn anew meanwhile is found anew. */
async function focusOf(target: Locator): Promise<() => Promise<boolean>> {
  let element = await target.elementHandle()
  return async () => {
    for (;;) {
      const is = await element?.evaluate((own) => (own.isConnected ? own === document.activeElement : null)).catch(() => null)
      if (typeof is === 'boolean') return is
      element = await target.elementHandle()
    }
  }
}
/** What has the focus is seen, too: nothing that stays where it is while the page moves lies over it (WCAG 2.4.11). A box for a mark is as seen as its label. */
export const expectUncovered = async (target: Locator): Promise<void> => expect.poll(() => target.evaluate((own) => {
  const shown = own.closest('label') ?? own
  const { left, right, top, bottom } = shown.getBoundingClientRect()
  const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
  return over && (shown.contains(over) || over.contains(shown)) ? 'seen' : `under ${over?.outerHTML.slice(0, 120) ?? 'the edge'}`
})).toBe('seen')
/** Goes on when what a link leads to is there, as a person would who sees the line under the bar: until then what has the focus is still of the page before, and may be gone before Enter. */
const opened = (page: Page): Promise<void> => expect(page.locator('[data-opening]')).toHaveCount(0)
/** Tab until it has the focus, as a person would who sees the ring move; what the keyboard does not reach fails. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  const isFocused = await focusOf(target)
  for (let presses = 0; presses < pressesMax; presses++) {
    if (await isFocused()) return expectUncovered(target)
    await page.keyboard.press('Tab')
  }
  throw new Error(`${String(target)} is not reached by the keyboard`)
}

export const keyboard: Pick = (page) => ({
  press: async (name, within) => {
    await tabTo(page, (within ?? page).getByRole('button', { name, exact: typeof name === 'string' }))
    await page.keyboard.press('Enter')
  },
  follow: async (name, within) => {
    await tabTo(page, (within ?? page).getByRole('link', { name, exact: typeof name === 'string' }))
    await page.keyboard.press('Enter')
    await opened(page)
  },
  write: async (name, text, within) => {
    await tabTo(page, (within ?? page).getByRole('textbox', { name, exact: typeof name === 'string' }))
    await page.keyboard.press('Control+A')
    await page.keyboard.type(text)
  },
  writePassword: async (name, text) => {
    await tabTo(page, page.getByLabel(name, { exact: true }))
    await page.keyboard.press('Control+A')
    await page.keyboard.type(text)
  },
  choose: async (name, role, within) => {
    const target = (within ?? page).getByRole(role, { name, exact: typeof name === 'string' })
    if (role === 'checkbox') {
      await tabTo(page, target)
      return page.keyboard.press('Space')
    }
    // A group of radios is one stop; the arrows go round in it.
    const group = await target.getAttribute('name')
    for (let presses = 0; presses < pressesMax && !(await page.evaluate((of) => (document.activeElement as HTMLInputElement | null)?.name === of, group)); presses++) await page.keyboard.press('Tab')
    const isFocused = await focusOf(target)
    for (let presses = 0; presses < pressesMax && !(await isFocused()); presses++) await page.keyboard.press('ArrowDown')
    await expect(target).toBeChecked()
  },
  sign: async (deed) => {
    const dialog = signature(page)
    await expect(dialog.getByText(deed)).toBeVisible()
    await expect(dialog.getByRole('button', { name: /^Confirm as / })).toBeFocused()
    await page.keyboard.press('Enter')
  },
})

/** As from a code generator beside, or a note: by the clipboard, into what has the focus. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Control+V')
}
