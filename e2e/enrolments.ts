/** What a stranger checks a receipt with: two files, and the command. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'

/** The list of whose passkeys there are, taken out by somebody who watches over the platform. */
export async function enrolmentsOn(page: Page): Promise<string> {
  const list = page.getByRole('link', { name: 'the list of enrolments' })
  // The engine signs it soon after its start.
  await expect(async () => {
    await page.goto('/receipts')
    await expect(list).toBeVisible({ timeout: 2_000 })
  }).toPass()
  const [download] = await Promise.all([page.waitForEvent('download'), list.click()])
  return readFile(await download.path(), 'utf8')
}
/** `npm run verify`, with nothing but the files. */
export const verifyOffline = async (receipt: string, keys: string): Promise<string> => (await promisify(execFile)(process.execPath, ['--import', 'tsx', 'server/receipts/main.ts', receipt, '--keys', keys])).stdout
