/** Signing in by a real identity provider, in a real browser: a web process of the story's own, the product's engine, and two providers that run while the story does. */
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { startProvider, type TestProvider } from '../server/testing/provider'
import { type Alone, freePort, startAlone } from './alone'
import { pointer } from './hands'
import { codeField, setUpGenerator } from './newcomer'
import { bindGroup } from './owner'
import { violations } from './findings'
import { codeNow, codeNext, expect, test } from './people'

type Listed = { id: string; issuer: string; clientSecretFile: string }
const file = process.env.PROVIDERS_FILE ?? ''
const listed = JSON.parse(readFileSync(file, 'utf8')) as Listed[]

let web: Alone
const providers = new Map<string, TestProvider>()
async function start(id: string): Promise<TestProvider> {
  const { issuer, clientSecretFile } = listed.find((one) => one.id === id) ?? listed[0] as Listed
  const started = await startProvider({ id, publicUrl: web.address, port: Number(new URL(issuer).port), clientSecret: readFileSync(resolve(dirname(file), clientSecretFile), 'utf8') })
  providers.set(id, started)
  return started
}
const provider = (id: string): TestProvider => {
  const found = providers.get(id)
  if (!found) throw new Error(`${id} does not run`)
  return found
}
test.beforeAll(async () => {
  web = await startAlone({}, await freePort())
  for (const { id } of listed) await start(id)
})
test.afterAll(async () => {
  for (const one of providers.values()) await one.stop()
  await web.stop()
})

