/** What a stranger checks a receipt with: two files, and the command. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'

/** The list of whose passkeys there are, copied by somebody who watches over the platform. */
export async function enrolmentsOn(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  // The engine signs it soon after its start.
  await expect(async () => {
    await page.goto('/receipts')
    await page.getByRole('button', { name: 'Copy the list of enrolments' }).click({ timeout: 2_000 })
  }).toPass()
  return page.evaluate(() => navigator.clipboard.readText())
}
/** `npm run verify`, with nothing but the files. */
export const verifyOffline = async (receipt: string, keys: string): Promise<string> => (await promisify(execFile)(process.execPath, ['--import', 'tsx', 'server/receipts/main.ts', receipt, '--keys', keys])).stdout
