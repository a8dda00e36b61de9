/** What is said where the engine does not answer: that nothing was changed only where that is so. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { serveEngine } from '~/server/engine/serve'
import { plainNamespace } from '~/server/testing/plain-namespace'
import { doorFor, makeWorld, shown, type World } from '~/server/testing/world'
import { answerTrpc } from './http'

let world: World
let token: string
const servers: Server[] = []
async function listening(server: Server): Promise<string> {
  servers.push(server)
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const answering = (answer: RequestListener) => listening(createServer(answer))
let engine: string
beforeAll(async () => {
  world = await makeWorld()
  engine = await listening(serveEngine())
  const wish = { title: 'Script', actions: ['namespaces.create' as const, 'namespaces.list' as const], days: 1 }
  const made = await (await doorFor(world.admin, { stepUp: await shown(world.admin, 'tokens.make', wish) })).tokens.make(wish)
  if (!made.ok) throw new Error(made.refusal)
  token = made.value.secret
})
afterAll(async () => {
  for (const server of servers) await new Promise((closed) => { server.close(closed); server.closeAllConnections() })
  await closeDatabase()
})
afterEach(() => { vi.unstubAllEnvs() })

async function create(at: string, name: string, key = `${name}-once`) {
  vi.stubEnv('ENGINE_URL', at)
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': key }
  const response = await answerTrpc(new Request(`${process.env.PUBLIC_URL}/api/trpc/namespaces.create`, { method: 'POST', headers, body: JSON.stringify({ tenant: world.a, name, ...plainNamespace, title: 'Created' }) }))
  const { error, result } = await response.json() as { error?: { data: { refusal: string } }; result?: { data: { ok: boolean } } }
  return { status: response.status, refusal: error?.data.refusal ?? null, ok: result?.data.ok ?? null }
}
const named = async (name: string) => (await (await doorFor(world.admin)).namespaces.list({ tenant: world.a, find: name, state: null, environment: null, sort: 'name', descending: false, after: null, before: null })).rows.length

test('where nobody listens it is told that nothing was changed', async () => {
  const gone = createServer()
  const at = await listening(gone)
  await new Promise((closed) => gone.close(closed))
  expect(await create(at, 'unsent')).toEqual({ status: 503, refusal: 'engine_unavailable', ok: null })
  expect(await named('unsent')).toBe(0)
})
test('what was done and not answered is not called undone; sent again with its key it is answered, and done once', async () => {
  const at = await answering(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    await fetch(`${engine}${request.url}`, { method: 'POST', headers: { 'content-type': 'application/json', authorization: request.headers.authorization ?? '' }, body: Buffer.concat(chunks) })
    response.destroy()
  })
  expect(await create(at, 'unheard')).toEqual({ status: 503, refusal: 'unanswered', ok: null })
  expect(await named('unheard')).toBe(1)
  expect(await create(engine, 'unheard')).toEqual({ status: 200, refusal: null, ok: true })
  expect(await named('unheard')).toBe(1)
})
test('neither is what is answered with something that is no answer of ours', async () => {
  const at = await answering((_, response) => void response.writeHead(502).end('<html>Bad gateway'))
  expect(await create(at, 'odd')).toMatchObject({ status: 503, refusal: 'unanswered' })
})
