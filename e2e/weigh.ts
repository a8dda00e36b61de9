import { gzipSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { type First, signIn } from './people'

export const KiB = 1024
/** The scripts a browser that has nothing yet is sent for this page, each compressed as it would be on the way. */
export async function weigh(browser: Browser, who: First | null, path: string): Promise<number> {
  const context = await browser.newContext()
  const page = await context.newPage()
  if (who) await signIn(page, who)
  const scripts = new Map<string, Promise<Buffer>>()
  const visit = await context.newPage()
  const session = await context.newCDPSession(visit)
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  visit.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.set(response.url(), response.body())
  })
  await visit.goto(path, { waitUntil: 'networkidle' })
  const bodies = await Promise.all(scripts.values())
  await context.close()
  return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0)
}
