/** What is seen in the record itself, through the lines of it, and told once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { closeDatabase } from '~/server/database/client'
import { runOnce } from '~/server/engine/loops'
import { numberAll, projectAll } from '~/server/testing/records'
import { connectAs, doorFor, makeWorld, type World } from '~/server/testing/world'
import { deniedMost } from './decide-denials'
import { watchRecord } from './watch-record'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)

const watch = () => runOnce({ name: 'watch-record', everyMs: 0, leaseSeconds: 5, run: watchRecord })
const told = async (person: string) => (await (await doorFor(world.platformAuditor)).signals.list({ topic: 'authorization', ...firstPage })).rows.filter(({ body }) => body.person === person)

test('who is told no fifty-one times within a minute is told of, once; who is told it fifty times is not', async () => {
  const [many, some] = [await world.person('many-noes', ['developer', world.a, null]), await world.person('some-noes', ['developer', world.a, null])]
  const refused = async (token: { token: string }, times: number) => {
    const door = await doorFor(token)
    for (let time = 0; time < times; time++) await expect(door.members.list({ tenant: world.b, find: null, ...firstPage })).rejects.toThrow('not_found')
  }
  await refused(many, deniedMost + 1)
  await refused(some, deniedMost)
  await numberAll()
  await projectAll()
  expect([await watch(), await watch()]).toEqual(['ran', 'ran'])
  expect([await told(many.id), await told(some.id)]).toMatchObject([[{ kind: 'authorization.many_denials' }], []])
})
test('nobody but the engine asks for these figures', async () => {
  for (const role of ['web', 'auditor'] as const) {
    const sql = await connectAs(role)
    for (const question of ["SELECT * FROM many_denied(now(), 1)", "SELECT * FROM asked_by_hour(now())"]) await expect(sql.query(question)).rejects.toMatchObject({ code: '42501' })
    await sql.end()
  }
})