/** To the provider and back, up to the last step, as a browser would: with the cookies that it would have then. */
async function danceByHand(id: string): Promise<{ query: string; cookie: string }> {
  const jars = new Map<string, Map<string, string>>()
  const send = async (address: string, init: RequestInit = {}) => {
    const jar = jars.get(new URL(address).hostname) ?? new Map<string, string>()
    jars.set(new URL(address).hostname, jar)
    const response = await fetch(address, { redirect: 'manual', ...init, headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    return response
  }
  const { csrfToken } = (await (await send(`${web.address}/api/auth/csrf`)).json()) as { csrfToken: string }
  let { url } = (await (await send(`${web.address}/api/auth/signin/${id}`, { method: 'POST', body: new URLSearchParams({ csrfToken, json: 'true', callbackUrl: '/' }) })).json()) as { url: string }
  while (!url.startsWith(web.address)) url = new URL((await send(url)).headers.get('location') ?? '', url).href
  return { query: new URL(url).search.slice(1), cookie: [...(jars.get('localhost') ?? [])].map(([name, value]) => `${name}=${value}`).join('; ') }
}

const mark = Date.now().toString(36)
async function comeBy(page: Page, title: string, at = '/'): Promise<void> {
  await page.goto(`${web.address}/sign-in?to=${encodeURIComponent(at)}`)
  await page.getByRole('button', { name: `Continue with ${title}` }).click()
}
/** All of the page has come: one that is left before complains of that. */
async function isIn(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('button', { name: `${name}, your menu` })).toBeVisible()
  await page.waitForLoadState()
}
const problem = (page: Page) => page.getByRole('alert').filter({ hasText: /\S/ })

test('somebody the provider vouches for comes in with the keyboard alone, and is told how to get a place', async ({ page }) => {
  provider('corp').signsIn({ sub: `empty-${mark}`, name: 'Ines Ideal', email: 'ines@corp.test', acr: 'phr' })
  await page.goto(`${web.address}/sign-in`)
  const button = page.getByRole('button', { name: 'Continue with Corp' })
  await expect(button).toBeEnabled()
  for (let presses = 0; presses < 30 && !(await button.evaluate((element) => element === document.activeElement)); presses++) await page.keyboard.press('Tab')
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await isIn(page, 'Ines Ideal')
  await expect(page.getByText('You have no place yet')).toBeVisible()
  await expect(page.getByText('Ask an admin of yours for one.')).toBeVisible()
})

test('what the provider hands out stays on the server: no page, answer or cookie of the browser has it', async ({ page, context }) => {
  const bodies: Promise<string>[] = []
  const handed: string[] = []
  provider('corp').alter((idToken) => { handed.push(idToken); return idToken })
  page.on('response', (response) => bodies.push(response.text().catch(() => '')))
  provider('corp').signsIn({ sub: `kept-${mark}`, name: 'Kim Kept', acr: 'phr' })
  await comeBy(page, 'Corp', '/')
  await isIn(page, 'Kim Kept')
  provider('corp').alter(null)
  expect(handed).toHaveLength(1)
  const seen = [...(await Promise.all(bodies)), JSON.stringify(await context.cookies()), page.url()].join('\n')
  for (const word of [handed[0] ?? '', 'id_token', 'access_token', 'refresh_token']) expect(seen).not.toContain(word)
  const ours = (await context.cookies()).filter(({ domain }) => domain === 'localhost')
  for (const { name, httpOnly, secure, sameSite } of ours) expect([name, httpOnly, secure, sameSite]).toEqual([expect.stringMatching(/^__Host-bailiwick\./), true, true, 'Lax'])
  expect(ours.map(({ name }) => name)).not.toContain('__Host-bailiwick.nonce')
  expect(await page.evaluate(() => [document.cookie, localStorage.length, sessionStorage.getItem('idToken')])).toEqual(['', expect.any(Number), null])
})

test('a group of theirs gives them the role that a tenant bound to it, and takes it when they leave the group', async ({ page, browser }) => {
  await bindGroup('aurora', 'ada@aurora.test', 'corp', `engineers-${mark}`, 'developer')
  const sub = `grouped-${mark}`
  provider('corp').signsIn({ sub, name: 'Gita Grouped', acr: 'phr', groups: [`engineers-${mark}`, 'platform_admin'] })
  await comeBy(page, 'Corp', '/tenants/aurora')
  await expect(page).toHaveURL(`${web.address}/tenants/aurora`)
  await isIn(page, 'Gita Grouped')
  await page.goto(`${web.address}/platform`)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Platform')

  const elsewhere = await browser.newPage()
  provider('corp').signsIn({ sub, name: 'Gita Grouped', acr: 'phr', groups: [] })
  await comeBy(elsewhere, 'Corp', '/')
  await expect(elsewhere.getByText('You have no place yet')).toBeVisible()
  await elsewhere.close()
  // In the browser where she had it, too: roles are looked up at every request.
  await page.goto(`${web.address}/`)
  await expect(page.getByText('You have no place yet')).toBeVisible()
})

test('signing out at the provider ends the session here, at the next thing that is asked', async ({ page }) => {
  const sub = `leaving-${mark}`
  await bindGroup('aurora', 'ada@aurora.test', 'corp', `leavers-${mark}`, 'developer')
  provider('corp').signsIn({ sub, name: 'Lea Leaving', acr: 'phr', groups: [`leavers-${mark}`] })
  await comeBy(page, 'Corp', '/tenants/aurora')
  await isIn(page, 'Lea Leaving')
  await expect(page).toHaveURL(`${web.address}/tenants/aurora`)
  await provider('corp').logOut(`not-${sub}`)
  const listens = page.waitForResponse(/tenants\.watch/)
  await page.reload()
  await isIn(page, 'Lea Leaving')
  await listens
  await provider('corp').logOut(sub)
  // A window that only waits is told, long before it would ask again by itself.
  await expect(page.getByText(/You were signed out\./)).toBeVisible()
  await page.reload()
  await expect(page).toHaveURL(/\/sign-in/)

  await comeBy(page, 'Corp')
  await isIn(page, 'Lea Leaving')
  const told = await fetch(`${web.address}/api/providers/corp/logout`, { method: 'POST', body: new URLSearchParams({ logout_token: await provider('corp').logoutToken({ sub }) }) })
  expect([told.status, told.headers.get('cache-control'), await told.text()]).toEqual([200, 'no-store', ''])
  await page.reload()
  await expect(page).toHaveURL(/\/sign-in/)
})

test('a provider that asked for one factor gets nobody in: a second one of ours is asked for', async ({ page }) => {
  provider('corp').signsIn({ sub: `weak-${mark}`, name: 'Walt Weak', acr: 'weak' })
  await comeBy(page, 'Corp')
  await expect(page.getByRole('heading', { name: 'Add a second factor' })).toBeVisible()
  await expect(page.getByText('Your provider vouches for you, by one factor.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('button', { name: 'Continue with Corp' })).toBeVisible()

  await page.getByRole('button', { name: 'Continue with Corp' }).click()
  const secret = await setUpGenerator(page, pointer(page))
  const code = codeField(page)
  await code.fill(await codeNow(secret))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await isIn(page, 'Walt Weak')

  await page.context().clearCookies()
  await comeBy(page, 'Corp')
  await expect(page.getByRole('heading', { name: 'Your second factor' })).toBeVisible()
  await code.fill(await codeNext(secret))
  await page.keyboard.press('Enter')
  await isIn(page, 'Walt Weak')
  await page.context().clearCookies()
  await page.goto(`${web.address}/`)
  await expect(page).toHaveURL(/\/sign-in/)
})

test('who was asked too long ago is sent back once to be asked again, and then not let in', async ({ page }) => {
  provider('strict').signsIn({ sub: `late-${mark}`, name: 'Lotte Late', acr: 'phr', signedInSecondsAgo: 1_000 })
  await comeBy(page, 'Strict')
  await expect(problem(page)).toContainText('its last time is too long ago')
  const asked = provider('strict').asked.filter((line) => line.includes('/auth?'))
  expect(asked.map((line) => [line.includes('max_age=60'), line.includes('prompt=login')])).toEqual([[true, false], [true, true]])
  provider('strict').signsIn({ sub: `late-${mark}`, name: 'Lotte Late', acr: 'phr' })
  await page.context().clearCookies({ domain: '127.0.0.1' })
  await page.getByRole('button', { name: 'Continue with Strict' }).click()
  await isIn(page, 'Lotte Late')
})

test('a token that was altered on its way gets nobody in, and the page says so in our words', async ({ page }) => {
  provider('corp').signsIn({ sub: `altered-${mark}`, name: 'Al Tered', acr: 'phr' })
  const alterations: ((token: string) => Promise<string>)[] = [
    async (token) => `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`,
    async (token) => provider('corp').sign({ ...(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as object), aud: 'another' }),
    async (token) => provider('corp').sign({ ...(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as object), exp: 1_700_000_000 }),
    async (token) => provider('corp').sign({ ...(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as object) }, {}, (await provider('corp').makeKey()).privateKey),
  ]
  for (const alteration of alterations) {
    provider('corp').alter(alteration)
    await comeBy(page, 'Corp')
    await expect(problem(page)).toContainText('What the provider said about you was not accepted.')
  }
  provider('corp').alter(null)
  expect(await violations(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})

test('new keys of the provider are taken, without anybody doing anything', async ({ page }) => {
  await provider('corp').rotate()
  provider('corp').signsIn({ sub: `rotated-${mark}`, name: 'Ro Tated', acr: 'phr' })
  await comeBy(page, 'Corp')
  await isIn(page, 'Ro Tated')
})

test('whoever comes back from somewhere else than where they went, or without having gone, is not let in', async ({ page }) => {
  const back = async (query: string, cookie = '') => {
    const response = await fetch(`${web.address}/api/auth/callback/corp?${query}`, { redirect: 'manual', headers: { cookie } })
    return [response.status, response.headers.get('location')?.replace(web.address, '')]
  }
  const { issuer } = listed[0] as Listed
  const iss = `iss=${encodeURIComponent(issuer)}`
  expect(await back(`code=x&state=y&${iss}`)).toEqual([302, '/sign-in?problem=interrupted&to=%2F'])
  expect(await back(`code=x&state=y&iss=${encodeURIComponent('https://login.evil.example')}`)).toEqual([302, '/sign-in?problem=not_accepted&to=%2F'])
  expect(await back('code=x&state=y')).toEqual([302, '/sign-in?problem=not_accepted&to=%2F'])
  expect(await back(`error=access_denied&error_description=${encodeURIComponent('<b>Call 555</b>')}&${iss}`)).toEqual([302, '/sign-in?problem=refused_there&to=%2F'])
  expect(await back(`code=x&state=y&${iss}`, '__Host-bailiwick.nonce=x; __Host-bailiwick.return=https%3A%2F%2Fevil.example%2F; __Host-bailiwick.state=%E0%A4%A')).toEqual([302, '/sign-in?problem=interrupted&to=%2F'])

  // A dance that another browser danced: its answer is no good in this one, whether this one danced or not.
  provider('corp').signsIn({ sub: `stolen-${mark}`, name: 'Sam Stolen', acr: 'phr' })
  const [stolen, own] = [await danceByHand('corp'), await danceByHand('corp')]
  expect(await back(stolen.query)).toEqual([302, '/sign-in?problem=interrupted&to=%2F'])
  expect(await back(stolen.query, own.cookie)).toEqual([302, '/sign-in?problem=not_accepted&to=%2F'])
  const came = await fetch(`${web.address}/api/auth/callback/corp?${own.query}`, { redirect: 'manual', headers: { cookie: own.cookie } })
  expect([came.headers.get('location'), came.headers.getSetCookie().some((cookie) => cookie.startsWith('__Host-bailiwick.session=ey'))]).toEqual([`${web.address}/`, true])
  expect(await back(own.query, own.cookie)).toEqual([302, '/sign-in?problem=not_accepted&to=%2F'])
  await page.goto(`${web.address}/sign-in?problem=%3Cb%3Eowned%3C%2Fb%3E`)
  await expect(page.getByRole('button', { name: 'Continue with Corp' })).toBeVisible()
  await expect(problem(page)).toHaveCount(0)
})

test('nothing begins without a press: not by an address, not from another site, not with words of somebody else’s', async () => {
  const begin = (init: RequestInit, query = '') => fetch(`${web.address}/api/auth/signin/corp${query}`, { redirect: 'manual', ...init })
  expect((await begin({})).status).toBe(400)
  const form = { method: 'POST', body: new URLSearchParams({ json: 'true', callbackUrl: '/' }) }
  expect((await begin(form, '?scope=openid+offline_access&redirect_uri=https%3A%2F%2Fevil.example')).status).toBe(400)
  const { url } = (await (await begin(form)).json()) as { url: string }
  expect(url).toBe('/sign-in?problem=interrupted&to=%2F')
})

test('what is sent in a provider’s name is taken only from the provider, once', async ({ page }) => {
  const post = async (path: string, type: string, body: string) => {
    const response = await fetch(`${web.address}/api/providers/${path}`, { method: 'POST', body, headers: { 'content-type': type } })
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.getSetCookie()).toEqual([])
    return [response.status, await response.text().then((text) => (text ? (JSON.parse(text) as { error?: string; err?: string }) : null)).then((said) => said?.err ?? said?.error ?? '')]
  }
  const corp = provider('corp')
  const form = 'application/x-www-form-urlencoded'
  const logOut = (token: string) => post('corp/logout', form, String(new URLSearchParams({ logout_token: token })))
  const sub = `told-${mark}`
  corp.signsIn({ sub, name: 'Tova Told', acr: 'phr' })
  await comeBy(page, 'Corp')
  await isIn(page, 'Tova Told')
  for (const [says, answer] of [
    ['forged', await logOut(await corp.logoutToken({ sub }, {}, (await corp.makeKey()).privateKey))], ['for another', await logOut(await corp.logoutToken({ sub, aud: 'another' }))],
    ['an ID token', await logOut(await corp.idToken({ sub, nonce: 'a-nonce-of-somebody' }))], ['no token', await logOut('x')], ['empty', await post('corp/logout', form, '')],
    ['two', await post('corp/logout', form, 'logout_token=a.b.c&logout_token=a.b.c')], ['JSON', await post('corp/logout', 'application/json', '{}')], ['too long', await logOut(`a.${'b'.repeat(30_000)}.c`)],
    ['nobody’s', await post('nobody/logout', form, String(new URLSearchParams({ logout_token: await corp.logoutToken({ sub }) })))],
  ] as const) expect([says, answer]).toEqual([says, [400, 'invalid_request']])
  await page.reload()
  await isIn(page, 'Tova Told')

  const event = (claims: object) => corp.eventToken({ aud: 'https://bailiwick.example', sub_id: { format: 'iss_sub', iss: corp.issuer, sub }, events: { 'https://schemas.openid.net/secevent/caep/event-type/session-revoked': {} }, ...claims })
  const push = (token: string, type = 'application/secevent+jwt') => post('corp/events', type, token)
  expect(await push(await event({ aud: 'another' }))).toEqual([400, 'invalid_audience'])
  expect(await push(await event({ iss: 'https://login.evil.example' }))).toEqual([400, 'invalid_issuer'])
  expect(await push(await corp.eventToken({}, {}, (await corp.makeKey()).privateKey))).toEqual([400, 'invalid_key'])
  expect(await push('{}')).toEqual([400, 'invalid_request'])
  expect(await push(await event({}), 'application/jwt')).toEqual([400, 'invalid_request'])
  const revoked = await event({})
  expect(await push(revoked)).toEqual([202, ''])
  expect(await push(revoked)).toEqual([202, ''])
  await page.reload()
  await expect(page).toHaveURL(/\/sign-in/)
  for (const method of ['GET', 'PUT']) expect((await fetch(`${web.address}/api/providers/corp/logout`, { method })).status).toBe(405)
})

test('a provider that is gone lets nobody in, and that is said; who is in stays', async ({ page, browser }) => {
  provider('corp').signsIn({ sub: `staying-${mark}`, name: 'Stan Staying', acr: 'phr' })
  await comeBy(page, 'Corp')
  await isIn(page, 'Stan Staying')
  await provider('corp').stop()
  const newcomer = await browser.newPage()
  await newcomer.goto(`${web.address}/sign-in`)
  await newcomer.getByRole('button', { name: 'Continue with Corp' }).click()
  await expect(problem(newcomer)).toContainText('The provider does not answer')
  await expect(newcomer.getByLabel('E-mail')).toBeVisible()
  await newcomer.close()
  await page.reload()
  await isIn(page, 'Stan Staying')
  await start('corp')
})
