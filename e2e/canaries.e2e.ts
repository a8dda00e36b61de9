/** What a person may not know is in no answer that their browser gets: not in a page, not in its data, not in a script. */
import { expect, type Page, test } from '@playwright/test'
import { type First, signIn } from './people'

/** Null where it could not be read any more. */
type Sent = { url: string; isPage: boolean; body: string | null }
async function bodiesOf(page: Page, first: First, paths: string[]): Promise<Sent[]> {
  // The sign-in page of a demo lists the demo's people to whoever opens it, and their password; no other installation has that list.
  await signIn(page, first)
  const seen: Promise<Sent>[] = []
  page.on('response', (response) => {
    // What goes on has no end to wait for: what it says is heard in live.e2e.ts.
    if (response.headers()['content-type']?.startsWith('text/event-stream')) return
    const sent = { url: response.url(), isPage: response.ok() && response.request().resourceType() === 'document' }
    seen.push(response.body().then((body) => ({ ...sent, body: body.toString() }), () => ({ ...sent, body: null })))
  })
  for (const path of paths) {
    await page.goto(path, { waitUntil: 'networkidle' })
    // What a page was sent can be read for as long as it is open.
    await Promise.all(seen)
  }
  return Promise.all(seen)
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
    const bodies = await bodiesOf(page, first, paths)
    expect(bodies.length).toBeGreaterThan(paths.length)
    const found = bodies.flatMap(({ url, body }) => canaries.filter((canary) => body?.includes(canary)).map((canary) => `${canary} in ${url}`))
    expect(bodies.filter(({ isPage, body }) => isPage && body === null)).toEqual([])
    expect(found).toEqual([])
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
