/** What a page of somebody else's can do with a signed-in person's browser: nothing. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, type Page } from '@playwright/test'
import { address as baseURL } from './address'
import { signIn } from './people'

let server: Server
let foreignPort: number
test.beforeAll(async () => {
  server = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Somebody else</title><body></body>'))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  foreignPort = (server.address() as AddressInfo).port
})
test.afterAll(() => new Promise((closed) => server.close(closed)))

const namesOf = async (page: Page, base: string) => {
  await page.goto(`${base}/tenants/aurora/namespaces`)
  return page.getByRole('rowheader').allInnerTexts()
}
const contentTypes = ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']

// The same host on another port is the same site: the browser sends the cookies, so only our own check stands between.
for (const host of ['localhost', '127.0.0.1']) {
  test(`a page on ${host}, another port, changes nothing`, async ({ page }) => {
    await signIn(page, 'Ada')
    const before = await namesOf(page, baseURL)
    await page.goto(`http://${host}:${foreignPort}/`)
    const tried = await page.evaluate(async ({ baseURL, contentTypes }) => {
      const answers: string[] = []
      let count = 0
      for (const type of contentTypes) for (const method of ['POST', 'GET']) for (const suffix of ['', '?batch=1', ',quotas.list?batch=1']) for (const mode of ['cors', 'no-cors'] as const) {
        const input = JSON.stringify({ tenant: 'aurora', name: `stolen-${count++}`, title: 'Stolen' })
        const url = `${baseURL}/api/trpc/namespaces.create${suffix}`
        const get = method === 'GET'
        const init: RequestInit = { method, mode, credentials: 'include', headers: { 'content-type': type }, ...(get ? {} : { body: suffix ? JSON.stringify({ 0: JSON.parse(input) }) : input }) }
        answers.push(await fetch(get ? `${url}${suffix.includes('?') ? '&' : '?'}input=${encodeURIComponent(input)}` : url, init).then((response) => `${response.status}`, () => 'blocked'))
      }
      return answers
    }, { baseURL, contentTypes })
    expect(tried).toHaveLength(48)
    expect(tried.filter((answer) => answer.startsWith('2'))).toEqual([])
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      await page.goto(`http://${host}:${foreignPort}/`)
      await page.evaluate(({ baseURL, type }) => {
        const form = Object.assign(document.createElement('form'), { action: `${baseURL}/api/trpc/namespaces.create`, method: 'POST', enctype: type })
        form.append(Object.assign(document.createElement('input'), { name: '{"tenant":"aurora","name":"stolen-form","title":"', value: '"}' }))
        document.body.append(form)
        form.submit()
      }, { baseURL, type })
      await page.waitForURL(/namespaces\.create/)
      expect(await page.locator('body').innerText()).not.toContain('"ok":true')
    }
    expect(await namesOf(page, baseURL)).toEqual(before)
  })
}

test('no page of ours is shown in a frame of somebody else’s', async ({ page }) => {
  await signIn(page, 'Ada')
  await page.goto(`http://localhost:${foreignPort}/`)
  await page.evaluate((src) => document.body.append(Object.assign(document.createElement('iframe'), { src })), `${baseURL}/tenants/aurora/quotas`)
  await expect.poll(() => page.frames().length).toBe(2)
  await page.waitForLoadState('networkidle')
  expect(page.frames()[1]?.url()).toMatch(/^chrome-error:/)
})
