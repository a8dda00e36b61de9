import { readFile } from 'node:fs/promises'
import { expect, signIn, test } from './people'

type Finding = { title: string; props: { name: string; value: string }[]; target: { status: { state: string; remarks: string } } }

test('an auditor reads what a regime asks for, sees a gap as a gap, prints it, and takes it out as a file that says the same', async ({ page }, info) => {
  await signIn(page, 'Sol')
  await page.goto('/platform/controls')
  await page.getByRole('main').getByRole('link', { name: 'SOC 2' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'SOC 2' })).toBeVisible()
  const requirements = page.getByRole('list', { name: 'Requirements' })
  const gap = requirements.getByRole('listitem', { name: 'CC6.4: Gap' })
  await expect(gap).toContainText('Access to rooms and machines.')
  await expect(gap).toContainText('Not the product’s, but for whoever runs it.')
  await expect(gap.getByText('Proven')).toHaveCount(0)
  await expect(requirements.getByRole('listitem', { name: /^A1\.1: / }).getByRole('link', { name: 'ledger.ceiling' })).toHaveAttribute('href', '/platform/controls?control=ledger.ceiling')

  // Between the page and the file the engine may have tried everything once more.
  await expect(async () => {
    await page.reload()
    const says = (await page.getByRole('main').getByText(/^\d+ of \d+ requirements answered and proven/).textContent({ timeout: 5_000 })) ?? ''
    const taking = page.waitForEvent('download', { timeout: 5_000 })
    await page.getByRole('link', { name: 'Download as OSCAL' }).click()
    const file = info.outputPath('soc2.oscal.json')
    await (await taking).saveAs(file)
    const document = JSON.parse(await readFile(file, 'utf8'))['assessment-results']
    expect([document.metadata['oscal-version'], document.metadata.title]).toEqual(['1.2.2', expect.stringMatching(/^SOC 2/)])
    const findings: Finding[] = document.results[0].findings
    const count = (state: string) => findings.filter(({ props }) => props.some(({ name, value }) => name === 'state' && value === state)).length
    const counted = (word: RegExp) => Number(word.exec(says)?.[1] ?? 0)
    expect([counted(/^(\d+) of/), counted(/of (\d+)/), counted(/(\d+) violated/), counted(/(\d+) unknown/), counted(/(\d+) gaps?\./)]).toEqual([count('proven'), findings.length, count('violated'), count('unknown'), count('gap')])
    expect(findings.filter(({ target }) => target.status.state === 'satisfied').length).toBe(count('proven'))
    expect(findings.find(({ title }) => title === 'CC6.4')?.target.status).toMatchObject({ state: 'not-satisfied', remarks: expect.stringContaining('Access to rooms and machines.') })
  }).toPass()

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'SOC 2' })).toBeVisible()
  await expect(page.getByText(/^Made \d{4}-\d{2}-\d{2} .* by Bailiwick \d/)).toBeVisible()
})

test('whoever does not work on the platform is told that there is no such thing, and takes nothing out', async ({ page, context }) => {
  await signIn(page, 'Ada')
  expect((await page.goto('/platform/controls/soc2'))?.status()).toBe(404)
  expect((await page.request.get('/api/controls?regime=soc2')).status()).toBe(404)
  await context.clearCookies()
  await signIn(page, 'Sol')
  expect((await page.goto('/platform/controls/none'))?.status()).toBe(404)
  expect((await page.request.get('/api/controls?regime=none')).status()).toBe(400)
})
