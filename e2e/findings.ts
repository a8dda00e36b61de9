import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const themes = {
  light: (axe: AxeBuilder) => axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']),
  // The same page in other colours: only what looks at colours can find anything else.
  dark: (axe: AxeBuilder) => axe.withRules(['color-contrast', 'link-in-text-block']),
} as const

/** A button on its way from one theme to the other has the contrast of neither. One that is folded away never arrives, because nothing of it is drawn. */
const settled = (page: Page) => page.evaluate(() => Promise.allSettled(document.getAnimations()
  .filter((moving) => moving instanceof CSSTransition && moving.effect instanceof KeyframeEffect && moving.effect.target?.checkVisibility() === true).map(({ finished }) => finished)))
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

/** What is wrong with the page as it stands, with whatever is open on it: in both themes, at 320 pixels, and at 200 % zoom (where a window of 1280 pixels lays out 640) with text as large as it may be set. */
export async function findings(page: Page): Promise<unknown[]> {
  // The title of a page that was followed to comes a moment after its content.
  await expect(page).toHaveTitle(/Bailiwick/)
  const found: unknown[] = []
  // In one go, which is twice as quick and does not look into frames: there are none. Of what is right nothing is told: to name each element of that is what takes long.
  expect(page.frames()).toHaveLength(1)
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await settled(page)
    const { violations } = await themes[theme](new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()).analyze()
    found.push(...violations.map(({ id, nodes }) => ({ id, theme, at: page.url(), nodes: nodes.map(({ html }) => html) })))
  }
  await page.emulateMedia({ colorScheme: 'light' })
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
