/** A machine over HTTP: what it shows, and what it is answered where a person's factor would be needed (RFC 9470). */
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { serveEngine } from '~/server/engine/serve'
import { plainNamespace } from '~/server/testing/plain-namespace'
import { doorFor, makeWorld, shown, type World } from '~/server/testing/world'
import { answerTrpc } from './http'

let world: World
const engine = serveEngine()
beforeAll(async () => {
  world = await makeWorld()
  await new Promise<void>((listening) => engine.listen(0, '127.0.0.1', listening))
})
afterAll(async () => {
  await new Promise((closed) => engine.close(closed))
  await closeDatabase()
})
afterEach(() => { vi.unstubAllEnvs() })

async function ask(action: string, input: unknown, headers: Record<string, string>) {
  vi.stubEnv('ENGINE_URL', `http://127.0.0.1:${(engine.address() as AddressInfo).port}`)
  const response = await answerTrpc(new Request(`${process.env.PUBLIC_URL}/api/trpc/${action}`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(input) }))
  return { status: response.status, challenge: response.headers.get('www-authenticate'), cookies: response.headers.getSetCookie(), body: await response.text() }
}
async function machine(actions: ('quotas.change' | 'quotas.list' | 'namespaces.create')[] = ['quotas.change', 'namespaces.create']): Promise<Record<string, string>> {
  const wish = { title: 'Script', actions, days: 1 }
  const made = await (await doorFor(world.admin, { stepUp: await shown(world.admin, 'tokens.make', wish) })).tokens.make(wish)
  if (!made.ok) throw new Error(made.refusal)
  return { authorization: `Bearer ${made.value.secret}` }
}
const limit = () => ({ tenant: world.a, namespace: 'red', resource: 'nvidia.com/gpu', limit: '5', version: '1' })

test('what is asked may be longer than an address and come as a body; what changes something never comes by GET', async () => {
  const headers = await machine(['quotas.list', 'namespaces.create'])
  expect(await ask('quotas.list', { tenant: world.a, namespace: null, find: null, after: null, before: null }, headers)).toMatchObject({ status: 200 })
  const byGet = await answerTrpc(new Request(`${process.env.PUBLIC_URL}/api/trpc/namespaces.create?input=${encodeURIComponent(JSON.stringify({ tenant: world.a, name: 'by-get', title: 'By GET' }))}`, { headers }))
  expect(byGet.status).toBe(405)
})
test('it does what needs no factor, with no origin and no cookie', async () => {
  expect(await ask('namespaces.create', { tenant: world.a, name: 'scripted', ...plainNamespace, title: 'Scripted' }, await machine())).toMatchObject({ status: 200, cookies: [] })
})
test('where a person would confirm, it is told so in RFC 9470’s words', async () => {
  const answer = await ask('quotas.change', limit(), await machine())
  expect(answer).toMatchObject({ status: 401 })
  expect(answer.challenge).toMatch(/^Bearer error="insufficient_user_authentication", error_description="[^"]+", acr_values="[^"]+", max_age="120"$/)
})
test('a token that is none is told that, and a person without one is told nothing of tokens', async () => {
  expect(await ask('quotas.change', limit(), { authorization: `Bearer ${'x'.repeat(43)}` })).toMatchObject({ status: 401, challenge: 'Bearer error="invalid_token"' })
  expect(await ask('quotas.change', limit(), { origin: process.env.PUBLIC_URL ?? '' })).toMatchObject({ status: 401, challenge: null })
})
test('another site’s page is refused, whatever it shows', async () => {
  expect(await ask('namespaces.create', { tenant: world.a, name: 'crossed', ...plainNamespace, title: 'Crossed' }, { ...(await machine()), origin: 'https://evil.example' })).toMatchObject({ status: 403 })
})
test('no token of a session is in a body: the browser keeps it, out of reach of scripts', async () => {
  const origin = { origin: process.env.PUBLIC_URL ?? '' }
  const { cookies, body } = await ask('signIn.withPassword', { email: world.guest.email, password: 'correct horse battery' }, origin)
  expect(cookies).toEqual([expect.stringMatching(/^__Host-bailiwick\.entering=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; Secure; SameSite=Lax$/)])
  expect(body).not.toContain(/entering=([\w-]{43})/.exec(cookies[0] ?? '')?.[1])
})
