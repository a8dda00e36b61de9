/** A no that is told stands in the record, however many ask at once; one that cannot be written down is not told. Nothing here waits: the clock of those who wait for a connection is moved on. */
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { TRPCError } from '@trpc/server'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type DatabaseRole, closeDatabase, database } from '~/server/database/client'
import { wrap } from '~/server/engine/envelope'
import { serveEngine } from '~/server/engine/serve'
import { secretKey } from '~/server/keys/secret'
import { numberAll, recordsOf } from '~/server/testing/records'
import { doorFor, makeWorld, sourceOfTest, type World } from '~/server/testing/world'
import { noOf } from './procedure'

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
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const connections = 10
/** Every connection of the pool is somebody's, until it is given back. */
async function takeAll(role: DatabaseRole): Promise<() => Promise<void>> {
  let giveBack: () => void = () => undefined
  const until = new Promise<void>((given) => { giveBack = given })
  let taken = 0
  let allTaken: () => void = () => undefined
  const all = new Promise<void>((have) => { allTaken = have })
  const held = Array.from({ length: connections }, () => database(role).$transaction(async () => {
    if (++taken === connections) allTaken()
    await until
  }, { timeout: 60_000 }))
  await all
  return async () => {
    giveBack()
    await Promise.all(held)
  }
}
const asked = async (work: Promise<unknown>): Promise<string> => {
  const thrown = await work.then(() => null, (no: unknown) => no)
  return thrown instanceof TRPCError ? (noOf(thrown)?.denial ?? thrown.code) : 'let'
}
async function reasonsOf(reference: string): Promise<(string | null)[]> {
  await numberAll()
  const all = await Promise.all([world.a, world.b, 'platform'].map((stream) => recordsOf(stream, 'access')))
  return all.flat().filter(({ entry }) => entry.metadata.reference === reference).map(({ entry }) => entry.reason)
}
/** As much later for whoever waits, once they do. */
async function wait(ms: number): Promise<void> {
  for (let turns = 0; turns < 20; turns++) await new Promise(setImmediate)
  vi.advanceTimersByTime(ms)
}

test('a no that waits for a connection as long as a question would is told when it is recorded', async () => {
  const source = sourceOfTest()
  const door = await doorFor(world.stranger, { source })
  const giveBack = await takeAll('web')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const no = asked(door.namespaces.list({ tenant: world.a, find: null, state: null, environment: null, sort: 'name', descending: false, after: null, before: null }))
  await wait(4_500)
  vi.useRealTimers()
  await giveBack()
  expect(await no).toBe('not_found')
  expect(await reasonsOf(source.reference)).toEqual(['not_found'])
})
test('a no that cannot be recorded is told as a fault, in the same words whatever it would have been, and the log has it', async () => {
  const lines: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  const [stranger, developer] = [await doorFor(world.stranger), await doorFor(world.developer)]
  const giveBack = await takeAll('web')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const noes = [stranger, developer].map((door) => asked(door.members.list({ tenant: world.a, find: null, after: null, before: null })))
  await wait(5_500)
  vi.useRealTimers()
  const told = await Promise.all(noes)
  await giveBack()
  expect(told).toEqual(['INTERNAL_SERVER_ERROR', 'INTERNAL_SERVER_ERROR'])
  expect(lines.filter((line) => line.includes('a refusal could not be recorded')).map((line) => /not_found|forbidden/.exec(line)?.[0]).sort()).toEqual(['forbidden', 'not_found'])
})
test('so does the engine', async () => {
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true)
  const command = () => {
    const { body, authorization } = wrap(secretKey('ENGINE_KEY_FILE'), { action: 'namespaces.create', input: {}, issuedAt: Date.now(), nonce: randomUUID(), idempotencyKey: randomUUID(), session: '', entering: null, stepUp: null, source: sourceOfTest() })
    return fetch(`http://127.0.0.1:${(engine.address() as AddressInfo).port}/command`, { method: 'POST', body: new Uint8Array(body), headers: { authorization, 'content-type': 'application/json' } }).then(async (response) => [response.status, Object.keys((await response.json()) as object)])
  }
  expect(await command()).toEqual([401, ['denied', 'about']])
  const giveBack = await takeAll('engine')
  const waiting = vi.spyOn(database('engine'), '$transaction')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const no = command()
  while (waiting.mock.calls.length === 0) await new Promise(setImmediate)
  await wait(5_500)
  vi.useRealTimers()
  expect(await no).toEqual([500, ['fault']])
  await giveBack()
})
