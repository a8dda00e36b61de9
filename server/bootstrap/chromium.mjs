/** Finds the browser for the browser tests, or installs one. Answers with its path; empty means Playwright's own. */
import { existsSync } from 'node:fs'
import { bin, isRoot, root } from './place.mjs'
import { commandOutput } from './processes.mjs'
import { step } from './progress.mjs'
import { indented, Stop } from './words.mjs'

// The one without a window of its own is what is needed, and takes two thirds of the work.
const usual = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome-stable', '/usr/bin/google-chrome', '/snap/bin/chromium', '/Applications/Chromium.app/Contents/MacOS/Chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

export async function findChromium() {
  const given = process.env.CHROMIUM_PATH
  if (given && !existsSync(given)) throw new Stop(`CHROMIUM_PATH names ${given}, which does not exist: set it to the path of a Chromium, or leave it out.`)
  const found = given || usual.find((path) => existsSync(path))
  if (found) return found
  const { chromium } = await import('@playwright/test')
  if (existsSync(chromium.executablePath())) return ''
  return (await installFromDebian()) ?? (await installFromPlaywright())
}

async function installFromDebian() {
  if (!isRoot || !existsSync('/usr/bin/apt-get')) return null
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return step('Installing Chromium with apt-get', async () => {
    await commandOutput('apt-get', ['update'], { env })
    for (const name of ['chromium-headless-shell', 'chromium']) {
      await commandOutput('apt-get', ['install', '-y', '--no-install-recommends', name], { env })
      if (existsSync(`/usr/bin/${name}`)) return `/usr/bin/${name}`
    }
    return null
  })
}

async function installFromPlaywright() {
  const { code, output } = await step('Installing Chromium for Playwright', () => commandOutput(bin('playwright'), ['install', 'chromium'], { cwd: root }))
  if (code === 0) return ''
  throw new Stop(`The browser tests need Chromium, and it could not be installed: install it with your system's packages, or set CHROMIUM_PATH to one.\n${indented(output, 3)}`)
}
