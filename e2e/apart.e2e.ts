/** Two tenants of two organisations, open beside one another: whatever either is sent, of whatever sort, has nothing of the other in it. */
import type { Browser, Page } from '@playwright/test'
import { withCanaries, withoutWall } from './owner'
import { everyPage } from './pages'
import { expect, type First, signIn, test } from './people'
import { hear, type Sent, unreadPages, wordsIn } from './sent'

type Side = { page: Page; tenant: string; own: string[]; others: string[]; heard: Promise<Sent>[]; streamed: () => number }
/** Everything that the browser is sent once they have come in: the sign-in page of a demo lists its people to anybody. What goes on is heard event by event. */
async function side(browser: Browser, who: First, tenant: string, own: string[], others: string[]): Promise<Side> {
  const page = await (await browser.newContext()).newPage()
  await signIn(page, who)
  const heard = hear(page)
  let streamed = 0
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  session.on('Network.eventSourceMessageReceived', ({ data, eventName }) => {
    streamed++
    heard.push(Promise.resolve({ from: `stream ${eventName}`, isPage: false, what: data }))
  })
  return { page, tenant, own, others, heard, streamed: () => streamed }
}
/** Each thing of the other’s that came, and how it came. */
const foundOn = async ({ heard, others }: Side): Promise<string[]> => wordsIn(await Promise.all(heard), others)
/** The pages that have an address of their own, of this tenant: each as both see it. */
const pathsOf = (tenant: string, namespace: string) => [...new Set(everyPage.filter(({ who, open, path }) => who !== null && !open && /^\/(tenants\/(aurora|cardia)|you|receipts|permissions)(\/|$)/.test(path))
  .map(({ path }) => path.replace(/^\/tenants\/(aurora|cardia)/, `/tenants/${tenant}`).replace(/([/=])training(?=[/&?]|$)/, `$1${namespace}`)))]

/** Something is asked for and given back: it stands in the record and in the stream, and holds nothing afterwards. */
async function doSomething({ page, tenant }: Side, namespace: string): Promise<void> {
  const statuses = await page.evaluate(async (of) => {
    const ask = async (action: string, body: object) => fetch(`/api/trpc/allocations.${action}`, { method: 'POST', headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }, body: JSON.stringify({ tenant: of.tenant, ...body }) })
    const made = await ask('create', { namespace: of.namespace, name: 'beside', class: 'normal', pods: 1, each: { cpu: '100m', memory: '64Mi' }, models: [], region: null, labels: { 'cost-center': 'stories' }, purpose: 'While the other looks.', hours: 1, pod: null, claims: [], waits: false })
    const id = /"allocation":"([0-9a-f-]{36})"/.exec(await made.text())?.[1] ?? ''
    return [made.status, (await ask('release', { allocation: id })).status]
  }, { tenant, namespace })
  expect(statuses).toEqual([200, 200])
}

test('nothing of a tenant is in anything that another is sent: pages, their data, answers and streams, while both are at work', async ({ browser }) => {
  test.setTimeout(900_000)
  await withCanaries('aurora', (aurora) => withCanaries('cardia', async (cardia) => {
    for (const words of [aurora, cardia]) expect(words.length).toBeGreaterThan(20)
    const ada = await side(browser, 'Ada', 'aurora', aurora, [...cardia, 'halcyon', 'Halcyon'])
    const cleo = await side(browser, 'Cleo', 'cardia', cardia, [...aurora, 'northwind', 'Northwind'])
    const [hers, theirs] = [pathsOf('aurora', 'training'), pathsOf('cardia', 'imaging')]
    expect(hers.length).toBeGreaterThan(25)
    for (const [at, path] of hers.entries()) {
      await Promise.all([ada.page.goto(path, { waitUntil: 'load' }), cleo.page.goto(theirs[at] ?? path, { waitUntil: 'load' })])
      await Promise.all([...ada.heard, ...cleo.heard])
    }
    for (const { page, tenant } of [ada, cleo]) await page.goto(`/tenants/${tenant}/namespaces`, { waitUntil: 'load' })
    await doSomething(ada, 'training')
    await doSomething(cleo, 'imaging')
    for (const one of [ada, cleo]) await expect.poll(one.streamed).toBeGreaterThan(0)
    for (const one of [ada, cleo]) {
      const heard = await Promise.all(one.heard)
      // That it would have been seen: each was sent their own.
      expect(one.own.filter((canary) => heard.some(({ what }) => what?.includes(canary))).length).toBeGreaterThan(10)
      expect(unreadPages(heard)).toEqual([])
      expect(await foundOn(one)).toEqual([])
    }
    await ada.page.context().close()

    // Where the database keeps them apart no more, this story sees it: of namespaces nothing else does.
    cleo.heard.length = 0
    await withoutWall('namespace', async () => { await cleo.page.goto('/tenants/cardia/namespaces', { waitUntil: 'load' }) })
    expect((await foundOn(cleo)).length).toBeGreaterThan(0)
    await cleo.page.context().close()
  }))
})
