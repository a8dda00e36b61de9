import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { doorFor, loading, makeWorld, type Person, type World } from '~/server/testing/world'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)
const told = async (person: Person, amount: string) => {
  const answer = await (await doorFor(person)).quotas.binds({ tenant: world.a, namespace: 'red', class: 'normal', resource: 'nvidia.com/gpu', amount })
  return answer.ok ? answer.value.levels.map(({ level, fits, figures, binds }) => [level, fits, figures?.free ?? null, binds]) : answer
}

test('which limit binds is told by the walk of the ledger: figures as far as its reader reaches, of the organisation only whether it fits', async () => {
  expect(await told(world.admin, '1')).toEqual([['namespace', true, '8', true], ['tenant', true, '20', false], ['organisation', true, null, false]])
  await loading((sql) => sql.query("UPDATE account SET used = '{17}' WHERE tenant_id = $1 AND kind = 'tenant'", [world.a]))
  expect(await told(world.admin, '1')).toEqual([['namespace', true, '8', false], ['tenant', true, '3', true], ['organisation', true, null, false]])
  expect(await told(world.lead, '4')).toEqual([['namespace', true, '8', false], ['tenant', false, null, true], ['organisation', true, null, false]])
  await loading((sql) => sql.query("UPDATE account SET used = '{100}' WHERE organisation_id = $1 AND kind = 'organisation'", [world.organisation]))
  expect(await told(world.developer, '1')).toEqual([['namespace', true, '8', false], ['tenant', true, null, false], ['organisation', false, null, true]])
  await expect(told(world.stranger, '1')).rejects.toThrow('not_found')
})
