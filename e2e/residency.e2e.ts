import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expectNoFindings } from './findings'
import { pointer } from './hands'
import { expect, expectSeen, signIn, test } from './people'

const verify = (...args: string[]) => promisify(execFile)('npm', ['run', '-s', 'verify', '--', ...args]).then(({ stdout }) => ({ stdout, code: 0 }), ({ stdout, code }: { stdout: string; code: number }) => ({ stdout, code }))

test('whoever runs the platform sees which tenants may be where and are, follows a cell to the placements behind it, and finds how a violation began and ended', async ({ page }) => {
  await signIn(page, 'Pia')
  await page.goto('/platform/residency')
  const matrix = page.getByRole('table', { name: 'Residency' })
  await expect(matrix.getByRole('columnheader', { name: 'us-east-1' })).toBeVisible()
  const radia = matrix.getByRole('row', { name: /^radia/ })
  await expect(radia.getByRole('cell').last()).toHaveText('version 1')
  await expect(radia.getByRole('cell').nth(2)).toHaveText('Prohibited')
  await expectNoFindings(page)
  await radia.getByRole('link', { name: /^Placements of radia in eu-/ }).first().click()
  await expect(page).toHaveURL(/tab=placements&of=radia|of=radia.*tab=placements/)
  const placement = page.getByRole('table', { name: 'Placements' }).getByRole('row', { name: /^radia/ }).first()
  await expect(placement).toContainText('Allowed')
  await expect(placement).toContainText('version 1')
  await expect(placement).toContainText(/simulated:\/\/\/eu-(central|north)-1a\//)
  await expectNoFindings(page)
  // What it is called is the tenant’s own.
  await expect(page.getByText('serve-readings')).toHaveCount(0)

  await page.getByRole('link', { name: 'Violations', exact: true }).click()
  await page.goto('/platform/residency?tab=violations&of=radia&show=all')
  const violation = page.getByRole('table', { name: 'Violations' }).getByRole('row', { name: /^radia Over: it became allowed us-east-1 a prohibition names it/ }).last()
  await violation.getByRole('rowheader').getByRole('link').click()
  const panel = page.getByRole('complementary', { name: 'Violation in radia' })
  await expect(panel.getByText(/by Pia.*The node was given the labels of another pool by mistake/)).toBeVisible()
  await expectNoFindings(page)
})

test('a tenant’s admin has what was seen written down, and takes out a proof that a stranger checks; one word of it changed, and it fails', async ({ page }, info) => {
  await signIn(page, 'Bo')
  await page.goto('/tenants/borealis/residency')
  await expect(page.getByRole('table', { name: 'Regions' }).getByRole('row', { name: /^us-east-1 Virginia, US Prohibited: a prohibition names it/ })).toBeVisible()
  await pointer(page).press('Write down what was seen until now')
  await expectSeen(page.getByText('What was seen is being written down.'))
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('button', { name: 'Write down what was seen until now' })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  const command = (await page.getByText(/^npm run verify -- FILE --log /).textContent()) ?? ''
  const key = command.replace(/^.*--log /, '')
  await expectNoFindings(page)
  const taking = page.waitForEvent('download')
  await page.getByRole('table', { name: 'Placements' }).getByRole('link', { name: 'Proof of where serve-grid was' }).first().click()
  const file = info.outputPath('proof.jsonl')
  await (await taking).saveAs(file)
  const honest = await verify(file, '--log', key)
  expect(honest.stdout).toMatch(/: (ALWAYS IN EU|NOT PROVABLE THAT IT WAS ALWAYS IN EU)\n/)
  expect(honest.stdout).toContain('✓ Every page in it, and the record that closes it, is in the log under that checkpoint.')
  const changed = info.outputPath('changed.jsonl')
  await writeFile(changed, (await readFile(file, 'utf8')).replace('eu-central-1', 'eu-north-1'))
  const other = await verify(changed, '--log', key)
  expect([other.code, other.stdout]).toEqual([1, expect.stringContaining(': INVALID\n')])
})

test('a developer is told whose it is to see and takes out no proof, and nobody of a tenant sees the others', async ({ page, context }) => {
  await signIn(page, 'Dev')
  await page.goto('/tenants/aurora/residency')
  await expect(page.getByText(/The permission is residency\.read\./)).toBeVisible()
  const refused = await page.request.get('/api/proofs?tenant=aurora&jurisdiction=eu&since=2026-01-01T00:00:00.000Z&until=2026-01-02T00:00:00.000Z')
  expect(refused.status()).toBe(403)
  await context.clearCookies()
  await signIn(page, 'Cleo')
  expect((await page.goto('/platform/residency'))?.status()).toBe(404)
})
