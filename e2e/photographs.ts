/** Photographs every page in both themes, wide and narrow: `npm run photograph`. Those that the README shows are kept in the repository. */
import { copyFileSync, mkdirSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { everyPage } from './pages'
import { signIn } from './people'

const all = new URL('../.data/photographs/', import.meta.url).pathname
const kept = new URL('../.github/photographs/', import.meta.url).pathname
const inReadme = ['tenant', 'quotas-change', 'request', 'platform', 'parts']
const sizes = [{ width: 1440, height: 900 }, { width: 390, height: 844 }]

for (const theme of ['light', 'dark'] as const) {
  for (const viewport of sizes) {
    test(`${theme}, ${viewport.width} pixels wide`, async ({ browser }) => {
      test.setTimeout(600_000)
      mkdirSync(kept, { recursive: true })
      const people = [...new Set(everyPage.map(({ who }) => who))]
      for (const person of people) {
        const context = await browser.newContext({ viewport, colorScheme: theme, reducedMotion: 'reduce' })
        const page = await context.newPage()
        if (person) await signIn(page, person)
        for (const { name, path, open } of everyPage.filter(({ who }) => who === person)) {
          await page.goto(path, { waitUntil: 'networkidle' })
          await open?.(page)
          await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
          const file = `${all}${name}-${theme}-${viewport.width}.png`
          await page.screenshot({ path: file, fullPage: !inReadme.includes(name), animations: 'disabled' })
          if (inReadme.includes(name) && viewport.width > 1000) copyFileSync(file, `${kept}${name}-${theme}.png`)
        }
        await context.close()
      }
    })
  }
}
