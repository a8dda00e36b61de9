/** A no that is told stands in the record, however many ask at once. Nothing here waits: the clock of those who wait for a connection is moved on. */
import { TRPCError } from '@trpc/server'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type DatabaseRole, closeDatabase, database } from '~/server/database/client'
import { numberAll, recordsOf } from '~/server/testing/records'
import { doorFor, makeWorld, sourceOfTest, type World } from '~/server/testing/world'
import { noOf } from './procedure'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)
afterEach(() => { vi.useRealTimers() })

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
