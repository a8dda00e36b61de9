/** What a person may not know is in no answer that their browser gets: not in a page, not in its data, not in a script. */
import { expect, type Page, test } from '@playwright/test'
import { type First, signIn } from './people'
import { hear, type Sent, unreadPages, wordsIn } from './sent'

async function sentTo(page: Page, first: First, paths: string[]): Promise<Sent[]> {
  await signIn(page, first)
  const sent = hear(page)
  for (const path of paths) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await Promise.all(sent)
  }
  return Promise.all(sent)
}
const stories: [First, string[], string[]][] = [
  // A developer of one namespace: nothing of the neighbour namespace, of the tenant's own share, of another tenant, or of people's addresses.
  ['Dev', ['/', '/tenants/aurora', '/tenants/aurora/namespaces', '/tenants/aurora/quotas', '/tenants/aurora/members', '/tenants/aurora/audit', '/tenants/borealis', '/platform', '/you/sessions'],
    ['serving', 'Serving', '549755813888', '64000', 'borealis.test', 'Borealis', 'ada@aurora.test', 'pia@platform.test', 'Sol Security']],
  ['Bo', ['/', '/tenants/borealis', '/tenants/borealis/namespaces', '/tenants/borealis/quotas', '/tenants/borealis/members', '/tenants/borealis/audit', '/tenants/aurora/quotas', '/platform', '/you/sessions'],
    ['Aurora', 'aurora.test', 'Ada Aurora', 'pia@platform.test']],
  // Platform staff may know that tenants exist, and nothing inside.
  ['Pia', ['/', '/platform', '/tenants/aurora', '/tenants/aurora/quotas', '/tenants/aurora/audit', '/you/sessions'], ['ada@aurora.test', 'Ada Aurora', 'nvidia.com/gpu', 'Training']],
]
for (const [first, paths, canaries] of stories) {
  test(`${first} is sent nothing that ${first} may not know`, async ({ page }) => {
    const sent = await sentTo(page, first, paths)
    expect(sent.filter(({ isPage }) => isPage).length).toBeGreaterThanOrEqual(paths.length)
    expect([unreadPages(sent), wordsIn(sent, canaries)]).toEqual([[], []])
  })
}

test('what a person types is shown as text and runs nowhere', async ({ page }) => {
  const complaints: string[] = []
  page.on('dialog', (dialog) => { complaints.push(`dialog: ${dialog.message()}`); void dialog.dismiss() })
  await page.addInitScript(() => document.addEventListener('securitypolicyviolation', (event) => console.error(`policy: ${event.violatedDirective}`)))
  page.on('console', (message) => { if (/policy:|ran here/.test(message.text())) complaints.push(message.text()) })
  await signIn(page, 'Bo')
  const naughty = ['<script>console.log("ran here")</script>', '<img src=x onerror=console.log("ran\u00a0here")>', '"><svg onload=alert(1)>', "javascript:alert('x')", '{{7*7}}${7*7}', '</title><script>alert(1)</script>', "Robert'); DROP TABLE record;--"]
  for (const [at, title] of naughty.entries()) {
    const answer = await page.evaluate(async ({ at, title }) => {
      const response = await fetch('/api/trpc/namespaces.create', { method: 'POST', headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }, body: JSON.stringify({ tenant: 'borealis', name: `naughty-${at}`, title, environment: 'development', costCentre: null, owner: null, isolation: null, podSecurity: null, labels: {} }) })
      return response.status
    }, { at, title })
    expect([title, answer]).toEqual([title, 200])
  }
  for (const path of ['/tenants/borealis', '/tenants/borealis/namespaces', '/tenants/borealis/quotas', '/tenants/borealis/audit']) await page.goto(path, { waitUntil: 'networkidle' })
  await page.goto('/tenants/borealis/namespaces')
  for (const title of naughty) await expect(page.getByText(title, { exact: true })).toBeVisible()
  expect(complaints).toEqual([])
})
