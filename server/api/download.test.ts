/** Two files at once in a session, however many reads each takes; a third is refused in so many words, and one that was left makes room. */
import { TRPCError } from '@trpc/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { findActor } from '~/server/identity/session'
import { makeWorld, sourceOfTest, type World } from '~/server/testing/world'
import { doorFor, refusedAs } from './download'
import { firstPage } from './page'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)

test('a place is taken with the first read, once, and given back', async () => {
  const source = sourceOfTest()
  const asking = { token: world.admin.token, entering: null, source, actor: await findActor('web', world.admin.token, source) }
  const files = [1, 2, 3].map(() => doorFor(asking))
  const read = (at: number) => files[at]?.door.members.list({ tenant: world.a, find: null, ...firstPage })
  for (const at of [0, 0, 1, 0, 1]) expect((await read(at))?.rows.length).toBeGreaterThan(0)
  const refused = await read(2)?.catch((thrown: unknown) => thrown)
  expect(refused).toBeInstanceOf(TRPCError)
  const answer = refusedAs(refused, source.reference)
  expect([answer.status, await answer.text()]).toEqual([429, expect.stringMatching(/^[A-Z].*\n$/)])
  files[0]?.leave()
  expect((await read(2))?.rows.length).toBeGreaterThan(0)
  for (const { leave } of files) leave()
})
test('what went wrong otherwise is a fault with a reference, and says nothing of itself', async () => {
  const answer = refusedAs(new Error('a secret of the database'), 'ref-1')
  expect([answer.status, await answer.text()]).toEqual([500, 'Something went wrong. Reference: ref-1\n'])
})
