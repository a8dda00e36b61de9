import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import type { default as axe, RunOptions } from 'axe-core'

/** A page takes it in anew each time: the one without its comments is a third sooner there. */
const source = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

type Violation = { readonly id: string; readonly nodes: readonly string[] }
const rules = {
  all: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  colours: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
} as const satisfies Record<string, RunOptions['runOnly']>
/** What axe finds wrong with the page as it stands. Of what is right nothing is told: to name each element of that is what takes long. It does not look into frames, so there must be none. */
export async function violations(page: Page, of: keyof typeof rules = 'all'): Promise<Violation[]> {
  expect(page.frames()).toHaveLength(1)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(async (runOnly) => {
    const { axe: own } = window as unknown as { axe: typeof axe }
    return (await own.run({ runOnly, resultTypes: ['violations'] })).violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))
  }, { ...rules[of], values: [...rules[of].values] })
}

/** What is found by its id is the first that has it: a second one is never found, and what was meant for it is done to the first. */
const ofOneId = (page: Page) => page.evaluate(() => {
  const all = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  return [...new Set(all.filter((id, at) => all.indexOf(id) !== at))].map((id) => `several are called ${id}`)
})
/** A drawing is drawn anew a moment after its place became narrower; whatever is still too wide after that is. */
const tooWide = (page: Page) => page.evaluate(async () => {
  const { documentElement: root } = document
  for (let left = 20; left > 0 && root.scrollWidth > root.clientWidth; left--) await new Promise((done) => setTimeout(done, 100))
  return root.scrollWidth > root.clientWidth ? [`${root.scrollWidth - root.clientWidth} pixels wider than ${root.clientWidth}`] : []
})
/** As large as text may be set, by WCAG 1.4.12. */
const setText = (page: Page, isLarge: boolean) => page.evaluate((large) => {
  const sheet = new CSSStyleSheet()
  if (large) sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }')
  document.adoptedStyleSheets = large ? [sheet] : []
}, isLarge)

/** A page that is read anew meanwhile is without a title for a moment where the server is slow: only one that does not come is a finding. */
async function lasting(page: Page, of: keyof typeof rules): Promise<Violation[]> {
  const found = await violations(page, of)
  if (!found.some(({ id }) => id === 'document-title')) return found
  await expect(page).toHaveTitle(/Bailiwick/)
  return violations(page, of)
}

/** What is wrong with the page as it stands, with whatever is open on it: in both themes, at 320 pixels, and at 200 % zoom (where a window of 1280 pixels lays out 640) with text as large as it may be set. */
export async function findings(page: Page): Promise<unknown[]> {
  // The title of a page that was followed to comes a moment after its content.
  await expect(page).toHaveTitle(/Bailiwick/)
  const found: unknown[] = await ofOneId(page)
  // The same page in other colours: only what looks at colours can find anything else. A button on its way from one theme to the other has the contrast of neither, so that nothing moves here.
  for (const [theme, of] of [['light', 'all'], ['dark', 'colours']] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    found.push(...(await lasting(page, of)).map((one) => ({ ...one, theme, at: page.url() })))
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: null })
  const size = page.viewportSize() ?? { width: 1280, height: 720 }
  await page.setViewportSize({ width: 320, height: 640 })
  found.push(...await tooWide(page))
  await page.setViewportSize({ width: 640, height: 450 })
  await setText(page, true)
  found.push(...await tooWide(page))
  await setText(page, false)
  await page.setViewportSize(size)
  return found
}
export const expectNoFindings = async (page: Page): Promise<void> => expect(await findings(page), page.url()).toEqual([])
