/** A fault leaves with a reference and nothing else: not the database's words, not a path, not a stack. The log and the record know the reference. */
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { findActor } from '~/server/identity/session'
import { numberAll, recordsOf } from '~/server/testing/records'
import { plainNamespace } from '~/server/testing/plain-namespace'
import { makeWorld, sourceOfTest, type World } from '~/server/testing/world'
import { DeniedByEngine, type Execute } from './procedure'
import { api } from './router'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)
afterEach(() => { vi.restoreAllMocks() })

const inner = 'duplicate key value violates unique constraint "person_email_key" at /srv/app/server/x.ts:12 SELECT * FROM person'
async function ask(execute: Execute, input: unknown = { tenant: world.a, name: 'green', ...plainNamespace, title: 'Green' }, reference: string = randomUUID()) {
  const source = { ...sourceOfTest(), reference }
  const actor = await findActor('web', world.admin.token, source)
  const request = new Request('http://x/api/trpc/namespaces.create', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) })
  const response = await fetchRequestHandler({
    endpoint: '/api/trpc', req: request, router: api, allowBatching: false,
    createContext: () => ({ token: world.admin.token, entering: null, actor, source, stepUp: null, idempotencyKey: null, execute, keep: () => undefined }),
  })
  return { status: response.status, text: await response.text() }
}

test('the person gets the reference; the log and the record have it too', async () => {
  const lines: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  const reference = randomUUID()
  const { status, text } = await ask(async () => { throw new Error(inner) }, undefined, reference)
  vi.restoreAllMocks()
  expect(status).toBe(500)
  expect(JSON.parse(text)).toEqual({ error: { message: `Something went wrong. Nothing more was done. Reference: ${reference}`, code: -32603, data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, refusal: null, reference, fields: [] } } })
  expect(lines.join('')).toContain(reference)
  expect(lines.join('')).toContain('person_email_key')
  await numberAll()
  expect((await recordsOf(world.a, 'access')).filter(({ entry }) => entry.outcome === 'fault').map(({ entry }) => entry.metadata.reference)).toEqual([reference])
})
test('the engine’s no arrives as it was, and is not recorded twice', async () => {
  const { status, text } = await ask(async () => { throw new DeniedByEngine('idempotency_key_reused') })
  expect([status, JSON.parse(text).error.data.refusal]).toEqual([409, 'idempotency_key_reused'])
  await numberAll()
  expect((await recordsOf(world.a, 'access')).filter(({ entry }) => entry.reason === 'idempotency_key_reused')).toEqual([])
})
test('an input that is refused names its fields, and repeats nothing that was sent', async () => {
  const { status, text } = await ask(async () => { throw new Error('not reached') }, { tenant: world.a, name: 'NOT A NAME canary', title: '', extra: 'canary' })
  expect(status).toBe(400)
  expect(JSON.parse(text).error.data).toMatchObject({ refusal: 'bad_input', fields: expect.arrayContaining([expect.objectContaining({ field: 'name' }), expect.objectContaining({ field: 'title' })]) })
  expect(text).not.toContain('NOT A NAME')
})
